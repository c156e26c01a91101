"""A game's catalogue in one language."""

from collections.abc import Mapping
from typing import Any

from rules.catalogue import CatalogueCard, Option
from rules.game import AnyGame, Language
from rules.texts.texts import Texts, common, messages


def catalogue(game: AnyGame, language: Language) -> Mapping[str, Any]:
    """`{title, summary, options: {name: {about, default, values: {value: {title, about, stand_in}}, numbers, picks, with}},
    cards: [{id, title, text, stand_in, sheet}], piles: [{id, title}], moves: {type: title}, rejections: {code: text}}`. `numbers` is null,
    or `{minimum, maximum}` for an option that accepts a whole number; `with` is null, or the only value of another option with which it is
    used. `sheet` is null, or a `Sheet`.
    """
    texts = common(language, game.texts, words=game.words.get(language, ""))
    return {
        "title": texts.text("title"),
        "summary": texts.text("summary"),
        "options": {name: _option(texts, f"option-{name}", option) for name, option in game.catalogue.options.items()},
        "cards": [_card(texts, card) for card in game.catalogue.cards],
        "piles": [{"id": pile, "title": texts.text(f"pile-{pile}")} for pile in messages(game.texts, language, "pile-")],
        "moves": {kind: texts.text(f"move-{kind}") for kind in game.commands},
        "rejections": {code: texts.text(f"refusal-{code}") for code in game.rejections},
    }


def _option(texts: Texts, message: str, option: Option) -> Mapping[str, Any]:
    return {
        "about": texts.text(message),
        "default": option.default,
        "values": {value: {**_named(texts, message, value), "stand_in": value in option.stand_ins} for value in option.values},
        "numbers": None if option.numbers is None else {"minimum": option.numbers[0], "maximum": option.numbers[-1]},
        "picks": option.picks,
        "with": option.used_with,
    }


def _named(texts: Texts, message: str, value: str) -> Mapping[str, str]:
    """Title and description of a value. A value that is a card is described as that."""
    own = f"{message}-{value}"
    if texts.has(own):
        return {"title": texts.text(own), "about": texts.text(f"{own}.about")}
    return {"title": texts.text(f"card-{value}"), "about": texts.text(f"card-{value}.text")}


def _card(texts: Texts, card: CatalogueCard) -> Mapping[str, Any]:
    return {
        "id": card.id,
        "title": texts.text(card.message, **card.arguments),
        "text": texts.text(f"{card.message}.text", **card.arguments),
        "stand_in": card.stand_in,
        "sheet": card.sheet,
    }
