"""The chance of a seat to win, between two turns: against each rival by the table of values, and then against all of them."""

from collections.abc import Sequence

from rules.dicy_cards.players.duel import CERTAIN, Duel, Side, compared
from rules.dicy_cards.players.rivals import Rival
from rules.dicy_cards.turns import LAST_ROUND_SCORE


def against_all(chances: Sequence[Sequence[int]]) -> Sequence[int]:
    """Of the chances to be ahead of each rival, for several cases: the chance to be ahead of them all in each case.

    The odds against a win are the sum of the odds against each rival.
    """
    return chances[0] if len(chances) == 1 else [_against_all(of_each) for of_each in zip(*chances, strict=True)]


def _against_all(of_each: Sequence[int]) -> int:
    if not all(of_each):
        return 0
    return CERTAIN * CERTAIN // (CERTAIN + sum([CERTAIN * (CERTAIN - chance) // chance for chance in of_each]))


def ahead(duel: Duel, scores: range, hand: int, rival: Rival, against: int, *, ending: bool) -> Sequence[int]:
    """The chance to be ahead of the rival in the end, with this hand, for each of these own scores, which ascend. `against` is the rival's
    hand by then. `ending`: this is the last round even if the own score does not make it so.
    """
    other = Side(rival.side.score, against)
    before = 0 if ending else min(max(0, LAST_ROUND_SCORE - scores.start), len(scores))
    last = [_ahead_in_the_last_round(duel, Side(score, hand), rival, other) for score in scores[before:]]
    return [*_ahead_in_the_table(duel, scores[:before], hand, rival, other), *last] if before else last


def _ahead_in_the_table(duel: Duel, scores: range, hand: int, rival: Rival, other: Side) -> Sequence[int]:
    if rival.own_next:
        return duel.of_next_by_own_score(scores, hand, other, first=rival.own_first)
    return [CERTAIN - chance for chance in duel.of_next_by_other_score(other, hand, scores, first=not rival.own_first)]


def _ahead_in_the_last_round(duel: Duel, own: Side, rival: Rival, other: Side) -> int:
    if rival.own_to_come and rival.to_come:
        return _ahead_of_two_turns(duel, own, rival, other)
    if rival.own_to_come:
        return duel.of_last(own, other)
    return CERTAIN - duel.of_last(other, own) if rival.to_come else compared(own, other)


def _ahead_of_two_turns(duel: Duel, own: Side, rival: Rival, other: Side) -> int:
    """One turn each is still to come, because a third seat ends the game. The table knows that of two seats just before the last round:
    the better one is taken to be there.
    """
    lack = LAST_ROUND_SCORE - 1 - max(own.score, other.score)
    raised = [Side(side.score + lack, side.hand) for side in (own, other)]
    return _ahead_in_the_table(duel, range(raised[0].score, raised[0].score + 1), own.hand, rival, raised[1])[0]
