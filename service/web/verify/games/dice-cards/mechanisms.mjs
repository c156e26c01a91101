// The mechanisms of cards, by name. Of a board each makes
// - `cells`: how many numbers the marks of a card are, 0 for each that is empty;
// - `places`: how many places a mark can name;
// - `units`: how many things can be done on it;
// - `allows(marks, place, number)`: whether this number may be written there next, if the dice have it;
// - `after(marks, place, number)`: the marks after that;
// - `done(marks)`: the units that are done, ascending;
// - `two(place)`: whether both dice are written there, if that is ever so.

import { GRIDS } from "./grids.mjs";
import { PRINTED } from "./printed.mjs";
import { ROWS } from "./rows.mjs";

const MECHANISMS = { ...PRINTED, ...ROWS, ...GRIDS };

export const mechanismOf = (name, board) => MECHANISMS[name](board);
