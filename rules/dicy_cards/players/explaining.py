"""Why a command has its rank: reasons from the numbers of the ranking, and from the plan of the turn that they come from."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from rules.advice import rounded, rounded_points, unit
from rules.dicy_cards.cards import CARDS, CardId
from rules.dicy_cards.commands import Command, Freeze, Reroll, Reset, Score, Skip
from rules.dicy_cards.players.aims import SKIP, aims
from rules.dicy_cards.players.hands import hand_of, in_order
from rules.dicy_cards.players.turn import TurnPlan
from rules.dicy_cards.players.valuing import kept_after
from rules.dicy_cards.state import State, frozen
from rules.dicy_cards.turns import LAST_ROUND_SCORE
from rules.game import Seat
from rules.judging import Ranked, Reason
from rules.rounds import staying


class Insight(NamedTuple):
    """What a player knows besides its ranking: the plan of the turn, and the chance of winning after a score without its card's effect, in
    percent: (slot of the card, hand left, points) -> chance. None if the player knows no chances.
    """

    turn: Callable[[], TurnPlan]
    without_effect: Callable[[int, int, int], float] | None = None


class Reasons:
    """The reasons for the ranked commands of one decision."""

    def __init__(self, insight: Insight, state: State, seat: Seat, ranked: Sequence[Ranked[Command]]) -> None:
        self._insight, self._state, self._ranked = insight, state, ranked
        self._five, self._player = in_order(state.cards), state.players[seat]
        self._frozen, self._opponents = len(frozen(state, seat)), len(staying(state)) - 1

    def of(self, one: Ranked[Command]) -> Reason:
        """Why this command has its rank."""
        other = next((other for other in self._ranked if _deed(other.command) != _deed(one.command)), None)
        if other is None:
            return Reason("advice-only")
        match one.command:
            case Reroll(freeze=card, dice=dice):
                return self._of_reroll(one, card, dice)
            case Score(card=card):
                return self._of_score(one, card, _compared(one, other))
            case Skip():
                return Reason("advice-skip", {**_compared(one, other), "thawing": self._frozen})
            case Freeze() | Reset():
                return Reason(f"advice-{one.command.type}", {**_compared(one, other), "best": one.value > other.value})
            case _:
                return Reason("advice-roll", _compared(one, other))

    def _of_reroll(self, one: Ranked[Command], card: CardId, dice: frozenset[int]) -> Reason:
        """Compared with the best that ends the turn now."""
        now = next(other for other in self._ranked if not isinstance(other.command, Reroll))
        told = {"unit": unit(one), "now": rounded(now), "points": rounded_points(one.points), "after": rounded(one)}
        return Reason("advice-reroll", {**told, "aim": self._aim(card, dice) or "none"})

    def _aim(self, card: CardId, dice: frozenset[int]) -> CardId | None:
        """The card with which the turn ends most often after this reroll; None if it is most often skipped."""
        ends = aims(self._insight.turn()).after(self._left(card), *kept_after(self._state.dice or ())[dice])
        end = max(range(len(ends)), key=ends.__getitem__)
        return None if end == SKIP else self._five[end]

    def _of_score(self, one: Ranked[Command], card: CardId, told: Mapping[str, Any]) -> Reason:
        ending = next((other for other in self._ranked if self._would_begin_the_end(other.command, card)), None)
        if ending is not None and rounded(one) > rounded(ending) and not self._would_begin_the_end(one.command, card):
            return Reason("advice-wait", {**told, "ending": rounded(ending)})
        return Reason("advice-score", {**told, **self._without_effect(one, card)})

    def _would_begin_the_end(self, command: Command, card: CardId) -> bool:
        """Whether a score with this card begins the last round."""
        return isinstance(command, Score) and command.card == card and self._player.score + self._points(command) >= LAST_ROUND_SCORE

    def _without_effect(self, one: Ranked[Command], card: CardId) -> Mapping[str, Any]:
        """Who freezes a card because of the score, and the chance of winning if they did not, in whole percent. Nobody if it is no less."""
        effect, without = CARDS[card].effect, self._insight.without_effect
        if without is None or effect is None or effect.kind != "freeze" or not isinstance(one.command, Score):
            return {"whom": "nobody"}
        chance = round(without(self._five.index(card), self._left(card), self._points(one.command)))
        if chance >= rounded(one):
            return {"whom": "nobody"}
        return {"whom": "opponent" if self._opponents == 1 else effect.whom, "without": chance}

    def _points(self, command: Score) -> int:
        dice = self._state.dice or ()
        return CARDS[command.card].points(tuple(sorted([dice[position] for position in command.dice])))

    def _left(self, card: CardId) -> int:
        """The hand without this card."""
        return hand_of(self._five, (active for active in self._player.active if active != card))


def _deed(command: Command) -> tuple[str, CardId | None]:
    """What a command does. All rerolls do the same."""
    return (command.type, command.card if isinstance(command, Score | Freeze | Reset) else None)


def _compared(one: Ranked[Command], other: Ranked[Command]) -> Mapping[str, Any]:
    kind, card = _deed(other.command)
    told = {"unit": unit(one), "now": rounded(one), "points": rounded_points(one.points), "other": rounded(other)}
    return {**told, "kind": kind, "card": card or "none"}
