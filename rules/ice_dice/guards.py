"""The checks before a command. Each refuses with `Rejected` or returns; none changes anything."""

from fractions import Fraction

from rules.game import Seat
from rules.ice_dice.arithmetic import DICE, positions, signs, signs_used, value, written
from rules.ice_dice.commands import Calculation
from rules.ice_dice.events import Faces
from rules.ice_dice.state import MOST_REROLLS, State, by_id, rerolls_left, to_move
from rules.ice_dice.tokens import Token
from rules.prose import separated
from rules.rejected import Rejected

REJECTIONS = (
    "option-unknown",
    "option-invalid",
    "game-over",
    "not-your-turn",
    "set-up-first",
    "already-set-up",
    "line-used",
    "reroll-too-late",
    "reroll-limit",
    "no-dice",
    "no-such-die",
    "already-shifted",
    "shift-first",
    "token-not-there",
    "same-number",
    "die-used-twice",
    "sign-not-allowed",
    "division-by-zero",
    "number-wrong",
)
"""Every code with which this game refuses."""


def check_setting_up(state: State, seat: Seat) -> None:
    """Refuses unless the seat is placing its tokens."""
    _check_turn(state, seat)
    if state.phase != "setup":
        raise Rejected("already-set-up", "The three tokens have been placed: now shift or take.")


def check_playing(state: State, seat: Seat) -> Faces:
    """The dice of the seat's turn. Refuses outside its turn and during the set-up."""
    _check_turn(state, seat)
    if state.phase == "setup":
        raise Rejected("set-up-first", f"Seat {seat} first places three tokens from three different lines.")
    return state.dice or ()


def check_reroll(state: State, dice: frozenset[int]) -> None:
    """Refuses after the shift, without a reroll left, and for positions that do not exist (I5)."""
    if state.shifted is not None:
        raise Rejected("reroll-too-late", "A token has been shifted: the dice can no longer be rerolled.", rule="I5")
    if rerolls_left(state) == 0:
        most = MOST_REROLLS if state.reroll_limit is None else state.reroll_limit
        raise Rejected("reroll-limit", f"This table allows {most} rerolls per turn.", rule="I5")
    if not dice:
        raise Rejected("no-dice", "Choose at least one die (positions 0 to 2).", field="dice", rule="I5")
    if not dice.issubset(DICE):
        raise Rejected("no-such-die", "Positions are 0 to 2.", field="dice", rule="I5")


def check_not_shifted(state: State) -> None:
    """Refuses a second shift."""
    if state.shifted is not None:
        raise Rejected("already-shifted", f"Token {state.shifted} has been shifted this turn: take one now, or pass.")


def check_shifted(state: State) -> int:
    """The number shifted in this turn. Refuses before the shift."""
    if state.shifted is None:
        raise Rejected("shift-first", "Shift a token before you take one.")
    return by_id(state)[state.shifted].number


def check_on_big_board(state: State, token: int) -> Token:
    """The token. Refuses one that is not on the big board."""
    return _token_on(state, token, state.big, "big")


def check_on_medium_board(state: State, token: int) -> Token:
    """The token. Refuses one that is not on the medium board."""
    return _token_on(state, token, state.medium, "medium")


def check_line(state: State, token: Token) -> None:
    """Refuses a token from a line that another placed token comes from."""
    tokens = by_id(state)
    if any(tokens[other].line == token.line for other in state.medium):
        raise Rejected(
            "line-used", f"A token of the line of token {token.token} has already been placed; choose another line.", field="token"
        )


def check_differs(token: Token, shifted: int) -> None:
    """Refuses the number that was shifted, on any token."""
    if token.number == shifted:
        raise Rejected("same-number", f"The number {shifted} has been shifted: take a different one.", field="token")


def check_made(state: State, dice: Faces, expression: Calculation, number: int) -> None:
    """Refuses an invalid expression for these dice, and one that does not make the number exactly (I3, I4)."""
    used = positions(expression)
    if not set(used).issubset(DICE):
        raise Rejected("no-such-die", "Positions are 0 to 2.", field="expression", rule="I4")
    if len(set(used)) < len(used):
        raise Rejected(
            "die-used-twice",
            f"Use each die at most once; this calculation uses positions {separated(used)}.",
            field="expression",
            rule="I4",
        )
    allowed = signs(state.variant)
    if not signs_used(expression).issubset(allowed):
        raise Rejected("sign-not-allowed", f"This variant allows only {separated(allowed)}.", field="expression", rule="I3")
    made = _value(expression, dice)
    if made != number:
        raise Rejected("number-wrong", f"{written(expression, dice)} makes {made}, not {number}.", field="expression", rule="I4")


def _check_turn(state: State, seat: Seat) -> None:
    if state.phase == "over":
        raise Rejected("game-over", "The game is over.")
    if seat not in to_move(state):
        raise Rejected("not-your-turn", f"It is the turn of seat {state.turn}.")


def _token_on(state: State, token: int, board: tuple[int, ...], name: str) -> Token:
    if token not in board:
        raise Rejected("token-not-there", f"Token {token} is not on the {name} board; these are: {separated(board)}.", field="token")
    return by_id(state)[token]


def _value(expression: Calculation, dice: Faces) -> Fraction:
    try:
        return value(expression, dice)
    except ZeroDivisionError:
        wrong = f"{written(expression, dice)} divides by zero."
        raise Rejected("division-by-zero", wrong, field="expression", rule="I3") from None
