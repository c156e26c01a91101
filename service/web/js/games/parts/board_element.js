// What every board does in the same way.

import { replace } from "../../dom.js";
import { showInCaption } from "./explaining.js";

/**
 * The element of a board with its methods (see ../index.js) that lead to the controls of a player, or without one (null) to the line for
 * other players' events (`caption`).
 */
export function boardElement(element, control, caption) {
  return Object.assign(element, {
    showEvent: (text) => void replace(caption, text),
    advise: (advice) => control?.advise(advice),
    explain: (text) => control?.explain(text),
    note: (text) => (control ? control.note(text) : showInCaption(caption, text)),
    busy: (on) => control?.busy(on),
    draft: () => control?.draft() ?? null,
  });
}
