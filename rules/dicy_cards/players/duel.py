"""The table of values of a set of cards: how likely the seat that moves next is to be ahead of another in the end.

Built outside the rules (`workers.values`), and handed in as bytes. What is read is an integer of `CERTAIN`.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rules.dicy_cards.players.hands import HANDS
from rules.dicy_cards.players.offers import MOST_POINTS
from rules.dicy_cards.setup import CARDS_EACH
from rules.dicy_cards.turns import LAST_ROUND_SCORE

VERSION: Final = b"dicy-cards duel 1\n"

STEP: Final = 8
"""Points between two scores of the table. What is between them is interpolated."""

NODES: Final = 14
"""How many scores the table has: those that lack 1, 9, 17 … 105 points to the last round."""

LEVELS: Final = 255
"""The table says a chance of 1 with this byte."""

_FINE: Final = 64
CERTAIN: Final = LEVELS * STEP * STEP * _FINE
"""A chance of 1."""

_PAIRS: Final = len(HANDS) ** 2
_ONE_SCORE: Final = NODES * _PAIRS
_BOTH_TURNS: Final = 2 * NODES * _ONE_SCORE
_COUNTS: Final = CARDS_EACH + 1
SIZE: Final = len(VERSION) + _BOTH_TURNS + MOST_POINTS * len(HANDS) * _COUNTS


class Side(NamedTuple):
    """A seat of a pair: its score and its hand."""

    score: int
    hand: int


class Duel:
    """The chances of a pair of seats with these five cards."""

    def __init__(self, table: bytes) -> None:
        """Raises ValueError for anything but a table of this version."""
        if len(table) != SIZE or not table.startswith(VERSION):
            raise ValueError("no table of values, or one of another version")
        self._chances = table[len(VERSION) :]

    def of_next(self, next_one: Side, other: Side, *, first: bool) -> int:
        """The chance of the seat that moves next to be ahead in the end. `first`: its turn comes before the other's in each round."""
        return self.of_next_by_own_score(range(next_one.score, next_one.score + 1), next_one.hand, other, first=first)[0]

    def of_next_by_own_score(self, scores: range, hand: int, other: Side, *, first: bool) -> Sequence[int]:
        """The same for several scores of the seat that moves next, with this hand."""
        node, part = divmod(LAST_ROUND_SCORE - other.score - 1, STEP)
        start = (0 if first else NODES) * _ONE_SCORE + node * _PAIRS + hand * len(HANDS) + other.hand
        low = self._chances[start : start + NODES * _ONE_SCORE : _ONE_SCORE]
        high = self._chances[start + _PAIRS : start + _PAIRS + NODES * _ONE_SCORE : _ONE_SCORE] if part else low
        return _between(low, high, part, scores)

    def of_next_by_other_score(self, next_one: Side, hand: int, scores: range, *, first: bool) -> Sequence[int]:
        """The same for several scores of the other seat, with this hand."""
        node, part = divmod(LAST_ROUND_SCORE - next_one.score - 1, STEP)
        start = ((0 if first else NODES) + node) * _ONE_SCORE + next_one.hand * len(HANDS) + hand
        low = self._chances[start : start + _ONE_SCORE : _PAIRS]
        high = self._chances[start + _ONE_SCORE : start + 2 * _ONE_SCORE : _PAIRS] if part else low
        return _between(low, high, part, scores)

    def of_last(self, last: Side, other: Side) -> int:
        """The chance of a seat that has the last turn of all to be ahead of the other, whose score and hand stay."""
        ahead = other.score - last.score
        if not 0 < ahead <= MOST_POINTS:
            return CERTAIN * (ahead <= 0)
        place = ((ahead - 1) * len(HANDS) + last.hand) * _COUNTS + other.hand.bit_count()
        return self._chances[_BOTH_TURNS + place] * STEP * STEP * _FINE


def _between(low: bytes, high: bytes, part: int, scores: range) -> Sequence[int]:
    """What lies between two rows of the table, at `part` of `STEP`, for each score of the seat whose scores the rows are about."""
    known = [((STEP - part) * lower + part * higher) * _FINE for lower, higher in zip(low, high, strict=True)]
    known.append(0)
    return [to_lower * known[node] + to_higher * known[node + 1] for node, to_lower, to_higher in _places(scores)]


@lru_cache(maxsize=LAST_ROUND_SCORE)
def _places(scores: range) -> Sequence[tuple[int, int, int]]:
    """For each score: the node of the table below it, and the weights of this one and the next."""
    places = (divmod(LAST_ROUND_SCORE - score - 1, STEP) for score in scores)
    return [(node, STEP - part, part) for node, part in places]


def compared(mine: Side, other: Side) -> int:
    """The chance of being ahead when no turn follows: by score, then by active cards; a tie is half of it."""
    own, against = (mine.score, mine.hand.bit_count()), (other.score, other.hand.bit_count())
    return CERTAIN * (own > against) if own != against else CERTAIN // 2
