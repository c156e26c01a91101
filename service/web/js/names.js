// Players: their names, and who has won. The service names a player without a name after the seat, in English. The page shows that in its
// own language.

import { t } from "./text.js";

/** The name of a seat of a view or of an entry of the lobby. */
export const nameOf = ({ seat, name, name_erased: erased }) => {
  if (erased) return t("player.erased", { n: seat + 1 });
  return name === `Player ${seat + 1}` ? t("player.unnamed", { n: seat + 1 }) : name;
};

/** A view or an entry of the lobby, with the names to show; `given` is the name that the service has. */
export const withNames = (view) => ({ ...view, seats: view.seats.map((seat) => ({ given: seat.name, ...seat, name: nameOf(seat) })) });

/** Whether a seat of a view or of an entry of the lobby has won against others: a player who was alone has nobody to win against. */
export const hasWon = ({ seats, outcome }, seat) => seats.length > 1 && (outcome?.winners.includes(seat) ?? false);
