"""With which card a turn ends that is played as it is planned: what a reroll aims at."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from rules.dicy_cards.players.hands import slots
from rules.dicy_cards.players.kept import ROLLS
from rules.dicy_cards.players.turn import SMALLER, TurnPlan, Values, means
from rules.dicy_cards.setup import CARDS_EACH

SURE: Final = 2**24
"""A chance of 1."""

SKIP: Final = CARDS_EACH
"""The end by a skip. An end by a score has the slot of its card."""

_PLACE_BITS: Final = len(ROLLS).bit_length()
_SIZE_BITS: Final = 3
_CODE_BITS: Final = 2 * _SIZE_BITS + _PLACE_BITS
"""A reroll is a value, followed by a code of so many bits: the slot of the card that freezes, how many dice are kept, and their place."""


class Aims:
    """The chances of each end of a planned turn."""

    def __init__(self, plan: TurnPlan) -> None:
        self._plan = plan
        self._known: dict[int, Sequence[Sequence[Values]]] = {}

    def after(self, hand: int, size: int, place: int) -> Values:
        """The chance of each end if these dice are kept, the others are rolled, and this hand is left."""
        return [of_end[size][place] for of_end in self._kept(hand)]

    def _kept(self, hand: int) -> Sequence[Sequence[Values]]:
        """For each end: its chance for every selection of kept dice, as `TurnPlan.kept` has their values."""
        if hand not in self._known:
            self._known[hand] = [means(of_end) for of_end in self._rolled(hand)]
        return self._known[hand]

    def _rolled(self, hand: int) -> Sequence[Values]:
        """For each end: its chance for every roll."""
        ends = [[0] * len(ROLLS) for _ in range(CARDS_EACH + 1)]
        scores = [(slot, self._plan.offers(slot, hand & ~(1 << slot))) for slot in slots(hand)]
        rerolls = self._rerolls(hand)
        for roll in range(len(ROLLS)):
            value, end = max([(self._plan.skip, SKIP), *((offered[roll], slot) for slot, offered in scores)])
            if rerolls and rerolls[roll] >> _CODE_BITS > value:
                slot, size, place = _decoded(rerolls[roll])
                for chances, chance in zip(ends, self.after(hand & ~(1 << slot), size, place), strict=True):
                    chances[roll] = chance
            else:
                ends[end][roll] = SURE
        return ends

    def _rerolls(self, hand: int) -> Sequence[int]:
        """For every roll the best reroll, with its code; empty for a hand that has no card left afterwards."""
        left = [(slot, self._plan.kept(hand & ~(1 << slot))) for slot in slots(hand)]
        if len(left) < 2:
            return ()
        best: Sequence[int] = ()
        for size, of_smaller in enumerate(SMALLER[:-1]):
            after = [list(_coded(slot, size, kept[size])) for slot, kept in left]
            best = list(map(max, *after, *(pick(best) for pick in of_smaller)))
        return list(map(max, *(pick(best) for pick in SMALLER[-1])))


@lru_cache(maxsize=2)
def aims(plan: TurnPlan) -> Aims:
    """The chances of this plan's ends: kept for the other moves of the same decision."""
    return Aims(plan)


def _coded(slot: int, size: int, values: Values) -> Iterator[int]:
    code = (slot << _SIZE_BITS | size) << _PLACE_BITS
    return ((value << _CODE_BITS) + code + place for place, value in enumerate(values))


def _decoded(reroll: int) -> tuple[int, int, int]:
    """The slot, the number of dice kept, and their place."""
    return reroll >> _PLACE_BITS + _SIZE_BITS & 7, reroll >> _PLACE_BITS & 7, reroll & 2**_PLACE_BITS - 1
