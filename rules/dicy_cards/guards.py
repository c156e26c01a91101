"""The checks before a command. Each refuses with `Rejected` or returns; none changes anything."""

from typing import NoReturn

from rules.dicy_cards.cards import Change, Faces
from rules.dicy_cards.state import State, frozen
from rules.game import Seat
from rules.prose import separated
from rules.rejected import Rejected

REJECTIONS = (
    "option-unknown",
    "option-invalid",
    "game-over",
    "not-your-turn",
    "choice-pending",
    "no-choice-owed",
    "other-choice-owed",
    "not-rolled",
    "already-rolled",
    "all-frozen",
    "card-not-in-play",
    "card-frozen",
    "card-active",
    "no-dice",
    "no-such-die",
    "dice-do-not-fit",
)
"""Every code with which this game refuses."""

DICE = range(6)
"""The positions of the dice."""


def check_turn(state: State, seat: Seat) -> None:
    """Refuses unless it is this seat's turn and no choice is pending (D5)."""
    _check_playing(state)
    if state.phase == "choice":
        waiting = separated(owed.seat for owed in state.pending)
        raise Rejected("choice-pending", f"These seats must choose a card first: {waiting}.", rule="D5")
    if seat != state.turn:
        raise Rejected("not-your-turn", f"It is the turn of seat {state.turn}.")


def check_can_play(state: State, seat: Seat) -> None:
    """Refuses unless it is this seat's turn and it has an active card (D1)."""
    check_turn(state, seat)
    if not state.players[seat].active:
        raise Rejected("all-frozen", "All five cards are frozen: skip the turn.", rule="D1")


def check_rolled(state: State) -> Faces:
    """The six faces. Refuses before the first roll of the turn."""
    if state.dice is None:
        raise Rejected("not-rolled", "Roll the dice first.")
    return state.dice


def check_owed(state: State, seat: Seat, kind: Change) -> None:
    """Refuses unless this seat owes a choice of this kind (D5)."""
    _check_playing(state)
    owed = next((owed.kind for owed in state.pending if owed.seat == seat), None)
    if owed is None:
        raise Rejected("no-choice-owed", f"Seat {seat} owes no choice now.", rule="D5")
    if owed != kind:
        raise Rejected("other-choice-owed", f"Seat {seat} owes the other choice: {owed} instead of {kind}.", rule="D5")


def check_active(state: State, seat: Seat, card: str, field: str) -> None:
    """Refuses a card that is not one of the seat's active ones."""
    active = state.players[seat].active
    if card not in active:
        _refuse_card(state, card, field, "card-frozen", f"{card} is frozen; active: {separated(active)}.")


def check_frozen(state: State, seat: Seat, card: str, field: str) -> None:
    """Refuses a card that is not one of the seat's frozen ones."""
    ice = frozen(state, seat)
    if card not in ice:
        _refuse_card(state, card, field, "card-active", f"{card} is active; frozen: {separated(ice)}.")


def check_dice(dice: frozenset[int], rule: str) -> None:
    """Refuses positions that do not exist, and, by the given `rule`, an empty selection."""
    if not dice:
        raise Rejected("no-dice", "Choose at least one die (positions 0 to 5).", field="dice", rule=rule)
    if not dice.issubset(DICE):
        raise Rejected("no-such-die", "Positions are 0 to 5.", field="dice")


def _check_playing(state: State) -> None:
    if state.phase == "over":
        raise Rejected("game-over", "The game is over.")


def _refuse_card(state: State, card: str, field: str, code: str, detail: str) -> NoReturn:
    if card not in state.cards:
        raise Rejected("card-not-in-play", f"The cards at this table are {separated(state.cards)}.", field=field)
    raise Rejected(code, detail, field=field)
