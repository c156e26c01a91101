"""The questions asked before a command is carried out. Each refuses with `Rejected` or lets pass; none changes anything."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from rules.game import Seat
from rules.ice_dice.arithmetic import DICE, positions, signs, signs_used, value, written
from rules.ice_dice.commands import Calculation
from rules.ice_dice.events import Faces
from rules.ice_dice.state import ENDLESS, State, by_id, rerolls_left, to_move
from rules.ice_dice.tokens import Token
from rules.rejected import Rejected

REJECTIONS: Mapping[str, str] = {
    "option-unknown": "The game has no such option.",
    "option-invalid": "The option does not allow this value.",
    "game-over": "The game is over.",
    "not-your-turn": "It is another seat's turn.",
    "set-up-first": "Three tokens have to be set up before the first turn.",
    "already-set-up": "The three tokens are set up; the game has begun.",
    "line-used": "A token of this line is set up already; each comes from another line.",
    "reroll-too-late": "Dice are rerolled only before a token is shifted.",
    "reroll-limit": "This turn has no reroll left.",
    "no-dice": "At least one die has to be chosen.",
    "no-such-die": "Dice have the positions 0 to 2.",
    "already-shifted": "This turn has shifted a token; one may be taken now.",
    "shift-first": "A token may be taken only after one is shifted.",
    "token-not-there": "This token does not lie on the board that it is moved from.",
    "same-number": "The number taken has to differ from the number shifted.",
    "die-used-twice": "A calculation uses each die at most once.",
    "sign-not-allowed": "This sign is not used in this variant.",
    "division-by-zero": "The calculation divides by zero.",
    "number-wrong": "The calculation does not make the number of the token.",
}
"""Every code that this game refuses with -> what it means, for people."""


def check_setting_up(state: State, seat: Seat) -> None:
    """Refuses unless the seat sets up."""
    _check_turn(state, seat)
    if state.phase != "setup":
        raise Rejected("already-set-up", "Three tokens are set up; tokens are shifted and taken now.")


def check_playing(state: State, seat: Seat) -> Faces:
    """The dice of the seat's turn. Refuses while it is none of its own, and during the set-up."""
    _check_turn(state, seat)
    if state.phase == "setup":
        raise Rejected("set-up-first", f"Seat {seat} has to set up three tokens from three lines first.")
    return state.dice or ()


def check_reroll(state: State, dice: frozenset[int]) -> None:
    """Refuses after the shift, without a reroll left, and for dice that are none (I5)."""
    if state.shifted is not None:
        raise Rejected("reroll-too-late", "A token is shifted already; the dice stay as they lie.", rule="I5")
    if rerolls_left(state) == 0:
        most = ENDLESS if state.reroll_limit is None else state.reroll_limit
        raise Rejected("reroll-limit", f"A turn has no more rerolls here than {most}.", rule="I5")
    if not dice:
        raise Rejected("no-dice", "At least one of the dice 0 to 2 has to be chosen.", field="dice", rule="I5")
    if not dice.issubset(DICE):
        raise Rejected("no-such-die", "The dice have the positions 0 to 2.", field="dice", rule="I5")


def check_not_shifted(state: State) -> None:
    """Refuses a second shift."""
    if state.shifted is not None:
        raise Rejected("already-shifted", f"Token {state.shifted} is shifted in this turn; take one now, or pass.")


def check_shifted(state: State) -> int:
    """The number that this turn has shifted. Refuses before the shift."""
    if state.shifted is None:
        raise Rejected("shift-first", "A token has to be shifted before one is taken.")
    return by_id(state)[state.shifted].number


def check_on_big_board(state: State, token: int) -> Token:
    """The token. Refuses one that does not lie on the big board."""
    return _lying(state, token, state.big, "big")


def check_on_medium_board(state: State, token: int) -> Token:
    """The token. Refuses one that does not lie on the medium board."""
    return _lying(state, token, state.medium, "medium")


def check_line(state: State, token: Token) -> None:
    """Refuses a token of a line that one is set up from."""
    tokens = by_id(state)
    if any(tokens[other].line == token.line for other in state.medium):
        raise Rejected("line-used", f"Token {token.token} is of a line that a token is set up from; choose another line.", field="token")


def check_differs(token: Token, shifted: int) -> None:
    """Refuses the number that was shifted, whichever token shows it."""
    if token.number == shifted:
        raise Rejected("same-number", f"The number {shifted} was shifted; another one has to be taken.", field="token")


def check_made(state: State, dice: Faces, expression: Calculation, number: int) -> None:
    """Refuses an expression that is none over these dice, and one that does not make the number exactly (I3, I4)."""
    used = positions(expression)
    if not set(used).issubset(DICE):
        raise Rejected("no-such-die", "The dice have the positions 0 to 2.", field="expression", rule="I4")
    if len(set(used)) < len(used):
        raise Rejected("die-used-twice", f"Each die is used at most once; here are {_listed(used)}.", field="expression", rule="I4")
    allowed = signs(state.variant)
    if not signs_used(expression).issubset(allowed):
        raise Rejected("sign-not-allowed", f"The signs of this variant are {_listed(allowed)}.", field="expression", rule="I3")
    made = _value(expression, dice)
    if made != number:
        raise Rejected("number-wrong", f"{written(expression, dice)} makes {made}, not {number}.", field="expression", rule="I4")


def _check_turn(state: State, seat: Seat) -> None:
    if state.phase == "over":
        raise Rejected("game-over", "The game is over; nobody moves any more.")
    if seat not in to_move(state):
        raise Rejected("not-your-turn", f"It is the turn of seat {state.turn}.")


def _lying(state: State, token: int, board: tuple[int, ...], name: str) -> Token:
    if token not in board:
        raise Rejected("token-not-there", f"Token {token} does not lie on the {name} board; there are {_listed(board)}.", field="token")
    return by_id(state)[token]


def _value(expression: Calculation, dice: Faces) -> Fraction:
    try:
        return value(expression, dice)
    except ZeroDivisionError:
        wrong = f"{written(expression, dice)} divides by zero."
        raise Rejected("division-by-zero", wrong, field="expression", rule="I3") from None


def _listed(items: Iterable[object]) -> str:
    return ", ".join(str(item) for item in items)
