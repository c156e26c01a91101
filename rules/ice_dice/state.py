"""The state of a game, and the plain questions about it that several modules ask."""

from typing import Literal, NamedTuple, TypeAlias

from rules.game import Seat
from rules.ice_dice.events import Faces, Reason, Ties, Variant
from rules.ice_dice.tokens import Token

Phase: TypeAlias = Literal["laid", "setup", "shift", "take", "between", "over"]
"""What the turn's seat is asked for. `laid`, `between`: nothing, for the events of one command are not all written yet; in the first
case there is no first seat, either."""

SETUP_TOKENS = 3
"""How many tokens the first seat moves before the first turn, each from another line."""

ENDLESS = 100
"""More rerolls than anybody has in mind who plays by a clock: they end here, or a seat could make the log longer than verifiers read."""


class Player(NamedTuple):
    """`own` are the tokens on the own board, in the order in which they were taken."""

    own: tuple[int, ...]
    points: int
    withdrawn: bool


class State(NamedTuple):
    """`tokens` are all of the table, wherever they lie; `big` and `medium` hold the tokens on these boards, in their order.

    `turn` is the seat that is asked, `turns` that turn's number in the game (0: setting up); `rerolls` counts those of this turn;
    `shifted` is the token that this turn has shifted; `moved` says whether this round has moved one (I8).
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
    """The seat that owes a decision now: the turn's own."""
    if state.phase in {"laid", "between", "over"} or state.players[state.turn].withdrawn:
        return ()
    return (state.turn,)


def staying(state: State) -> tuple[Seat, ...]:
    """The seats that have not resigned, ascending."""
    return tuple(seat for seat, player in enumerate(state.players) if not player.withdrawn)


def by_id(state: State) -> dict[int, Token]:
    """Every token of the table by which one it is."""
    return {token.token: token for token in state.tokens}


def rerolls_left(state: State) -> int | None:
    """How many rerolls this turn has left, None while there is no limit (I5)."""
    if state.reroll_limit is None:
        return None if state.rerolls < ENDLESS else 0
    return state.reroll_limit - state.rerolls


def clock_span(state: State, _seat: Seat) -> int:
    """What every seat's clock measures: each token of the set-up for itself, then a turn with all its decisions."""
    return len(state.medium) if state.phase == "setup" else SETUP_TOKENS - 1 + state.turns


def current_round(state: State) -> int:
    """The round, from 1."""
    return state.round
