"""Games of two built-in players, without a service: who won, by how much, and how long one of them thought."""

import time
from collections.abc import Mapping
from functools import reduce
from typing import Any, NamedTuple

from rules.dice import DiceSeed, SeededDice, player_dice
from rules.registry import games

GAMES = games()


class Setting(NamedTuple):
    """What a table for two is created as."""

    title: str
    game: str
    options: Mapping[str, Any]
    timed: bool


class Played(NamedTuple):
    """A game as the first of two levels sees it: 1 for a win, a half for a shared one; the CPU seconds of each of its choices."""

    score: float
    points: int
    points_against: int
    seconds: tuple[float, ...]


def play(setting: Setting, levels: tuple[str, str], number: int) -> Played:
    """Two games in a row have the same dice and the seats exchanged."""
    game, mine = GAMES[setting.game], number % 2
    seed = DiceSeed("bench", f"{number // 2:064x}")
    dice = SeededDice(seed, (), 0)
    state = reduce(game.evolve, game.setup(game.options(setting.options, 2, setting.timed), 2, dice), None)
    decisions, seconds = [0, 0], []
    while owing := game.to_move(state):
        seat = owing[0]
        started = time.process_time()
        command = game.players[levels[seat ^ mine]].choose(state, seat, player_dice(seed, seat, decisions[seat]))
        if seat == mine:
            seconds.append(time.process_time() - started)
        decisions[seat] += 1
        state = reduce(game.evolve, game.decide(state, seat, command, dice), state)
    outcome, points = game.outcome(state), game.scores(state)
    assert outcome is not None
    return Played((mine in outcome.winners) / len(outcome.winners), points[mine], points[1 - mine], tuple(seconds))
