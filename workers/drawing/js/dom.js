// Creates elements without HTML: all that a player writes is text only.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element. Attributes: null, undefined and false are left out, true becomes an attribute without a value, functions are listeners
 * (`onclick`), all else is text. Children: elements, texts, numbers, arrays of them; null, undefined and false are left out.
 */
export const h = (tag, attributes, ...children) => filled(document.createElement(tag), attributes, children);

/** An SVG element, with the same attributes and children. */
export const svg = (tag, attributes, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);

/** Replaces all children of an element with these. Returns the element. */
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

/** A text for screen readers only. */
export const aside = (text) => h("span", { class: "aside" }, text);

/** Announces a text to screen readers when they are idle. They announce the same text twice if it comes twice. */
export function announce(text) {
  const announcer = document.getElementById("announcer");
  announcer.textContent = announcer.textContent === text ? `${text}\u00a0` : text;
}
