"""The state of a game, and simple queries that several modules use."""

from typing import Literal, NamedTuple, TypeAlias

from rules.game import Seat
from rules.ice_dice.events import Faces, Reason, Ties, Variant
from rules.ice_dice.tokens import Token

Phase: TypeAlias = Literal["laid", "setup", "shift", "take", "between", "over"]
"""What the game waits for. `laid`, `between`: nothing, because the events of one command are not complete yet. In `laid` there is no first
seat yet.
"""

SETUP_TOKENS = 3
"""The number of tokens that the first seat places before the first turn, each from a different line."""

MOST_REROLLS = 100
"""The limit of rerolls without a `reroll_limit`. No player with a clock needs as many; it keeps logs short enough for verifiers."""


class Player(NamedTuple):
    """`own` are the tokens on the own board, in the order in which the seat took them."""

    own: tuple[int, ...]
    points: int
    withdrawn: bool


class State(NamedTuple):
    """`tokens` are all tokens of the table, on any board. `big` and `medium` contain the tokens on these boards, in order.

    `turn` is the seat whose turn it is, `turns` the number of that turn in the game (0: set-up). `rerolls` counts the rerolls of this turn.
    `shifted` is the token shifted in this turn. `moved` says whether a token has moved in this round (I8).
    """

    variant: Variant = "standard"
    ties: Ties = "adults"
    reroll_limit: int | None = None
    tokens: tuple[Token, ...] = ()
    big: tuple[int, ...] = ()
    medium: tuple[int, ...] = ()
    players: tuple[Player, ...] = ()
    first: Seat = 0
    turn: Seat = 0
    turns: int = 0
    round: int = 1
    phase: Phase = "laid"
    dice: Faces | None = None
    rerolls: int = 0
    shifted: int | None = None
    moved: bool = False
    still_rounds: int = 0
    reason: Reason | None = None


def to_move(state: State) -> tuple[Seat, ...]:
    """The seat that owes a decision now: the one whose turn it is."""
    if state.phase in {"laid", "between", "over"} or state.players[state.turn].withdrawn:
        return ()
    return (state.turn,)


def by_id(state: State) -> dict[int, Token]:
    """Every token of the table by its id."""
    return {token.token: token for token in state.tokens}


def rerolls_left(state: State) -> int | None:
    """The rerolls left in this turn, None without a limit (I5)."""
    if state.reroll_limit is None:
        return None if state.rerolls < MOST_REROLLS else 0
    return state.reroll_limit - state.rerolls


def clock_span(state: State, _seat: Seat) -> int:
    """The span of every seat's clock: each token of the set-up separately, then a turn with all its decisions."""
    return len(state.medium) if state.phase == "setup" else SETUP_TOKENS - 1 + state.turns
