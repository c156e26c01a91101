// A list that is refreshed every few seconds. It redraws only rows that have changed, and keeps the focus.

/** Returns a function that shows items in a list; `draw(item)` creates a row, `key(item)` identifies the item. */
export function rowsIn(list, { key, draw }) {
  const drawn = new Map();
  return (items) => {
    const present = new Set(items.map(key));
    for (const [id, { row }] of drawn) {
      if (present.has(id)) continue;
      row.remove();
      drawn.delete(id);
    }
    items.forEach((item, index) => put(list, drawn, key(item), item, draw, index));
  };
}

function put(list, drawn, id, item, draw, index) {
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
  if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null);
}
