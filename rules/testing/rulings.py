"""Rulings as rows of a table: a state, the moves that follow, and what then holds."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from rules.game import Game, Seat
from rules.testing.fixed_dice import Falling, Low
from rules.testing.stories import MadeMove, Story

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")


class Resigns(NamedTuple):
    """In the place of a move: the seat resigns."""

    seat: Seat


class By(NamedTuple):
    """In the place of a move: that of a seat which is not the first of those to move."""

    seat: Seat
    command: Any


class Ruling(NamedTuple):
    """In `state` the seats to move make `moves`, one after another; then each member that `then` names has its value.

    `moves` are commands of the game, `By` and `Resigns`; `draws` are the dice that fall, None: always the lowest.
    """

    says: str
    state: Any
    moves: Sequence[Any]
    then: Mapping[str, Any]
    draws: Sequence[Sequence[int]] | None = None


def rulings(*rows: tuple[Any, ...]) -> list[Ruling]:
    """The rows of a table as rulings: what each says, its state, its moves, what then holds, and, if they matter, the draws."""
    return [Ruling(*row) for row in rows]


NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
"""The players, seat by seat, in what is told."""

_OF_A_STATE: Final[Mapping[str, Callable[[Game[Any, Any, Any], Any], Any]]] = {
    "round": lambda game, state: game.round(state),
    "to move": lambda game, state: tuple(game.to_move(state)),
    "legal": lambda game, state: tuple(game.legal(state, game.to_move(state)[0])),
    "kinds of moves": lambda game, state: {type(move) for move in game.legal(state, game.to_move(state)[0])},
    "default": lambda game, state: game.default(state, game.to_move(state)[0]),
    "clock": lambda game, state: game.clock(state, game.to_move(state)[0]),
    "scores": lambda game, state: tuple(game.scores(state)),
    "reason": lambda game, state: getattr(game.outcome(state), "reason", None),
    "winners": lambda game, state: getattr(game.outcome(state), "winners", None),
    "view": lambda game, state: game.view(state, None),
    "picture": lambda game, state: game.picture(state, None),
    "ranking": lambda game, state: [(standing.seat, standing.rank) for standing in getattr(game.outcome(state), "ranking", ())],
}


def check_ruling(game: Game[S, C, E], ruling: Ruling) -> None:
    """The named members are as the ruling says; the command of every move is found again in its events.

    A name is a path with points: from "events" or "told" (of the last move), a word of `_OF_A_STATE`, or a member of the state or the view.
    """
    story, dice = Story(game), Low() if ruling.draws is None else Falling(*ruling.draws)
    made: MadeMove[S, E] = MadeMove((), ruling.state)
    for move in ruling.moves:
        if isinstance(move, Resigns):
            made = story.leave(made.state, move.seat, dice)
        else:
            seat, command = move if isinstance(move, By) else (game.to_move(made.state)[0], move)
            made = story.play(made.state, seat, command, dice)
            assert game.command_of(made.events) == command
    assert {name: _member(game, made, name) for name in ruling.then} == dict(ruling.then)


def _member(game: Game[S, C, E], made: MadeMove[S, E], name: str) -> Any:
    first, *way = name.split(".")
    found: Any
    if first == "events":
        found = made.events
    elif first == "told":
        found = Story(game).sentences(made, NAMES[: len(game.scores(made.state))])
    elif first in _OF_A_STATE:
        found = _OF_A_STATE[first](game, made.state)
    else:
        found = getattr(made.state, first) if hasattr(made.state, first) else game.view(made.state, None)[first]
    for step in way:
        found = found[int(step)] if step.isdigit() else found[step] if isinstance(found, Mapping) else getattr(found, step)
    return found
