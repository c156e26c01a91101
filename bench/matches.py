"""Games of two built-in players, without a service: who won, by how many points, and how long one of them thought."""

import time
from collections.abc import Mapping
from functools import reduce
from typing import Any, NamedTuple

from rules.dice import DiceSeed, SeededDice, player_dice
from rules.registry import games

GAMES = games()


class Setting(NamedTuple):
    """The game, options and clock of a table for two."""

    title: str
    game: str
    options: Mapping[str, Any]
    timed: bool


class Played(NamedTuple):
    """A game from the view of the first of two levels: 1 for a win, ½ for a shared one; the points of both; the CPU seconds of each of its
    choices.
    """

    score: float
    points: int
    points_against: int
    seconds: tuple[float, ...]


def play(setting: Setting, levels: tuple[str, str], number: int) -> Played:
    """Play a game. Games 2n and 2n + 1 have the same dice and exchanged seats."""
    game, seat_of_first = GAMES[setting.game], number % 2
    seed = DiceSeed("bench", f"{number // 2:064x}")
    dice = SeededDice(seed, (), 0)
    state = reduce(game.evolve, game.setup(game.options(setting.options, 2, setting.timed), 2, dice), None)
    decisions, seconds = [0, 0], []
    while owing := game.to_move(state):
        seat = owing[0]
        started = time.process_time()
        command = game.players[levels[seat ^ seat_of_first]].choose(state, seat, player_dice(seed, seat, decisions[seat]))
        if seat == seat_of_first:
            seconds.append(time.process_time() - started)
        decisions[seat] += 1
        state = reduce(game.evolve, game.decide(state, seat, command, dice), state)
    outcome, points = game.outcome(state), game.scores(state)
    assert outcome is not None
    return Played(
        (seat_of_first in outcome.winners) / len(outcome.winners), points[seat_of_first], points[1 - seat_of_first], tuple(seconds)
    )
