// Stores texts in this browser, or in this page's memory where the browser stores nothing.

const memory = new Map();

/** The text stored under a name, or null. */
export function readStorage(name) {
  if (memory.has(name)) return memory.get(name);
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores a text; null deletes it. */
export function writeStorage(name, text) {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    memory.delete(name);
  } catch {
    memory.set(name, text);
  }
}

/** All names with this prefix. */
export function storedNames(prefix) {
  const names = new Set([...memory.keys()].filter((name) => memory.get(name) !== null));
  try {
    for (let index = 0; index < localStorage.length; index++) names.add(localStorage.key(index));
  } catch {
    // Then only the memory has any.
  }
  return [...names].filter((name) => name.startsWith(prefix));
}

/** Calls back when another tab changes a name with this prefix. Returns a function that stops this. */
export function onStorage(prefix, changed) {
  const onEvent = (event) => (event.key === null || event.key.startsWith(prefix)) && changed(event.key);
  addEventListener("storage", onEvent);
  return () => removeEventListener("storage", onEvent);
}
