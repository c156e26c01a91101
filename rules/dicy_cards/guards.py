"""The questions asked before a command is carried out. Each refuses with `Rejected` or lets pass; none changes anything."""

from collections.abc import Iterable, Mapping
from typing import NoReturn

from rules.dicy_cards.cards import Change, Faces
from rules.dicy_cards.state import State, frozen
from rules.game import Seat
from rules.rejected import Rejected

REJECTIONS: Mapping[str, str] = {
    "option-unknown": "The game has no such option.",
    "option-invalid": "The option does not allow this value, or not together with the others.",
    "game-over": "The game is over.",
    "not-your-turn": "It is another seat's turn.",
    "choice-pending": "Somebody has to choose a card first, for an effect or after a skip.",
    "no-choice-owed": "This seat has no card to choose.",
    "other-choice-owed": "This seat has to choose, but the other way round: freeze and reset are not the same.",
    "not-rolled": "The dice have not been rolled in this turn.",
    "already-rolled": "The six dice have been rolled in this turn.",
    "all-frozen": "All five cards of this seat are frozen; it can only skip.",
    "card-not-in-play": "This card is not one of the five of this table.",
    "card-frozen": "This card is frozen, an active one is needed.",
    "card-active": "This card is active, a frozen one is needed.",
    "no-dice": "At least one die has to be chosen.",
    "no-such-die": "Dice have the positions 0 to 5.",
    "dice-do-not-fit": "The card cannot be scored with these dice.",
}
"""Every code that this game refuses with -> what it means, for people."""

DICE = range(6)
"""The positions of the dice."""


def check_turn(state: State, seat: Seat) -> None:
    """Refuses unless the turn is this seat's and nobody owes a choice (D5)."""
    _check_playing(state)
    if state.phase == "choice":
        waiting = _listed(owed.seat for owed in state.pending)
        raise Rejected("choice-pending", f"A card is still to be chosen by seat {waiting}.", rule="D5")
    if seat != state.turn:
        raise Rejected("not-your-turn", f"It is the turn of seat {state.turn}.")


def check_can_play(state: State, seat: Seat) -> None:
    """Refuses unless the turn is this seat's and it has an active card left (D1)."""
    check_turn(state, seat)
    if not state.players[seat].active:
        raise Rejected("all-frozen", "All five cards are frozen; only a skip is left.", rule="D1")


def check_rolled(state: State) -> Faces:
    """The six faces. Refuses before the turn's roll."""
    if state.dice is None:
        raise Rejected("not-rolled", "The dice have to be rolled first.")
    return state.dice


def check_owed(state: State, seat: Seat, kind: Change) -> None:
    """Refuses unless this seat owes just this kind of choice (D5)."""
    _check_playing(state)
    owed = next((owed.kind for owed in state.pending if owed.seat == seat), None)
    if owed is None:
        raise Rejected("no-choice-owed", f"Seat {seat} has no card to {kind} now.", rule="D5")
    if owed != kind:
        raise Rejected("other-choice-owed", f"Seat {seat} has to {owed} a card, not to {kind} one.", rule="D5")


def check_active(state: State, seat: Seat, card: str, field: str) -> None:
    """Refuses a card that is not one of the seat's active ones."""
    active = state.players[seat].active
    if card not in active:
        _refuse_card(state, card, field, "card-frozen", f"{card} is frozen; active: {_listed(active)}.")


def check_frozen(state: State, seat: Seat, card: str, field: str) -> None:
    """Refuses a card that is not one of the seat's frozen ones."""
    ice = frozen(state, seat)
    if card not in ice:
        _refuse_card(state, card, field, "card-active", f"{card} is active; frozen: {_listed(ice)}.")


def check_dice(dice: frozenset[int], rule: str) -> None:
    """Refuses positions that no die has and, by the `rule` given, no dice at all."""
    if not dice:
        raise Rejected("no-dice", "At least one of the dice 0 to 5 has to be chosen.", field="dice", rule=rule)
    if not dice.issubset(DICE):
        raise Rejected("no-such-die", "The dice have the positions 0 to 5.", field="dice")


def _check_playing(state: State) -> None:
    if state.phase == "over":
        raise Rejected("game-over", "The game is over; nobody moves any more.")


def _refuse_card(state: State, card: str, field: str, code: str, detail: str) -> NoReturn:
    if card not in state.cards:
        raise Rejected("card-not-in-play", f"The cards of this table are {_listed(state.cards)}.", field=field)
    raise Rejected(code, detail, field=field)


def _listed(names: Iterable[object]) -> str:
    return ", ".join(str(name) for name in names)
