// What players are called. Somebody who gave no name is named by the service after the seat, in English: here in the page's language.

import { t } from "./text.js";

/** The name of a seat as a view or an entry of the lobby has it. */
export const nameOf = ({ seat, name }) => (name === `Player ${seat + 1}` ? t("player.unnamed", { n: seat + 1 }) : name);

/** A view or an entry of the lobby, with its names as they are to be shown. */
export const withNames = (told) => ({ ...told, seats: told.seats.map((seat) => ({ ...seat, name: nameOf(seat) })) });
