"""Plays tables of built-in players by the rules alone: no store, no HTTP, no clock. The same arguments always play the same game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Any, Final, NamedTuple

from rules.dice import DiceSeed
from rules.game import AnyGame, Options, Outcome, Seat
from rules.table import create, decide
from rules.table_clock import Instant
from rules.table_commands import Automatic, Create, SeatRequest
from rules.table_state import Table

MOST_MOVES: Final = 100_000
"""A game with more moves is given up: it would not end."""

NO_TIME: Final = Instant("1970-01-01T00:00:00.000Z", lambda _seconds: "1970-01-01T00:00:00.000Z")


class Endless(Exception):
    """A game did not end within `MOST_MOVES` moves."""


class Choice(NamedTuple):
    """A move of a built-in player: the state before it, the moves that were legal, and the one that was made."""

    state: Any
    seat: Seat
    legal: Sequence[Any]
    command: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedGame:
    """A finished game. `turns` is the number of spans that a clock would have measured, `events` counts those of the game alone."""

    levels: tuple[str, ...]
    options: Options
    outcome: Outcome
    rounds: int
    turns: int
    moves: int
    events: int


def simulate(
    game: AnyGame, seed: str, levels: Sequence[str], options: Mapping[str, Any], watch: Callable[[Choice], None] = lambda _choice: None
) -> SimulatedGame:
    """One game of built-in players, with a level for each seat. `watch` is called with every move.

    Dice and choices follow from the text `seed`. Refuses with `Rejected` as `rules.table.create` does; raises `Endless`.
    """
    dice = DiceSeed("simulated", sha256(seed.encode()).hexdigest())
    order = Create(options=options, seats=tuple(SeatRequest(kind="ai", level=level) for level in levels))
    facts, table = create(game, order, dice, NO_TIME)
    events, moves, span = len(_own(game, facts)), 0, _span(game, table)
    while table.status == "playing":
        if moves == MOST_MOVES:
            raise Endless(f"A game has not ended after {MOST_MOVES} moves.")
        state, seat = table.play, table.owing[0]
        legal = game.legal(state, seat)
        facts, table = decide(game, table, seat, Automatic(), dice, NO_TIME)
        own = _own(game, facts)
        watch(Choice(state, seat, legal, game.command_of(own)))
        events, moves, span = events + len(own), moves + 1, max(span, _span(game, table))
    assert table.outcome is not None
    return SimulatedGame(
        levels=tuple(levels),
        options=table.options,
        outcome=table.outcome,
        rounds=game.round(table.play),
        turns=span - game.first_turn + 1,
        moves=moves,
        events=events,
    )


def cards(game: AnyGame, state: Any) -> frozenset[str]:
    """The ids of all cards in the picture of the state."""
    picture = game.picture(state, None)
    piles = (*picture["seats"], *picture["shared"])
    return frozenset(card["id"] for pile in piles for card in pile["cards"] if card is not None)


def card_of(command: Any, known: frozenset[str]) -> str | None:
    """The card that a move names: the first of its numbers and texts that is the id of a card."""
    values = (getattr(command, field.name) for field in fields(command))
    return next((str(value) for value in values if isinstance(value, int | str) and str(value) in known), None)


def _own(game: AnyGame, facts: Sequence[Any]) -> Sequence[Any]:
    """The events of the game itself, without those of the table."""
    return [fact for fact in facts if type(fact) in game.events]


def _span(game: AnyGame, table: Table[Any]) -> int:
    return max((game.clock(table.play, seat) for seat in table.owing), default=0)
