"""The expert: it plays for the chance to win. A turn is planned exactly; what follows is read from the table of values of its cards."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, partial

from rules.dice import Dice
from rules.dicy_cards.cards import CARDS, Effect
from rules.dicy_cards.commands import Command
from rules.dicy_cards.players import steady
from rules.dicy_cards.players.duel import CERTAIN, Duel
from rules.dicy_cards.players.explaining import Insight, Reasons
from rules.dicy_cards.players.hands import EVERY, after_change, in_order
from rules.dicy_cards.players.odds import against_all, ahead
from rules.dicy_cards.players.offers import MOST_POINTS, UNLIMITED, for_best_below
from rules.dicy_cards.players.rivals import Rival, others_end, rivals
from rules.dicy_cards.players.turn import TurnPlan
from rules.dicy_cards.players.valuing import Judgement, any_best, best_first
from rules.dicy_cards.setup import Five
from rules.dicy_cards.state import State
from rules.dicy_cards.turns import LAST_ROUND_SCORE
from rules.game import BuiltInPlayer, Seat
from rules.judging import Ranked, Reason

PERCENT = CERTAIN / 100


@lru_cache(maxsize=16)
def with_table(table: bytes) -> BuiltInPlayer[State, Command]:
    """The expert that plays by this table. Raises ValueError for anything else than a table of these rules."""
    duel = Duel(table)
    return BuiltInPlayer(choose=partial(_choose, duel), rank=partial(_rank, duel), explain=partial(_explain, duel))


def _choose(duel: Duel, state: State, seat: Seat, dice: Dice) -> Command:
    """One of the best commands by `_rank`."""
    return any_best(best_first(state, seat, _judgement(duel, state, seat)), dice)


def _rank(duel: Duel, state: State, seat: Seat) -> Sequence[Ranked[Command]]:
    """Every legal command with the chance to win after it, best first. Its points are what `steady` expects of it."""
    points = {one.command: one.points for one in steady.rank(state, seat)}
    valued = best_first(state, seat, _judgement(duel, state, seat))
    return tuple(Ranked(command, points[command], value / PERCENT) for command, value in valued)


def _explain(duel: Duel, state: State, seat: Seat, one: Ranked[Command], ranked: Sequence[Ranked[Command]]) -> Reason:
    prospects = _prospects_of(duel, state, seat)
    without_effect = partial(prospects.score, effect=False)
    return Reasons(Insight(prospects.turn, lambda *score: without_effect(*score) / PERCENT), state, seat, ranked).of(one)


def _judgement(duel: Duel, state: State, seat: Seat) -> Judgement:
    prospects = _prospects_of(duel, state, seat)
    return Judgement(turn=prospects.turn, score=prospects.score, choice=prospects.choice)


def _prospects_of(duel: Duel, state: State, seat: Seat) -> "Prospects":
    return _prospects(duel, in_order(state.cards), state.players[seat].score, rivals(state, seat), others_end(state, seat))


@lru_cache(maxsize=64)
def _prospects(duel: Duel, five: Five, score: int, others: tuple[Rival, ...], ending: bool) -> "Prospects":  # noqa: FBT001 - a cache key
    return Prospects(duel, five, score, others, ending=ending)


class Prospects:
    """What a seat can expect of each end of the turn in progress: kept for the later decisions of the turn."""

    def __init__(self, duel: Duel, five: Five, score: int, others: tuple[Rival, ...], *, ending: bool) -> None:
        """`ending`: this is the last round even if the own score does not make it so."""
        self._five, self._rivals, self._lack = five, others, UNLIMITED if ending else LAST_ROUND_SCORE - score
        scores = range(score, score + MOST_POINTS + 1)
        self._ahead_now = partial(ahead, duel, scores[:1], ending=ending)
        self._ahead = cache(lambda number, hand, against: ahead(duel, scores, hand, others[number], against, ending=ending))
        self._by_points = cache(self._after_score)
        self.turn = cache(self._planned)

    def score(self, slot: int, left: int, points: int, *, effect: bool = True) -> int:
        """The chance after this card brings these points and this hand is left; or what it would be if the card had no effect."""
        return self._by_points(CARDS[self._five[slot]].effect if effect else None, left)[points]

    def choice(self, left: int) -> int:
        """The chance if a choice leaves this hand."""
        return against_all([self._ahead_now(left, rival, rival.side.hand) for rival in self._rivals])[0]

    def _planned(self) -> TurnPlan:
        skipped = [self._worst(number, EVERY, after_change(rival.side.hand, freeze=False)) for number, rival in enumerate(self._rivals)]
        return TurnPlan(self._offers, against_all(skipped)[0])

    def _offers(self, slot: int, left: int) -> Sequence[int]:
        card = self._five[slot]
        by_points = [-1, *self._by_points(CARDS[card].effect, left)[1:]]
        most = for_best_below(card, UNLIMITED)(by_points)
        if self._lack > MOST_POINTS:
            return most
        return list(map(max, most, for_best_below(card, self._lack)(by_points)))  # it may be better to wait below 100

    def _after_score(self, effect: Effect | None, left: int) -> Sequence[int]:
        return against_all([self._worst(number, left, hands) for number, hands in enumerate(self._hands_after(effect))])

    def _hands_after(self, effect: Effect | None) -> Iterator[tuple[int, ...]]:
        """The hands of which each rival chooses one."""
        for rival in self._rivals:
            if effect is None or (effect.whom == "neighbours" and not rival.beside):
                yield (rival.side.hand,)
            else:
                yield after_change(rival.side.hand, freeze=effect.kind == "freeze")

    def _worst(self, number: int, hand: int, against: tuple[int, ...]) -> Sequence[int]:
        """For each of 0 to 36 points: the chance to be ahead of a rival who chooses the best of these hands."""
        chances = [self._ahead(number, hand, other) for other in against]
        return chances[0] if len(chances) == 1 else list(map(min, *chances))
