"""The set-up of a game: the options, the big board, and the first seat."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, get_args

from rules.catalogue import Option
from rules.dice import Dice, Draw
from rules.game import Options
from rules.ice_dice.boards import Board, TwoSided
from rules.ice_dice.events import BoardLaid, Event, FirstSeatChosen, Ties, Variant
from rules.ice_dice.tokens import YOUNG_TOKENS, Token
from rules.options import complete

VARIANTS: tuple[Variant, ...] = get_args(Variant)
TIES: tuple[Ties, ...] = get_args(Ties)
OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        "variant": Option(default="standard", values=VARIANTS),
        "ties": Option(default="adults", values=TIES),
        "reroll_limit": Option(default=None, numbers=range(21), rule="I5"),
    }
)

UNTIMED_LIMIT = 5
"""The default limit of rerolls per turn at a table without a clock (I5)."""

_BACK = 2
"""The second side of a token, as a two-sided die shows it."""


def options(chosen: Mapping[str, Any], _seats: int, timed: bool) -> Options:  # noqa: FBT001 - the signature in `Game`
    """The complete options. `reroll_limit` is None (no limit) only if turns have a clock (I5).

    Refuses with `option-unknown`, or `option-invalid` for an invalid value of any JSON type.
    """
    whole = complete(chosen, OPTIONS)
    limit = whole["reroll_limit"]
    return {**whole, "reroll_limit": UNTIMED_LIMIT if limit is None and not timed else limit}


def setup(board: Board, chosen: Options, seats: int, dice: Dice) -> tuple[Event, ...]:
    """The first events for complete options: the tokens on the big board, then the first seat."""
    variant: Variant = chosen["variant"]
    lines = _young(board) if variant == "young" else board
    draw = dice.roll(sum(map(len, lines)), sides=2) if variant == "experienced" else None
    board_laid = BoardLaid(
        seats=seats,
        variant=variant,
        ties=chosen["ties"],
        reroll_limit=chosen["reroll_limit"],
        tokens=_tokens_of(lines, draw),
        draw=draw,
    )
    first = dice.roll(1, sides=seats)
    return (board_laid, FirstSeatChosen(first=first.values[0] - 1, draw=first))


def _young(board: Board) -> Board:
    """The board without the high tokens and without empty lines."""
    lines = [tuple(token for token in line if token.front.number in YOUNG_TOKENS) for line in board]
    return tuple(line for line in lines if line)


def _tokens_of(lines: Board, draw: Draw | None) -> tuple[Token, ...]:
    tokens = [(token, number) for number, line in enumerate(lines) for token in line]
    sides = (1,) * len(tokens) if draw is None else draw.values
    return tuple(_token(token, line, side) for (token, line), side in zip(tokens, sides, strict=True))


def _token(token: TwoSided, line: int, side: int) -> Token:
    up = token.back if side == _BACK else token.front
    return Token(token=token.front.number, line=line, number=up.number, colour=up.colour)
