"""The deck of Dice Cards, by simulation: totals of every player alone, what each card brings, and expert against greedy.

`python -m bench.bench_deck [DEALS]` plays so many deals (1,000) alone and twice as many games for two, in two processes, and ends with an
error if a bound is broken.
"""

import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from time import process_time
from typing import Final, NamedTuple

from rules.dice import DiceSeed, SeededDice
from rules.dice_cards import deck as decks
from rules.dice_cards import game
from rules.dice_cards.cards import points
from rules.dice_cards.state import State

GAME: Final = game()
CARDS: Final = decks.stand_in()

EXPERT, GREEDY, RANDOM = (81, 90), 78, 40
CARD_POINTS, CARD_KEPT = (8, 18), (0.35, 0.85)
WINS = 0.75


class Played(NamedTuple):
    """A finished game: each seat's points, the cards among which it chose, what each kept card brought, and the time of each choice."""

    points: tuple[int, ...]
    offered: tuple[tuple[int, ...], ...]
    brought: tuple[Mapping[int, int], ...]
    seconds: tuple[float, ...]


def main() -> None:
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with ProcessPoolExecutor(2, initializer=warm_up) as pool:
        alone = {level: list(pool.map(partial(play, (level,)), range(deals), chunksize=5)) for level in ("expert", "greedy", "random")}
        pairs = list(pool.map(_pair, range(2 * deals), chunksize=5))
    broken = [*_totals(alone), *_cards(alone["expert"]), *_wins(pairs)]
    for name in broken:
        print(f"BROKEN: {name}")
    sys.exit(1 if broken else 0)


def warm_up() -> None:
    """What a process does once, before its first choice, is no part of a choice."""
    for level in GAME.players:
        play((level,), 0)


def play(levels: Sequence[str], number: int) -> Played:
    """A game of built-in players with the dice of this number."""
    dice, mind = (SeededDice(DiceSeed("bench-deck", f"{number:064x}"), (what,), 0) for what in ("dice", "mind"))
    state = _state(None, GAME.setup(GAME.options({}, len(levels), False), len(levels), dice))
    offered: dict[int, tuple[int, ...]] = {}
    seconds = []
    while owing := GAME.to_move(state):
        seat = owing[0]
        if state.phase == "choosing" and not state.players[seat].to_exchange and not state.players[seat].kept:
            offered[seat] = state.players[seat].hand
        start = process_time()
        command = GAME.players[levels[seat]].choose(state, seat, mind)
        seconds.append(process_time() - start)
        state = _state(state, GAME.decide(state, seat, command, dice))
    brought = tuple(
        {card: points(CARDS[card], marks) for card, marks in zip(player.kept, player.sheets, strict=True)} for player in state.players
    )
    return Played(GAME.scores(state), tuple(offered[seat] for seat in range(len(levels))), brought, tuple(seconds))


def _state(state: State | None, events: Sequence[object]) -> State:
    for event in events:
        state = GAME.evolve(state, event)  # type: ignore[arg-type]  # an event of the game
    assert state is not None
    return state


def _pair(number: int) -> float:
    """What the expert wins against the greedy player: 1, 0, or a half."""
    levels = ("expert", "greedy")[:: 1 if number % 2 == 0 else -1]
    played = play(levels, number // 2)
    mine, theirs = (played.points[levels.index(level)] for level in ("expert", "greedy"))
    return 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0


def _totals(alone: Mapping[str, Sequence[Played]]) -> list[str]:
    means = {}
    for level, played in alone.items():
        totals = [game.points[0] for game in played]
        seconds = [1000 * time for game in played for time in game.seconds]
        means[level] = statistics.mean(totals)
        about = 1.96 * statistics.pstdev(totals) / sqrt(len(totals))
        print(
            f"{level:6} alone: {means[level]:.1f} ± {about:.1f}, deviation {statistics.pstdev(totals):.1f};"
            f" {statistics.median(seconds):.2f} ms a choice, at most {max(seconds):.1f}"
        )
    holds = {
        f"expert {EXPERT[0]}–{EXPERT[1]}": EXPERT[0] <= means["expert"] <= EXPERT[1],
        f"greedy at most {GREEDY}": means["greedy"] <= GREEDY,
        f"random below {RANDOM}": means["random"] < RANDOM,
    }
    return [name for name, held in holds.items() if not held]


def _cards(played: Sequence[Played]) -> list[str]:
    """A row for each card: in which part of the deals it was kept when it was offered, and what it brought then."""
    offers = Counter(number for game in played for number in game.offered[0])
    brought: dict[int, list[int]] = defaultdict(list)
    for done in played:
        for number, won in done.brought[0].items():
            brought[number].append(won)
    broken = []
    for number, card in CARDS.items():
        all_won = brought[number] or [0]
        kept, mean = len(brought[number]) / max(1, offers[number]), statistics.mean(all_won)
        held = CARD_KEPT[0] <= kept <= CARD_KEPT[1] and CARD_POINTS[0] <= mean <= CARD_POINTS[1]
        spread = statistics.pstdev(all_won)
        row = f"{number:3} {card.name['en']:20} kept {kept:4.0%} of {offers[number]:4}, points {mean:5.2f} ± {spread:4.1f}"
        print(row if held else f"{row}  <<<")
        if not held:
            broken.append(f"card {number}: kept {kept:.0%}, points {mean:.2f}")
    return broken


def _wins(pairs: Sequence[float]) -> list[str]:
    won = statistics.mean(pairs)
    print(f"expert against greedy: {won:.1%} of {len(pairs)} games ± {1.96 * sqrt(won * (1 - won) / len(pairs)):.1%}")
    return [] if won >= WINS else [f"expert wins {won:.1%}"]


if __name__ == "__main__":
    main()
