// A list that is told anew every few seconds: only what has changed is drawn again, and nobody loses the place where they are.

/** Makes a list show these items; `draw(item)` makes a row, `key(item)` says which item it is. */
export function rowsIn(list, { key, draw }) {
  const drawn = new Map();
  return (items) => {
    const kept = new Set(items.map(key));
    for (const [id, { row }] of drawn) {
      if (kept.has(id)) continue;
      row.remove();
      drawn.delete(id);
    }
    items.forEach((item, place) => put(list, drawn, key(item), item, draw, place));
  };
}

function put(list, drawn, id, item, draw, place) {
  const text = JSON.stringify(item);
  const known = drawn.get(id);
  if (known?.text !== text) {
    const row = draw(item);
    const focused = known?.row.contains(document.activeElement);
    known?.row.replaceWith(row);
    if (focused) row.querySelector("a, button")?.focus();
    drawn.set(id, { text, row });
  }
  const { row } = drawn.get(id);
  if (list.children[place] !== row) list.insertBefore(row, list.children[place] ?? null);
}
