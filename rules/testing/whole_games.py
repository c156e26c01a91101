"""Whole games of built-in players with seeded dice, and what holds in all of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Generic, NamedTuple, TypeVar

from rules.dice import DiceSeed, SeededDice
from rules.game import Game, Seat
from rules.testing.fixed_dice import Again, Low
from rules.testing.stories import Story

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")


class Step(NamedTuple, Generic[S, E]):
    """A state, and the events of the move or resignation of `seat` in it."""

    before: S
    seat: Seat
    events: tuple[E, ...]


def whole_game(
    game: Game[S, C, E],
    seed: int,
    seats: int,
    chosen: Mapping[str, Any],
    *,
    timed: bool = False,
    leaving: bool = False,
    levels: Sequence[str] = ("random",),
) -> list[Step[S, E]]:
    """A game of built-in players, with a level for each seat (the last one for all others). With `leaving`, seats resign at random.

    The last step has the state after the end and no events.
    """
    dice, mind = (SeededDice(DiceSeed("random", f"{seed:064x}"), (what,), 0) for what in ("dice", "mind"))
    story = Story(game)
    state = story.started(chosen, seats, dice, timed=timed)
    steps: list[Step[S, E]] = []
    staying = list(range(seats))
    while owing := game.to_move(state):
        seat = owing[mind.roll(1, sides=len(owing)).values[0] - 1]
        if leaving and mind.roll(1, sides=40).values == (1,):
            seat = staying.pop(mind.roll(1, sides=len(staying)).values[0] - 1)
            events = tuple(game.resign(state, seat, dice))
        else:
            player = game.players[levels[min(seat, len(levels) - 1)]]
            events = tuple(game.decide(state, seat, player.choose(state, seat, mind), dice))
        steps.append(Step(state, seat, events))
        state = story.fold(events, state)
    return [*steps, Step(state, 0, ())]


def happenings(game: Game[S, C, E], steps: Sequence[Step[S, E]]) -> Iterator[tuple[S, E, S]]:
    """Every event with the states before and after it."""
    for step in steps:
        state = step.before
        for event in step.events:
            after = game.evolve(state, event)
            yield state, event, after
            state = after


def check_end(game: Game[S, C, E], steps: Sequence[Step[S, E]]) -> None:
    """A game goes on until it has a result, which ranks every seat; then nobody can move. Rounds only count up."""
    *before, last = [step.before for step in steps]
    assert all(game.outcome(state) is None and game.to_move(state) for state in before)
    result, seats = game.outcome(last), range(len(game.scores(last)))
    assert result is not None
    assert sorted(standing.seat for standing in result.ranking) == list(seats)
    assert [standing.rank for standing in result.ranking] == sorted(standing.rank for standing in result.ranking)
    assert result.winners == tuple(standing.seat for standing in result.ranking if standing.rank == 1)
    assert not any(game.legal(last, seat) for seat in seats)
    assert all(game.round(later) - game.round(earlier) in (0, 1) for earlier, later in pairwise([*before, last]))


def check_invariants(game: Game[S, C, E], steps: Sequence[Step[S, E]], invariants: Iterable[Callable[[list[Step[S, E]]], object]]) -> None:
    """A whole game ends as every game does (`check_end`), and each of the game's own invariants holds in it."""
    check_end(game, steps)
    for holds in invariants:
        holds([*steps])


def check_commands(game: Game[S, C, E], steps: Sequence[Step[S, E]]) -> None:
    """The command of a move is found in its events, and its first events are enough for a command that begins with them.

    The steps are those of a game in which nobody resigns.
    """
    for state, seat, events in steps[:-1]:
        assert tuple(game.decide(state, seat, game.command_of(events), Again(events))) == events
        for number in range(1, len(events)):
            begun = events[:number]
            assert tuple(game.decide(state, seat, game.command_of(begun), Low()))[:number] == begun


def check_ranking(game: Game[S, C, E], steps: Sequence[Step[S, E]], level: str) -> None:
    """A player of this level ranks every legal move once, the best first, and plays the best where its dice choose the first."""
    player = game.players[level]
    assert player.rank is not None
    for state, seat, _ in steps[:-1]:
        ranked = player.rank(state, seat)
        moves, values = [one.command for one in ranked], [one.value for one in ranked]
        assert len(moves) == len(game.legal(state, seat))
        assert set(moves) == set(game.legal(state, seat))
        assert values == sorted(values, reverse=True)
        assert player.choose(state, seat, Low()) == moves[0]


def wins(game: Game[S, C, E], level: str, against: str, games: int, chosen: Mapping[str, Any]) -> float:
    """The games for two that a level wins against another, half of them in each seat; a shared win counts as half."""
    won = 0.0
    for number in range(games):
        levels = (level, against)[:: 1 if number % 2 == 0 else -1]
        outcome = game.outcome(whole_game(game, number // 2, 2, chosen, levels=levels)[-1].before)
        assert outcome is not None
        won += (levels.index(level) in outcome.winners) / len(outcome.winners)
    return won
