"""The expert of Dicy Cards with many sets of cards, drawn at random: is it never worse than `steady`, and does it beat `steady`?

With each set, `expert` and `steady` play the same deals against `greedy`, with the same dice in each turn, once from each seat; then
`expert` plays `steady`. Prints each set, and the mean and the least over all sets. Two processes play, each with whole sets.
`python -m bench.bench_sets [GAMES] [SETS]`, by default 100 games of each pair and 30 sets.
"""

import argparse
import random
import statistics
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from typing import NamedTuple

from bench.matches import Setting, play, standard_error
from rules.dicy_cards.players.hands import SETS
from rules.dicy_cards.setup import Five

SEED = 1
"""Of the drawing of sets."""

ALLOWED = 0.01
"""By how much the expert may be worse than `steady` against `greedy`, beside two standard errors."""


class OfASet(NamedTuple):
    """With a set of cards: `expert` and `steady` against `greedy`, the difference (`lead`), and `expert` against `steady` (`duel`)."""

    cards: Five
    expert: float
    steady: float
    lead: float
    lead_error: float
    duel: float
    duel_error: float

    @property
    def is_worse(self) -> bool:
        return self.lead < -ALLOWED - 2 * self.lead_error


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="?", type=int, default=100)
    parser.add_argument("sets", nargs="?", type=int, default=30)
    wanted = parser.parse_args()
    drawn = random.Random(SEED).sample(SETS, wanted.sets)
    found = list[OfASet]()
    with ProcessPoolExecutor(2) as pool:
        for one in pool.map(partial(_of_a_set, wanted.games - wanted.games % 2), drawn):
            found.append(one)
            print(_line(one), flush=True)
    print(_summary(found))


def _of_a_set(games: int, cards: Five) -> OfASet:
    setting = Setting(", ".join(cards), "dicy-cards", {"mode": "custom", "cards": list(cards)})

    def scores(*names: str) -> Sequence[float]:
        return [play(setting, names, number).score for number in range(games)]

    expert, steady, duel = scores("expert", "greedy"), scores("steady", "greedy"), scores("expert", "steady")
    leads = [mine - other for mine, other in zip(expert, steady, strict=True)]
    mean = statistics.mean
    return OfASet(cards, mean(expert), mean(steady), mean(leads), standard_error(leads, 2), mean(duel), standard_error(duel, 2))


def _line(one: OfASet) -> str:
    verdict = " WORSE" if one.is_worse else ""
    return (
        f"{', '.join(one.cards):75} against greedy: expert {one.expert:.3f}, steady {one.steady:.3f}, "
        f"lead {one.lead:+.3f} ± {one.lead_error:.3f}{verdict}; against steady {one.duel:.3f} ± {one.duel_error:.3f}"
    )


def _summary(found: Sequence[OfASet]) -> str:
    leads, duels = [one.lead for one in found], [one.duel for one in found]
    lead_error, duel_error = (
        sqrt(sum(error**2 for error in each)) / len(found)
        for each in ([one.lead_error for one in found], [one.duel_error for one in found])
    )
    return (
        f"mean lead {statistics.mean(leads):+.3f} ± {lead_error:.3f}, the least {min(leads):+.3f}; "
        f"worse than steady with {sum(one.is_worse for one in found)} of {len(found)} sets; "
        f"against steady on the mean {statistics.mean(duels):.3f} ± {duel_error:.3f}, the least {min(duels):.3f}"
    )


if __name__ == "__main__":
    main()
