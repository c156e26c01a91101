"""Games of built-in players, without a service: who won, by how many points, and how long one of them thought."""

import statistics
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import reduce
from math import sqrt
from typing import Any, NamedTuple

from bench.dicy_cards_players import WITHOUT_REROLLS
from rules.dice import DiceSeed, SeededDice, player_dice
from rules.game import BuiltInPlayer
from rules.registry import games
from rules.value_tables import with_library
from workers.values.shipped import computed

GAMES = with_library(games(), computed)
OTHERS: Mapping[str, Mapping[str, BuiltInPlayer[Any, Any]]] = {"dicy-cards": {"no-rerolls": WITHOUT_REROLLS}}
"""Players that are not built in, by game and name."""


class Setting(NamedTuple):
    """The game, options and clock of a table."""

    title: str
    game: str
    options: Mapping[str, Any]
    timed: bool = False


class Played(NamedTuple):
    """A game from the view of the first player: 1 for a win, its part of a shared one, 0 for a loss; its points and the most of any
    other; the CPU seconds of each of its choices.
    """

    score: float
    points: int
    points_against: int
    seconds: tuple[float, ...]


def player(game: str, name: str) -> BuiltInPlayer[Any, Any]:
    """The game's built-in player of this level, or one of `OTHERS`."""
    return GAMES[game].players.get(name) or OTHERS[game][name]


def play(setting: Setting, names: Sequence[str], number: int) -> Played:
    """Play a game of these players. As many games in a row as there are seats have the same deal, and the same dice in each turn; in each
    the first player has another seat.
    """
    game, seats = GAMES[setting.game], len(names)
    players = [player(setting.game, name) for name in names]
    deal, first = divmod(number, seats)
    seed = DiceSeed("bench", f"{deal:064x}")
    state = reduce(game.evolve, game.setup(game.options(setting.options, seats, setting.timed), seats, SeededDice(seed, (), 0)), None)
    decisions, drawn, seconds = [0] * seats, Counter[int](), []
    while owing := game.to_move(state):
        seat = owing[0]
        mind, _ = players[(seat - first) % seats].informed(state)
        started = time.process_time()
        command = mind.choose(state, seat, player_dice(seed, seat, decisions[seat]))
        if seat == first:
            seconds.append(time.process_time() - started)
        decisions[seat] += 1
        turn = game.clock(state, seat)
        events = game.decide(state, seat, command, SeededDice(DiceSeed(f"bench {turn}", seed.secret), (), drawn[turn]))
        drawn[turn] += sum(getattr(event, "draw", None) is not None for event in events)
        state = reduce(game.evolve, events, state)
    outcome, points = game.outcome(state), game.scores(state)
    assert outcome is not None
    best_other = max(points[seat] for seat in range(seats) if seat != first)
    return Played((first in outcome.winners) / len(outcome.winners), points[first], best_other, tuple(seconds))


def line(names: Sequence[str], played: Sequence[Played]) -> str:
    """The results in a line of text."""
    scores = [game.score for game in played]
    won, lost = scores.count(1), scores.count(0)
    mine, theirs = (statistics.mean(points) for points in zip(*((game.points, game.points_against) for game in played), strict=True))
    choices = sorted(seconds * 1000 for game in played for seconds in game.seconds)
    thought = f"{statistics.median(choices):.2f} ms a choice, one of a hundred above {choices[len(choices) * 99 // 100]:.1f}"
    return (
        f"{names[0]:6} against {', '.join(names[1:]):14}"
        f"  won {won:4}  shared {len(scores) - won - lost:3}  lost {lost:4}"
        f"   {statistics.mean(scores):.3f} ± {standard_error(scores, len(names)):.3f}   points {mine:5.1f} : {theirs:4.1f}"
        f"   {thought}, at most {choices[-1]:.1f}"
    )


def standard_error(scores: Sequence[float], alike: int) -> float:
    """The standard error of the mean score, if each `alike` games in a row have the same deal."""
    means = [statistics.mean(scores[first : first + alike]) for first in range(0, len(scores), alike)]
    return statistics.pstdev(means) / sqrt(len(means))
