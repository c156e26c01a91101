"""Given, when, then for Ice Dice: states in any situation, dice with given values, moves and refusals."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rules.ice_dice import game
from rules.ice_dice.boards import STAND_IN
from rules.ice_dice.commands import Calculation, Pair, Setup, Shift, Sign, Take
from rules.ice_dice.events import (
    BoardLaid,
    DiceRolled,
    Event,
    FirstSeatChosen,
    SeatWithdrawn,
    Ties,
    TokenSetUp,
    TokenShifted,
    TokenTaken,
    TurnBegan,
    Variant,
)
from rules.ice_dice.state import State
from rules.ice_dice.tokens import COLOURS, Token
from rules.testing.fixed_dice import Falling, drawn
from rules.testing.stories import Story

GAME = game()

SUM = Calculation(op="+", left=0, right=1)
"""A calculation of an earlier turn, where its values do not matter."""


STORY = Story(GAME)
fold, play, leave, refusal = STORY.fold, STORY.play, STORY.leave, STORY.refusal


def started(chosen: Mapping[str, Any] | None = None, seats: int = 2, *draws: Sequence[int], timed: bool = False) -> State:
    """A state before the first move; the draws are those of its creation."""
    return STORY.started(chosen or {}, seats, Falling(*(draws or [(1,)])), timed=timed)


def set_up(state: State) -> State:
    """The table at the first turn of seat 0, with the dice 2, 3 and 6."""
    for token in (1, 7, 13):
        state = play(state, 0, Setup(token=token), Falling((2, 3, 6))).state
    return state


def lying(variant: Variant = "standard", turned: Sequence[int] = ()) -> tuple[Token, ...]:
    """The tokens of the stand-in board, with the `turned` ones showing their backs."""
    return tuple(
        Token(token=token.front.number, line=line, number=up.number, colour=up.colour)
        for line, tokens in enumerate(STAND_IN)
        for token in tokens
        if variant != "young" or token.front.number <= 18
        for up in [token.back if token.front.number in turned else token.front]
    )


def dealt(
    *,
    seats: int = 2,
    variant: Variant = "standard",
    ties: Ties = "adults",
    reroll_limit: int | None = None,
    turned: Sequence[int] = (),
    big: Sequence[int] | None = None,
    medium: Sequence[int] = (),
    own: Mapping[int, Sequence[int]] | None = None,
    first: int = 0,
    turn: int | None = None,
    round: int = 1,
    still_rounds: int = 0,
    moved: int | None = None,
    withdrawn: Sequence[int] = (),
    dice: Sequence[int] = (2, 3, 6),
) -> State:
    """A state in the middle of a game, folded from events only, with the dice of `turn` rolled.

    Tokens that are not named are on the big board; if `big` names its tokens, the others are on the medium board. The token `moved` was
    shifted before, in the same round.
    """
    mover, tokens = first if turn is None else turn, lying(variant, turned)
    collected = {seat: tuple((own or {}).get(seat, ())) for seat in range(seats)}
    taken = [token for tokens_of in collected.values() for token in tokens_of]
    if big is not None:
        medium = [*medium, *(token.token for token in tokens if token.token not in {*big, *medium, *taken})]
    board = BoardLaid(seats=seats, variant=variant, ties=ties, reroll_limit=reroll_limit, tokens=tokens, draw=None)
    facts: list[Event] = [board, FirstSeatChosen(first=first, draw=None)]
    facts.extend(TokenSetUp(seat=first, token=token, number=token, left=1) for token in (*medium, *taken))
    points = worth(tokens, list(collected.values()), ties)
    for seat, tokens_of in collected.items():
        facts.extend(TokenTaken(seat=seat, token=token, number=token, expression=SUM, dice=(1, 1, 1), points=points) for token in tokens_of)
    facts.extend(SeatWithdrawn(seat=seat) for seat in withdrawn)
    facts.append(TurnBegan(seat=first, round=round, turns=6, still_rounds=still_rounds))
    if moved is not None:
        facts.append(TokenShifted(seat=first, token=moved, number=moved, expression=SUM, dice=(1, 1, 1)))
    facts.append(TurnBegan(seat=mover, round=round, turns=7, still_rounds=still_rounds))
    facts.append(DiceRolled(seat=mover, dice=tuple(dice), draw=drawn(dice)))
    return fold(facts)


def worth(tokens: Sequence[Token], own: Sequence[Sequence[int]], ties: Ties) -> tuple[int, ...]:
    """The points of every seat, computed colour by colour, independently of the rules."""
    colour_of = {token.token: token.colour for token in tokens}
    points = [len(collected) for collected in own]
    for colour in COLOURS:
        numbers = [sum(colour_of[token] == colour for token in collected) for collected in own]
        shared = Counter(numbers)[max(numbers)] > 1
        for seat, number in enumerate(numbers):
            points[seat] += number > 0
            if number == max(numbers) and (ties == "children" or not shared):
                points[seat] += number
    return tuple(points)


def two(left: int, op: Sign, right: int) -> Calculation:
    """Two dice, by their positions."""
    return Calculation(op=op, left=left, right=right)


def left_first(first: int, inner: Sign, second: int, op: Sign, third: int) -> Calculation:
    """`(first inner second) op third`, by positions."""
    return Calculation(op=op, left=Pair(op=inner, left=first, right=second), right=third)


def right_first(first: int, op: Sign, second: int, inner: Sign, third: int) -> Calculation:
    """`first op (second inner third)`, by positions."""
    return Calculation(op=op, left=first, right=Pair(op=inner, left=second, right=third))


def shift(token: int, expression: Calculation) -> Shift:
    return Shift(token=token, expression=expression)


def take(token: int, expression: Calculation) -> Take:
    return Take(token=token, expression=expression)
