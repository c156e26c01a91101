"""The legal commands of a seat. They are created once and shared, because a turn has about four hundred of them."""

from functools import lru_cache
from itertools import chain, combinations

from rules.dicy_cards.cards import CARDS, CardId, Faces, fits
from rules.dicy_cards.commands import Command, Freeze, Reroll, Reset, Roll, Score, Skip
from rules.dicy_cards.guards import DICE
from rules.dicy_cards.state import State, to_move
from rules.dicy_cards.turns import eligible_cards
from rules.game import Seat

_SELECTIONS = tuple(chain.from_iterable(combinations(DICE, size) for size in range(1, 7)))
_REROLLS = {card.id: tuple(Reroll(freeze=card.id, dice=frozenset(chosen)) for chosen in _SELECTIONS) for card in CARDS.values()}
_SCORES = {
    card.id: tuple((chosen, Score(card=card.id, dice=frozenset(chosen))) for chosen in _SELECTIONS if len(chosen) in card.sizes)
    for card in CARDS.values()
}
_ROLL, _SKIP = Roll(), Skip()
_FREEZES = {card.id: Freeze(card=card.id) for card in CARDS.values()}
_RESETS = {card.id: Reset(card=card.id) for card in CARDS.values()}


def legal(state: State, seat: Seat) -> tuple[Command, ...]:
    """Every command that `decide` accepts from this seat now, each once. The options of a choice are in the order of the table's cards."""
    if seat not in to_move(state):
        return ()
    if state.phase == "choice":
        return _choices(state, seat)
    active = state.players[seat].active
    if state.dice is None:
        return (_ROLL, _SKIP) if active else (_SKIP,)
    rerolls = chain.from_iterable(_REROLLS[card] for card in active)
    return (*rerolls, *_scores(active, state.dice), _SKIP)


def default(state: State, seat: Seat) -> Command:
    """The command for a seat whose time runs out: the first option of a choice, or a skip in its own turn."""
    return legal(state, seat)[0] if state.phase == "choice" else _SKIP


def _choices(state: State, seat: Seat) -> tuple[Command, ...]:
    kind = next(owed.kind for owed in state.pending if owed.seat == seat)
    made: dict[CardId, Freeze] | dict[CardId, Reset] = _FREEZES if kind == "freeze" else _RESETS
    return tuple(made[card] for card in eligible_cards(state, seat, kind))


@lru_cache(maxsize=4096)
def _scores(active: tuple[CardId, ...], dice: Faces) -> tuple[Score, ...]:
    """All ways to score. Cached, because the page, the player and the check of the move use the same roll."""
    ordered = tuple(sorted(dice))
    shown = {chosen: tuple(sorted([dice[position] for position in chosen])) for chosen in _SELECTIONS}
    return tuple(score for card in active for chosen, score in _SCORES[card] if fits(CARDS[card], shown[chosen], ordered))
