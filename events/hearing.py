"""Moves that come from outside, such as a bot's answer: JSON values become a game's command, or are refused whole."""

import dataclasses
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, get_origin, get_type_hints

import msgspec

from events.learnt import learnt
from events.plain_words import plain
from rules.game import AnyGame

SAFE: Final = 2**53 - 1
"""The largest integer that every JSON reader keeps exact."""

MOST_NUMBERS: Final = 64
"""Numbers in one field of a move: more than any game has dice or cards to choose from."""


class NotAMove(Exception):
    """What came is no move of the game; `detail` says to a person what is wrong with it."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class Heard(NamedTuple):
    """A command and the decision that it says it answers; None if it leaves that out."""

    command: Any
    decision: int | None


def hear_move(game: AnyGame, body: Mapping[str, Any]) -> Heard:
    """The command in a body as `events.telling.tell_move` makes it; only its `decision` may be left out. Raises `NotAMove`.

    `body` is JSON that has been read already. Of one type is what is written as such: neither `1.0` nor `true` is a number here.
    """
    kind = body.get("type")
    if not isinstance(kind, str) or kind not in game.commands:
        raise NotAMove(f"The move has no known type; known: {', '.join(game.commands)}.")
    command: Any = game.commands[kind]
    try:
        heard = msgspec.convert(body, _shape(kind, command))
    except msgspec.ValidationError as error:
        raise NotAMove(f"The move {kind} is not as it should be: {plain(error, 'it')}.") from None
    fields = {name: getattr(heard, name) for name in command.__slots__}
    for name, value in fields.items():
        if isinstance(value, frozenset) and len(value) != len(body[name]):
            raise NotAMove(f"The move {kind} repeats a number in {name}.")
    decision = heard.decision
    return Heard(command(**fields), None if decision is msgspec.UNSET else decision)


@cache
def _shape(kind: str, command: Any) -> Any:
    """The move as it is written: the command's fields with the ranges of their numbers, a decision, and nothing else."""
    hints = get_type_hints(command)
    fields = [(field.name, _written(hints[field.name], field.metadata)) for field in dataclasses.fields(command)]
    decision = ("decision", Annotated[int, msgspec.Meta(ge=1, le=SAFE)] | msgspec.UnsetType, msgspec.UNSET)
    return learnt(msgspec.defstruct(command.__name__, [*fields, decision], tag_field="type", tag=kind, forbid_unknown_fields=True))


def _written(hint: Any, metadata: Mapping[str, Any]) -> Any:
    number: Any = Annotated[int, msgspec.Meta(ge=metadata.get("minimum", -SAFE), le=metadata.get("maximum", SAFE))]
    most = msgspec.Meta(max_length=MOST_NUMBERS)
    if hint is int:
        return number
    if get_origin(hint) is frozenset:
        return Annotated[frozenset[number], most]
    return Annotated[tuple[number, ...], most] if get_origin(hint) is tuple else hint
