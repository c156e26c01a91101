"""Moves that come from outside, such as a bot's answer: JSON values become a game's command, or are refused whole."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, assert_never

import msgspec

from events.msgspec_types import prepared
from events.plain_words import plain
from events.tables.command_fields import MOST_NUMBERS, SAFE, Field, Number, Numbers, Part, Text, fields_of
from rules.game import AnyGame


class NotAMove(Exception):
    """What came is no move of the game; `detail` says to a person what is wrong with it."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class ReadMove(NamedTuple):
    """A command and the decision that it says it answers; None if it leaves that out."""

    command: Any
    decision: int | None


def read_move(game: AnyGame, body: Mapping[str, Any]) -> ReadMove:
    """The command in a body as `events.tables.presenting.tell_move` makes it; only its `decision` may be left out. Raises `NotAMove`.

    `body` is JSON that has been read already. Of one type is what is written as such: neither `1.0` nor `true` is a number here.
    """
    kind = body.get("type")
    if not isinstance(kind, str) or kind not in game.commands:
        raise NotAMove(f"The move has no known type; known: {', '.join(game.commands)}.")
    command: Any = game.commands[kind]
    try:
        form = _form(kind, command)
        heard = msgspec.convert(body, form.written)
        made = _made(command, form.fields, heard)
    except msgspec.ValidationError as error:
        raise NotAMove(f"The move {kind} is not as it should be: {plain(error, 'it')}.") from None
    except _Repeated as repeated:
        raise NotAMove(f"The move {kind} repeats a number in {repeated}.") from None
    decision = heard.decision
    return ReadMove(made, None if decision is msgspec.UNSET else decision)


class _Repeated(Exception):
    """A number stands twice where each may stand once; the message is the field."""


def _made(of: type[Any], fields: Mapping[str, Field], heard: Any, place: str = "") -> Any:
    """The command, or part of one, in what was heard at a place. Raises `_Repeated`."""
    return of(**{name: _value(field, getattr(heard, name), f"{place}{name}") for name, field in fields.items()})


def _value(field: Field, heard: Any, place: str) -> Any:
    if isinstance(field, Part) and isinstance(heard, msgspec.Struct):
        return _made(field.of, field.fields, heard, f"{place}.")
    if not isinstance(field, Numbers) or not field.apart:
        return heard
    if len(set(heard)) != len(heard):
        raise _Repeated(place)
    return frozenset(heard)


class _Form(NamedTuple):
    """A move as it is written: the command's fields with the ranges of their numbers, a decision, and nothing else."""

    written: Any
    fields: Mapping[str, Field]


@cache
def _form(kind: str, command: Any) -> _Form:
    fields = fields_of(command)
    decision: Any = ("decision", Annotated[int, msgspec.Meta(ge=1, le=SAFE)] | msgspec.UnsetType, msgspec.UNSET)
    members = [*_members(fields), decision]
    return _Form(prepared(msgspec.defstruct(command.__name__, members, tag_field="type", tag=kind, forbid_unknown_fields=True)), fields)


def _members(fields: Mapping[str, Field]) -> list[tuple[str, Any]]:
    return [(name, _written(field)) for name, field in fields.items()]


def _written(field: Field) -> Any:
    match field:
        case Number(least, most):
            return Annotated[int, msgspec.Meta(ge=least, le=most)]
        case Text(choices):
            return Literal[choices] if choices else str
        case Numbers(each, _):
            number: Any = _written(each)
            return Annotated[tuple[number, ...], msgspec.Meta(max_length=MOST_NUMBERS)]
        case Part(of, fields, instead):
            part = msgspec.defstruct(of.__name__, _members(fields), forbid_unknown_fields=True)
            return part if instead is None else _written(instead) | part
        case _:
            assert_never(field)
