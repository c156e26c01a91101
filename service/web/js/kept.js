// Stores texts in this browser, or in this page's memory where the browser stores nothing.

const memory = new Map();

/** The text stored under a name, or null. */
export function kept(name) {
  if (memory.has(name)) return memory.get(name);
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores a text; null deletes it. */
export function keep(name, text) {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    memory.delete(name);
  } catch {
    memory.set(name, text);
  }
}

/** All names with this prefix. */
export function keptNames(beginning) {
  const names = new Set([...memory.keys()].filter((name) => memory.get(name) !== null));
  try {
    for (let place = 0; place < localStorage.length; place++) names.add(localStorage.key(place));
  } catch {
    // Then only the memory has any.
  }
  return [...names].filter((name) => name.startsWith(beginning));
}

/** Calls back when another tab changes a name with this prefix. Returns a function that stops this. */
export function onKept(beginning, changed) {
  const heard = (event) => (event.key === null || event.key.startsWith(beginning)) && changed(event.key);
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}
