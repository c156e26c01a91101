"""Computes the table of `rules.dicy_cards.players.duel` for five cards: the chances of two seats, from the last turn backwards.

States with equal scores follow from each other, because a seat may skip: their values are repeated until they stand.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from rules.dicy_cards.cards import CARDS, CardId
from rules.dicy_cards.players.duel import LEVELS, NODES, STEP, VERSION
from rules.dicy_cards.players.hands import EVERY, HANDS, after_change, slots
from rules.dicy_cards.players.kept import ROLLS
from rules.dicy_cards.players.offers import MOST_POINTS, UNLIMITED, best_below
from rules.dicy_cards.setup import CARDS_EACH, Five
from workers.values.dicy_cards.turns import Floats, Places, means_of_turn

_CLOSE: Final = 0.001
"""The change of a chance in one round at which the values of two scores stand."""

_MOST_ROUNDS: Final = 8
_SKIPS: Final = 0.2
"""The part of the turns that a seat skips, about."""

_COUNT: Final[Places] = np.array([hand.bit_count() for hand in HANDS], np.intp)


def _changes(*, freeze: bool) -> Places:
    """(5, 32): for each hand every hand after a change, the last one repeated."""
    after = [after_change(hand, freeze=freeze) for hand in HANDS]
    return np.array([[hands[min(number, len(hands) - 1)] for hands in after] for number in range(CARDS_EACH)], np.intp)


_FROZEN, _THAWED = _changes(freeze=True), _changes(freeze=False)


def table(five: Five, seats: int, progress: Callable[[float], None]) -> bytes:
    """The table for these cards, in the order of `CARDS`, at a table of so many seats. `progress` is called with 0.0 to 1.0."""
    chances, last = PairSolver(five, seats).solved(progress)
    levels = [np.rint(part * LEVELS).astype(np.uint8).tobytes() for part in (*chances, last)]
    return b"".join((VERSION, *levels))


class PairSolver:
    """Solves the chances of a pair of seats.

    `chances` are those of the seat that moves: by whether it is the second in a round, the points that both lack (1, 9, 17 …), both hands.
    `last` are those in the very last turn: by the points behind (from 1), the hand, the number of the other's active cards.
    """

    def __init__(self, five: Five, seats: int) -> None:
        self._five = five
        self._thawed = 1 - (1 - _SKIPS) ** ((seats - 2) / 2)
        """How likely a third seat thaws a card of both before the other one's turn."""
        self.last = _last_turns(five)
        self.chances = np.full((2, NODES, NODES, len(HANDS), len(HANDS)), 0.5, np.float32)

    def solved(self, progress: Callable[[float], None]) -> tuple[Floats, Floats]:
        for first in range(NODES):
            for second in range(NODES):
                self.solve(first, second)
            progress((first + 1) / NODES)
        return self.chances, self.last

    def solve(self, first: int, second: int) -> None:
        """The chances where the first and the second seat lack these points, from a guess: those of the scores before."""
        cells = (0, first, second), (1, second, first)
        if first or second:
            before = (first - 1, second) if first else (first, second - 1)
            self.chances[cells[0]], self.chances[cells[1]] = self.chances[0, *before], self.chances[1, *before[::-1]]
        for _ in range(_MOST_ROUNDS):
            change = 0.0
            for cell in cells:
                after = self._turn(*cell)
                change = max(change, float(np.abs(after - self.chances[cell]).max()))
                self.chances[cell] = after
            if change < _CLOSE:
                return

    def _turn(self, side: int, own: int, other: int) -> Floats:
        """(32 own hands, 32 other hands): the chance at the start of a turn."""
        lacks = 1 + STEP * own
        plain = self._after_points(side, own, other)
        effects = {None: plain, "freeze": _worst(plain, _FROZEN), "reset": _worst(plain, _THAWED)}
        offers = [_offer(effects[_kind(card)], card, lacks) for card in self._five]
        return means_of_turn(lambda hands: _best_scores(offers, hands), effects["reset"][0, EVERY].copy())

    def _after_points(self, side: int, own: int, other: int) -> Floats:
        """(37 points, 32 own hands, 32 other hands): the own chance after a turn that has brought these points."""
        waiting = self._disturbed(1 - self.chances[1 - side, other, : own + 1].transpose(0, 2, 1))
        after = np.ones((MOST_POINTS + 1, len(HANDS), len(HANDS)), np.float32)
        for points in range(MOST_POINTS + 1):
            node, part = divmod(STEP * own - points, STEP)
            if node >= 0:
                share = np.float32(part / STEP)
                after[points] = waiting[node] * (1 - share) + waiting[node + 1] * share if part else waiting[node]
            elif side == 0:
                ahead = 1 + STEP * other + points - 1 - STEP * own
                after[points] = 1 - self.last[ahead - 1][:, _COUNT].T if ahead <= MOST_POINTS else 1
        return after

    def _disturbed(self, waiting: Floats) -> Floats:
        """The chances before the other's turn, if third seats may skip first: then each of both thaws the card that it wants."""
        if not self._thawed:
            return waiting
        thawed = _worst(waiting, _THAWED)
        disturbed: Floats = waiting + np.float32(self._thawed) * (np.max(thawed[:, _THAWED], axis=1) - waiting)
        return disturbed


