"""What a fork has taken over from finished tables, played again with their dice."""

from collections.abc import Sequence
from typing import Any

from events.codec import Codec
from events.proof.asked import command
from events.proof.log import HOSTILE, Entry, check_fact
from events.proof.verdict import Wrong
from rules.dice import DiceSeed, Draw, SeededDice
from rules.rejected import Rejected
from rules.table_events import TABLE_EVENTS, Origin, SeatResigned, Source
from rules.table_orders import Create


class SourcesDice:
    """The draws of several tables in one row: each is that of the first source with a higher number of draws."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = sources
        self.drawn = 0

    def roll(self, count: int, sides: int = 6) -> Draw:
        return self._next().roll(count, sides)

    def shuffle(self, of: int, take: int | None = None) -> Draw:
        return self._next().shuffle(of, take)

    def _next(self) -> SeededDice:
        n = self.drawn
        self.drawn += 1
        source = next((source for source in self._sources if n < source.draws), None)
        if source is None:
            raise Rejected("no-source", f"no source of the fork has a draw number {n}.")
        return SeededDice(DiceSeed(source.table, source.secret), source.client_seeds, n)


def taken_over(codec: Codec, order: Create, origin: Origin, log: Sequence[Entry]) -> tuple[Any, ...]:
    """The facts that a fork has inherited, of which `log` begins with the first.

    Raises `Wrong` at the first that does not follow by the rules and from the sources' secrets.
    """
    dice, state, made = SourcesDice(origin.sources), None, list[Any]()
    while len(made) < origin.events:
        rest = log[len(made) : origin.events]
        if not rest:
            raise Wrong("event-missing", "More was taken over than is here.", log[-1].told.version + 1)
        more = _move(codec, order, rest, state, dice)
        _check(codec, rest, more)
        made += more
        for fact in more:
            state = state if isinstance(fact, SeatResigned) else codec.game.evolve(state, fact)
    if dice.drawn != (origin.sources[-1].draws if origin.sources else 0):
        raise Wrong("event-wrong", f"The sources tell of other draws than the {dice.drawn} that were taken over.", 1)
    return tuple(made)


def _move(codec: Codec, order: Create, log: Sequence[Entry], state: Any, dice: SourcesDice) -> Sequence[Any]:
    first, game = log[0], codec.game
    try:
        if state is None:
            return game.setup(order.options, len(order.seats), dice)
        if isinstance(first.fact, SeatResigned):
            return [first.fact, *game.resign(state, first.fact.seat, dice)]
        if first.told.seat is not None and first.told.seat < len(order.seats) and not isinstance(first.fact, TABLE_EVENTS):
            return game.decide(state, first.told.seat, command(game, log), dice)
    except (Rejected, *HOSTILE) as error:
        raise Wrong("move-refused", f"{first.told.type} cannot happen here: {error}", first.told.version) from error
    raise Wrong("move-refused", f"No fork takes over {first.told.type} here.", first.told.version)


def _check(codec: Codec, log: Sequence[Entry], facts: Sequence[Any]) -> None:
    for place, made in enumerate(facts):
        if place == len(log):
            raise Wrong("event-missing", f"By the rules a {made.type} is taken over, too.", log[0].told.version + place)
        check_fact(codec, log[place], made)
