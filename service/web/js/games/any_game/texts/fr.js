// French, for tables of a game without a board of its own: it lies on top of the page's dictionary.

export default {
  "table.keys": "Touches : Tab et Entrée choisissent un coup, Échap revient en arrière.",
  "any.moves": "Coups",
  "any.choose": "Choisissez un coup.",
  "any.choose-next": "{chosen} : choisissez comment.",
  "any.more": "{what}, {n} coups",
  "any.back": "Retour",
  "any.none": "aucun",
  "any.frozen": "gelée",
  "any.tint-0": "rouge",
  "any.tint-1": "orange",
  "any.tint-2": "jaune",
  "any.tint-3": "vert",
  "any.tint-4": "bleu",
  "any.tint-5": "violet",
  "any.own": "Cartes",
  "any.cards": "{n} {n:carte|cartes}",
};