def _last_turns(five: Five) -> Floats:
    """(36 points behind, 32 hands, 6 numbers of the other's active cards): the chance to be ahead after the very last turn."""
    behind, counts = (part.ravel() for part in np.indices((MOST_POINTS, CARDS_EACH + 1)))
    offers = [_last_offer(card, behind + 1, counts) for card in five]
    means = means_of_turn(lambda hands: _best_last_scores(offers, hands), np.zeros(behind.size, np.float32))
    return np.ascontiguousarray(means.reshape(len(HANDS), MOST_POINTS, CARDS_EACH + 1).transpose(1, 0, 2))


def _last_offer(card: CardId, behind: Places, counts: Places) -> Floats:
    """(5 numbers of active cards left, 462 rolls, lanes): 1 for a win by this card, ½ for a tie."""
    change = {None: 0, "freeze": -1, "reset": 1}[_kind(card)]
    others = np.clip(counts + change, 0, CARDS_EACH)
    points = np.array(best_below(card, UNLIMITED))[:, None]
    ties = [np.sign(own - others) / 2 + 0.5 for own in range(CARDS_EACH)]
    return np.stack([np.where(points > behind, 1, np.where(points == behind, tie, 0)) for tie in ties]).astype(np.float32)


def _best_last_scores(offers: list[Floats], hands: list[int]) -> Floats:
    return np.stack([np.max([offers[slot][hand.bit_count() - 1] for slot in slots(hand)], axis=0) for hand in hands], axis=1)


def _kind(card: CardId) -> str | None:
    effect = CARDS[card].effect
    return None if effect is None else effect.kind


def _worst(chances: Floats, changed: Places) -> Floats:
    """The chances after the other seat has changed its hand for the best."""
    worst = chances[..., changed[0]]
    for hands in changed[1:]:
        np.minimum(worst, chances[..., hands], out=worst)
    return worst


def _offer(after: Floats, card: CardId, lacks: int) -> Floats:
    """(462 rolls, 32 hands left, 32 other hands): the chance after the best score with this card."""
    playable = after.copy()
    playable[0] = 0
    offer: Floats = playable[np.array(best_below(card, UNLIMITED))]
    if lacks <= MOST_POINTS:
        np.maximum(offer, playable[np.array(best_below(card, lacks))], out=offer)  # it may be better to wait below 100
    return offer


def _best_scores(offers: list[npt.NDArray[np.float32]], hands: list[int]) -> Floats:
    best = np.zeros((len(ROLLS), len(hands), len(HANDS)), np.float32)
    for place, hand in enumerate(hands):
        for slot in slots(hand):
            np.maximum(best[:, place], offers[slot][:, hand & ~(1 << slot)], out=best[:, place])
    return best
