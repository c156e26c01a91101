// Elements without HTML: whatever a player wrote is only ever text.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element. Attributes: null, undefined and false are left out, true stands without a value, functions listen
 * (`onclick`), everything else is text. Children: elements, texts, numbers, arrays of them; null, undefined and false are left out.
 */
export const h = (tag, attributes, ...children) => filled(document.createElement(tag), attributes, children);

/** An SVG element, in the same way. */
export const svg = (tag, attributes, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);

/** Puts these children in the place of all that an element had; returns the element. */
export function replace(element, ...children) {
  element.replaceChildren(...flat(children));
  return element;
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...flat(children));
  return element;
}

function flat(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

/** A text that only screen readers read. */
export const aside = (text) => h("span", { class: "aside" }, text);

/** Has screen readers say something as soon as they are free; the same text twice is said twice. */
export function announce(text) {
  const announcer = document.getElementById("announcer");
  announcer.textContent = announcer.textContent === text ? `${text}\u00a0` : text;
}
