"""Parses moves from outside, such as a bot's answer: a JSON value becomes a game's command, or is refused as a whole."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, assert_never

import msgspec

from events.msgspec_types import prepared
from events.plain_words import plain
from events.tables.command_fields import LARGEST_SAFE_INTEGER, MOST_NUMBERS, Field, Number, Numbers, Part, Text, fields_of
from rules.game import AnyGame


class NotAMove(Exception):
    """The value is not a move of the game. `detail` says what is wrong with it, for a person."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class ReadMove(NamedTuple):
    """A command and the decision that it answers; None if the body does not name it."""

    command: Any
    decision: int | None


def read_move(game: AnyGame, body: Mapping[str, Any]) -> ReadMove:
    """The command in a body such as `events.tables.presenting.present_move` makes. Only `decision` may be left out. Raises `NotAMove`.

    `body` is parsed JSON. Types are strict: neither `1.0` nor `true` counts as a whole number.
    """
    kind = body.get("type")
    if not isinstance(kind, str) or kind not in game.commands:
        raise NotAMove(f"The move has no known type; known: {', '.join(game.commands)}.")
    command: Any = game.commands[kind]
    try:
        form = _form(kind, command)
        parsed = msgspec.convert(body, form.written)
        made = _made(command, form.fields, parsed)
    except msgspec.ValidationError as error:
        raise NotAMove(f"The move {kind} is not as it should be: {plain(error, 'it')}.") from None
    except _Repeated as repeated:
        raise NotAMove(f"The move {kind} repeats a number in {repeated}.") from None
    decision = parsed.decision
    return ReadMove(made, None if decision is msgspec.UNSET else decision)


class _Repeated(Exception):
    """A number occurs twice in a field that allows it once. The message is the field."""


def _made(of: type[Any], fields: Mapping[str, Field], parsed: Any, path: str = "") -> Any:
    """The command, or part of one, with the parsed values. `path` leads to it in the body. Raises `_Repeated`."""
    return of(**{name: _value(field, getattr(parsed, name), f"{path}{name}") for name, field in fields.items()})


def _value(field: Field, parsed: Any, path: str) -> Any:
    if isinstance(field, Part) and isinstance(parsed, msgspec.Struct):
        return _made(field.of, field.fields, parsed, f"{path}.")
    if not isinstance(field, Numbers) or not field.apart:
        return parsed
    if len(set(parsed)) != len(parsed):
        raise _Repeated(path)
    return frozenset(parsed)


class _Form(NamedTuple):
    """The JSON form of a move: the command's fields with the ranges of their numbers, a decision, and nothing else."""

    written: Any
    fields: Mapping[str, Field]


@cache
def _form(kind: str, command: Any) -> _Form:
    fields = fields_of(command)
    decision: Any = ("decision", Annotated[int, msgspec.Meta(ge=1, le=LARGEST_SAFE_INTEGER)] | msgspec.UnsetType, msgspec.UNSET)
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
