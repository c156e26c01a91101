// Shows an explanation while the reader has no decision.

import { announce, replace } from "../../dom.js";
import { showNote } from "../../notes.js";

/** Shows it in the line for other players' events (`caption`), until the next event. If that line is not visible, shows a note. */
export function showInCaption(caption, text) {
  if (caption.offsetParent === null) return showNote(text);
  replace(caption, text);
  return announce(text);
}
