"""The strength of the built-in players: each level of a game against each other, two at a table; at Dicy Cards also the best ones with
other sets of cards, against players that are not built in, and at larger tables.

Each deal and its dice are played once from each seat. Prints games won, shared and lost, the score (a shared win counts its part) with its
standard error over deals, average points, and the CPU time of the first player's choices once caches are warm. Two processes play.
`python -m bench.bench_players [GAMES] [--game GAME]`
"""

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations

from bench.dicy_cards_players import CELLS
from bench.matches import GAMES, Setting, line, play

SETTINGS = (
    Setting("Ice Dice, 5 rerolls", "ice-dice", {}),
    Setting("Ice Dice by the clock", "ice-dice", {}, timed=True),
    Setting("Ice Dice, young", "ice-dice", {"variant": "young"}),
    Setting("Ice Dice, experienced", "ice-dice", {"variant": "experienced"}),
    Setting("Dicy Cards", "dicy-cards", {}),
    Setting("Dice Cards", "dice-cards", {}),
    Setting("Dice Cards, young", "dice-cards", {"deal": "young"}),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="?", type=int, default=200)
    parser.add_argument("--game", choices=sorted(GAMES))
    wanted = parser.parse_args()
    with ProcessPoolExecutor(2) as pool:
        for setting, names in matches(wanted.game):
            games = range(wanted.games - wanted.games % len(names))
            played = list(pool.map(partial(play, setting, names), games, chunksize=len(names)))
            print(f"{setting.title:24} {line(names, played)}", flush=True)


def matches(game: str | None) -> Iterator[tuple[Setting, Sequence[str]]]:
    """The settings of this game (None: of all), and who plays in them."""
    for setting in SETTINGS:
        if game in {None, setting.game}:
            for levels in combinations(reversed(tuple(GAMES[setting.game].players)), 2):
                yield setting, levels
    if game in {None, "dicy-cards"}:
        for cards, names in CELLS:
            yield Setting(", ".join(cards), "dicy-cards", {"mode": "custom", "cards": list(cards)}), names


if __name__ == "__main__":
    main()
