"""Refusals of a game: each with its code, field and ruling, all codes reached, and no move that is neither refused nor legal."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from rules.game import Game, Seat
from rules.rejected import Rejected
from rules.testing.fixed_dice import Low
from rules.testing.stories import Story

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")


class RefusedMove(NamedTuple, Generic[S, C]):
    """A move that is refused, with the code and, if there are any, the wrong field and the number of the ruling; `detail` is how its words
    begin.
    """

    state: S
    seat: Seat
    command: C
    code: str
    field: str | None = None
    rule: str | None = None
    detail: str = ""


class RefusedOptions(NamedTuple):
    chosen: Mapping[str, Any]
    code: str


def check_move(game: Game[S, C, E], refused: RefusedMove[S, C]) -> None:
    found = Story(game).refusal(refused.state, refused.seat, refused.command)
    assert (found.code, found.field, found.rule) == (refused.code, refused.field, refused.rule)
    assert found.detail.startswith(refused.detail)
    assert found.detail.endswith(".")


def check_options(game: Game[S, C, E], refused: RefusedOptions, seats: int) -> None:
    try:
        complete = game.options(refused.chosen, seats, False)
    except Rejected as found:
        assert found.code == refused.code
    else:
        raise AssertionError(f"{refused.chosen} is accepted: {complete}")


def check_codes(game: Game[S, C, E], moves: Iterable[RefusedMove[S, C]], options: Iterable[RefusedOptions]) -> None:
    """Every code of the game is reached by one of these, and no other."""
    assert {refused.code for refused in moves} | {refused.code for refused in options} == set(game.rejections)


def check_answer(game: Game[S, C, E], state: S, seat: Seat, command: C) -> bool:
    """Whatever is played, the answer is a refusal with a known code, or does what a legal move of the same type does.

    Whether it was accepted.
    """
    legal: Sequence[C] = game.legal(state, seat)
    story = Story(game)
    try:
        events = game.decide(state, seat, command, Low())
    except Rejected as refused:
        assert refused.code in game.rejections
        assert command not in legal
        return False
    alike = [move for move in legal if type(move) is type(command)]
    assert story.fold(events, state) in [story.play(state, seat, move, Low()).state for move in alike]
    return True
