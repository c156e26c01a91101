"""Replays the events that a fork has inherited from finished tables, with the dice of those tables."""

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any

from events.proof.command_recovery import command
from events.proof.log import FileEvent, ReplayContext, check_envelope, check_fact
from events.proof.shaping import FORGED_DATA_ERRORS
from events.proof.verdict import Wrong
from rules.dice import DiceSeed, Draw, SeededDice
from rules.game import AnyGame, Seat
from rules.rejected import Rejected
from rules.table_commands import Create
from rules.table_events import TABLE_EVENTS, Origin, SeatResigned, Source


class SourcesDice:
    """The draws of several tables in one sequence. Draw number n comes from the first source whose number of draws is higher than n."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = sources
        self._index = 0
        self.drawn = 0

    def roll(self, count: int, sides: int = 6) -> Draw:
        return self._next().roll(count, sides)

    def shuffle(self, of: int, take: int | None = None) -> Draw:
        return self._next().shuffle(of, take)

    def _next(self) -> SeededDice:
        n = self.drawn
        self.drawn += 1
        while self._index < len(self._sources) and self._sources[self._index].draws <= n:
            self._index += 1
        if self._index == len(self._sources):
            raise Rejected("no-source", f"no source of the fork has a draw number {n}.")
        source = self._sources[self._index]
        return SeededDice(DiceSeed(source.table, source.secret), source.client_seeds, n)


def check_origin(table: str, seats: int, origin: Origin, *, auto_start: bool) -> None:
    """Raises `Wrong` if the origin of the fork `table` with this number of seats is impossible, whatever happened there."""
    sources, known = origin.sources, [source.table for source in origin.sources]
    impossible = {
        "a fork starts automatically": not auto_start,
        "a fork that inherits no events has no sources": not origin.events and bool(sources),
        "the fork has inherited draws from each source": any(older.draws >= newer.draws for older, newer in pairwise(sources)),
        "the sources are distinct tables, and none is the fork": len({*known, table}) != len(known) + 1,
        "no table is forked from itself": origin.table == table,
        "no table has more client seeds than its creator and its seats": any(len(source.client_seeds) > seats + 1 for source in sources),
        "the table that it was forked from is its last source": origin.table in known[:-1],
        "it inherits fewer events than its source had by then": origin.events > 0 and origin.version < origin.events + seats + 2,
    }
    for rule, broken in impossible.items():
        if broken:
            raise Wrong("event-wrong", f"This origin is impossible: {rule}.", 1)


def taken_over(context: ReplayContext, order: Create, origin: Origin, log: Sequence[FileEvent], at: str) -> tuple[Any, ...]:
    """The inherited facts of a fork. `log` begins with the first of them; `at` is the time of the fork's creation.

    Raises `Wrong` at the first event that does not follow from the rules and the sources' secrets.
    """
    dice, state, made, resigned = SourcesDice(origin.sources), None, list[Any](), set[Seat]()
    while len(made) < origin.events:
        rest = log[len(made) : origin.events]
        if not rest:
            raise Wrong("event-missing", "The log ends before the last inherited event.", log[-1].event.version + 1)
        more = _move(context.codec.game, order, rest, state, dice, resigned)
        _check(context, rest, more, at)
        made += more
        resigned.update(fact.seat for fact in more if isinstance(fact, SeatResigned))
        for fact in more:
            state = state if isinstance(fact, SeatResigned) else context.codec.game.evolve(state, fact)
    if dice.drawn != (origin.sources[-1].draws if origin.sources else 0):
        raise Wrong("event-wrong", f"The fork inherits {dice.drawn} draws, but the sources have another number.", 1)
    if context.codec.game.outcome(state) is not None:
        raise Wrong("event-wrong", "The fork inherits a game that is already decided.", 1)
    return tuple(made)


def _move(
    game: AnyGame, order: Create, log: Sequence[FileEvent], state: Any, dice: SourcesDice, resigned: Collection[Seat]
) -> Sequence[Any]:
    first, seat = log[0], log[0].event.seat
    try:
        if state is None:
            return game.setup(order.options, len(order.seats), dice)
        if isinstance(first.fact, SeatResigned) and seat in range(len(order.seats)) and seat not in resigned:
            return [first.fact, *game.resign(state, first.fact.seat, dice)]
        if seat is not None and seat < len(order.seats) and not isinstance(first.fact, TABLE_EVENTS):
            return game.decide(state, seat, command(game, log), dice)
    except (Rejected, *FORGED_DATA_ERRORS) as error:
        raise Wrong("move-refused", f"{first.event.type} cannot happen here: {error}", first.event.version) from error
    raise Wrong("move-refused", f"A fork cannot inherit {first.event.type} here.", first.event.version)


def _check(context: ReplayContext, log: Sequence[FileEvent], facts: Sequence[Any], at: str) -> None:
    for index, made in enumerate(facts):
        if index == len(log):
            raise Wrong("event-missing", f"By the rules, the fork inherits a {made.type}, too.", log[0].event.version + index)
        check_fact(context, log[index], made)
        check_envelope(log[index].event, at, None)
