// What every seat did in the last roll that is told: the difference between two views. Pure.

/** By seat {card, cells, number, tickets}: the card that was marked, with the new cells, the number, and the change of tickets; null for a strike. */
function changesOf(before, now) {
  return now.players.map((player, seat) => {
    const old = before.players[seat];
    for (const { card, marks } of player.cards) {
      const was = old.cards.find((one) => one.card === card)?.marks ?? marks;
      const cells = marks.flatMap((mark, cell) => (mark !== was[cell] ? [cell] : []));
      if (cells.length) return { card, cells: new Set(cells), number: marks[cells[0]], tickets: player.tickets - old.tickets };
    }
    return null;
  });
}

/** `(before, now) -> [what each seat did]`; [] before the first roll is told, and after a jump. Call it with every view, in order. */
export function latestAnswers() {
  let [latest, told] = [[], 0];
  return (before, now) => {
    if (now.roll < before.roll || now.roll > before.roll + 1) {
      [latest, told] = [[], now.roll - 1]; // a replay jumps: it is not known who did what in which roll
      return latest;
    }
    const changes = changesOf(before, now);
    const isTold = changes.some(Boolean) || (before.roll > told && (now.roll > before.roll || now.phase === "over"));
    if (isTold && before.phase === "rolling") [latest, told] = [changes, before.roll];
    return latest;
  };
}
