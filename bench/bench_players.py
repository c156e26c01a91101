"""The strength of the built-in players of every game: each level against each other, two at a table, in either seat for half of the games.

Prints games won, shared and lost, the score (a shared win counts half) with its 95 % interval, average points, and the CPU time of the
first player's choices: the median and the longest, once caches are warm. Two processes play. `python -m bench.bench_players [GAMES]`
"""

import statistics
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from math import sqrt

from bench.matches import GAMES, Played, Setting, play

SETTINGS = (
    Setting("Ice Dice, 5 rerolls", "ice-dice", {}, timed=False),
    Setting("Ice Dice by the clock", "ice-dice", {}, timed=True),
    Setting("Ice Dice, young", "ice-dice", {"variant": "young"}, timed=False),
    Setting("Ice Dice, experienced", "ice-dice", {"variant": "experienced"}, timed=False),
    Setting("Dicy Cards", "dicy-cards", {}, timed=False),
    Setting("Dice Cards", "dice-cards", {}, timed=False),
    Setting("Dice Cards, young", "dice-cards", {"deal": "young"}, timed=False),
)


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with ProcessPoolExecutor(2, initializer=warm_up) as pool:
        for setting in SETTINGS:
            print(f"{setting.title}, {number} games a pair")
            for levels in pairs(setting):
                played = list(pool.map(partial(play, setting, levels), range(number), chunksize=10))
                print(f"  {line(levels, played)}", flush=True)


def pairs(setting: Setting) -> list[tuple[str, str]]:
    """Every two levels of the game, the better one first."""
    return list(combinations(reversed(tuple(GAMES[setting.game].players)), 2))


def warm_up() -> None:
    for setting in SETTINGS:
        for levels in pairs(setting):
            play(setting, levels, 0)


def line(levels: tuple[str, str], played: Sequence[Played]) -> str:
    scores = [game.score for game in played]
    won, lost = scores.count(1), scores.count(0)
    about = 1.96 * statistics.pstdev(scores) / sqrt(len(scores))
    mine, theirs = (statistics.mean(points) for points in zip(*((game.points, game.points_against) for game in played), strict=True))
    choices = [seconds * 1000 for game in played for seconds in game.seconds]
    return (
        f"{levels[0]:6} against {levels[1]:6}  won {won:4}  shared {len(scores) - won - lost:3}  lost {lost:4}"
        f"   {statistics.mean(scores):6.1%} ± {about:.1%}   points {mine:5.1f} : {theirs:4.1f}"
        f"   {statistics.median(choices):.2f} ms a choice, at most {max(choices):.1f}"
    )


if __name__ == "__main__":
    main()
