// What the table of Dicy Cards says that a card is worth. Run by test_parts.py.
import assert from "node:assert/strict";
import { test } from "node:test";

import { best, points } from "../../service/web/js/games/dicy-cards/scoring.js";

test("of all selections the one with the most points is suggested, be it one die or all six", () => {
  const roll = [5, 2, 6, 2, 5, 4];

  assert.deepEqual(best("any-two", roll), { positions: [0, 2], points: 11 });
  assert.deepEqual(best("sixes", roll), { positions: [2], points: 6 });
  assert.deepEqual(best("forty-minus", roll), { positions: [0, 1, 2, 3, 4, 5], points: 16 });
  assert.equal(best("all-under-six", roll), null);
});

test("a card is worth nothing with dice that do not fit it", () => {
  assert.equal(points("straight", [5, 2, 6, 2, 5, 4], [0, 2, 5]), 15);
  assert.equal(points("straight", [5, 2, 6, 2, 5, 4], [1, 2, 5]), null);
  assert.equal(points("any-two", [5, 2, 6, 2, 5, 4], [0]), null);
});
