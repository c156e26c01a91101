"""A whole game of random players, move by move: what most laws look at. The same game and number of seats always give the same walk.

With the fewest seats all options have their defaults; with more seats they have other values that they name.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final, NamedTuple

from rules.dice import DiceSeed, SeededDice
from rules.game import AnyGame, Options, Seat
from rules.rejected import Rejected
from rules.texts.catalogue import catalogue

SAMPLES: Final = 24
"""The number of states, spread over a walk, at which the slower laws are checked."""


class Step(NamedTuple):
    """A state with a pending decision, the number of draws before it, and the events of a random player's move of `seat`."""

    state: Any
    drawn: int
    seat: Seat
    command: Any
    events: tuple[Any, ...]


class Walk(NamedTuple):
    """A whole game from its set-up to its end."""

    setup: tuple[Any, ...]
    steps: tuple[Step, ...]
    end: Any

    @property
    def events(self) -> tuple[Any, ...]:
        return (*self.setup, *(event for step in self.steps for event in step.events))


_walked: dict[tuple[int, int], tuple[AnyGame, Walk]] = {}
"""Walks by the game's identity (a game has no hash) and the number of seats. Holding the game keeps its identity from another one."""


def walk(game: AnyGame, seats: int) -> Walk:
    """The walk of a game, made once."""
    key = (id(game), seats)
    if key not in _walked:
        _walked[key] = (game, _walk(game, seats))
    return _walked[key][1]


def _walk(game: AnyGame, seats: int) -> Walk:
    mind = _mind(game, seats)
    setup = tuple(game.setup(_options(game, seats, mind), seats, dice(0)))
    state, drawn = fold(game, None, setup), draws(0, setup)
    steps: list[Step] = []
    while owing := game.to_move(state):
        seat = mind.choice(owing)
        command = game.players["random"].choose(state, seat, SeededDice(DiceSeed("mind", "00" * 32), (), len(steps)))
        events = tuple(game.decide(state, seat, command, dice(drawn)))
        steps.append(Step(state, drawn, seat, command, events))
        state, drawn = fold(game, state, events), draws(drawn, events)
    return Walk(setup, tuple(steps), state)


def options_of_walk(game: AnyGame, seats: int) -> Options:
    """The complete options of the walk."""
    return _options(game, seats, _mind(game, seats))


def _mind(game: AnyGame, seats: int) -> Random:
    return Random(f"{game.name} {seats}")


def _options(game: AnyGame, seats: int, mind: Random) -> Options:
    """Those of a table for the fewest seats are left out, so that they have their defaults; of others each has a value that it names."""
    chosen: dict[str, Any] = {}
    for option, described in catalogue(game, "en")["options"].items() if seats != game.seats[0] else ():
        known = (*described["values"], *(described["numbers"] or {}).values())
        if known:
            with suppress(Rejected):
                value = mind.choice(known)
                game.options({**chosen, option: value}, seats, False)
                chosen[option] = value
    return game.options(chosen, seats, False)


def sampled(game: AnyGame, seats: int) -> Sequence[Step]:
    """Some steps of the walk, spread over it."""
    steps = walk(game, seats).steps
    return steps[:: max(1, len(steps) // SAMPLES)]


def dice(drawn: int) -> SeededDice:
    """The walk's dice after so many draws."""
    return SeededDice(DiceSeed("every-game", "5e" * 32), (), drawn)


def fold(game: AnyGame, state: Any, events: Iterable[Any]) -> Any:
    for event in events:
        state = game.evolve(state, event)
    return state


def draws(before: int, events: Iterable[Any]) -> int:
    """The number of draws after these events."""
    return max((draw.n + 1 for event in events if (draw := getattr(event, "draw", None)) is not None), default=before)


def seat_of(event: Any) -> Seat | None:
    return getattr(event, "seat", None)


def attempt(game: AnyGame, step: Step, command: Any) -> tuple[Any, ...] | Rejected:
    """The events of a command instead of the step's own, or its refusal."""
    try:
        return tuple(game.decide(step.state, step.seat, command, dice(step.drawn)))
    except Rejected as refused:
        return refused
