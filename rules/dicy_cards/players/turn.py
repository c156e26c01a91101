"""A turn, planned exactly: the best of every score, reroll and skip, over all dice and all hands that it can come to.

Values are integers, of any unit: sums are then exact in any order, and every machine prefers the same command.
"""

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Final, TypeAlias

from rules.dicy_cards.players.hands import slots
from rules.dicy_cards.players.kept import FACES, OF_SIZE, WITH_ONE_MORE, WITHOUT_ONE
from rules.dicy_cards.setup import CARDS_EACH

Values: TypeAlias = Sequence[int]

Offers: TypeAlias = Callable[[int, int], Values]
"""(slot of a card, hand left after it is scored) -> for each roll the value of the best score with this card, below any other value if it
cannot be scored.
"""

_GROWN: Final = [itemgetter(*places) for places in WITH_ONE_MORE]
SMALLER: Final = [[itemgetter(*places) for places in of_each_die] for of_each_die in WITHOUT_ONE]
"""For each number of dice, for each of them: picks what each multiset has without this die."""


class TurnPlan:
    """The values of one seat's turn. What a decision needs is computed once, on demand: later decisions of the turn look it up."""

    def __init__(self, offers: Offers, skip: int) -> None:
        """`skip` is the value of a skip, which thaws every card of the hand."""
        self.skip = skip
        self.offers = offers
        self._kept: list[Sequence[Values] | None] = [[[skip] * len(kept) for kept in OF_SIZE], *[None] * (2**CARDS_EACH - 1)]

    def kept(self, hand: int) -> Sequence[Values]:
        """For each number of dice, for each multiset of that many: the value of keeping these dice and rolling the others, with this hand
        afterwards.
        """
        known = self._kept[hand]
        if known is None:
            known = self._kept[hand] = means(self._rolled(hand))
        return known

    def _rolled(self, hand: int) -> Values:
        """For each roll, the value of the best command with this hand."""
        left = [(slot, hand & ~(1 << slot)) for slot in slots(hand)]
        skips = [self.skip] * len(OF_SIZE[-1])
        scores = [self.offers(slot, smaller) for slot, smaller in left]
        if len(left) == 1:  # a reroll would leave a skip only
            return list(map(max, skips, *scores))
        best: Sequence[int] = ()
        for size, of_smaller in enumerate(SMALLER[:-1]):
            after = [self.kept(smaller)[size] for _, smaller in left]
            best = list(map(max, *after, *(pick(best) for pick in of_smaller)))
        return list(map(max, skips, *scores, *(pick(best) for pick in SMALLER[-1])))


def means(rolled: Values) -> Sequence[Values]:
    """For each number of kept dice, for each multiset: the mean over all rolls of the others."""
    of_sizes = [rolled]
    for grown in reversed(_GROWN):
        of_sizes.append([total // len(FACES) for total in map(sum, _sixes(grown(of_sizes[-1])))])
    return of_sizes[::-1]


def _sixes(entries: Iterable[int]) -> Iterable[tuple[int, ...]]:
    return zip(*[iter(entries)] * len(FACES), strict=True)
