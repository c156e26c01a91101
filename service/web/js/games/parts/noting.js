// Where something is explained while nothing is asked of whoever reads it.

import { announce, replace } from "../../dom.js";
import { tell } from "../../notes.js";

/** Says it in the line for what others do (`caption`), which the next event takes; where that is not shown any more, in a note. */
export function sayIn(caption, text) {
  if (caption.offsetParent === null) return tell(text);
  replace(caption, text);
  return announce(text);
}
