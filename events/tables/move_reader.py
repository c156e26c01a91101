"""Reads moves from requests and from bots: a JSON object becomes a game's command, or all that is wrong with it is reported at once.

What a command accepts is read from its dataclass (`command_fields`), as is its description for clients (`move_schema`).
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias, assert_never

from events.strict_schema import Invalid
from events.tables.command_fields import DECISION, MOST_NUMBERS, Field, Number, Numbers, Part, Text, fields_of
from rules.game import AnyGame
from rules.prose import listed

Errors: TypeAlias = list[Mapping[str, str]]
"""The wrong fields: `{"field": dotted path, "detail": a sentence}`."""

_TYPE: Final = Text(())


class ReadMove(NamedTuple):
    """A command, and the number of the decision that it answers."""

    command: Any
    decision: int


def read_move(game: AnyGame, body: Mapping[str, Any]) -> ReadMove:
    """The move in a body such as `events.tables.presenting.present_move` makes: parsed JSON of any content. Raises `Invalid`."""
    kind = body.get("type")
    if not isinstance(kind, str) or kind not in game.commands:
        raise Invalid([{"field": "type", "detail": f"Must be one of: {', '.join(game.commands)}."}])
    command: Any = game.commands[kind]
    wrong: Errors = []
    values = _object(_members(command), body, "", wrong)
    if values is None:
        raise Invalid(sorted(wrong, key=lambda error: error["field"]))
    del values["type"]
    decision = values.pop("decision")
    return ReadMove(command(**values), decision)


@cache
def _members(command: type[Any]) -> Mapping[str, Field]:
    """The members of a move whose type is already known."""
    return {"type": _TYPE, "decision": DECISION, **fields_of(command)}


def _object(members: Mapping[str, Field], sent: Mapping[str, Any], path: str, wrong: Errors) -> dict[str, Any] | None:
    """The values of an object with these members; None if some of it is wrong, which is added to `wrong`."""
    before, begin = len(wrong), f"{path}." if path else ""
    values = {name: _value(field, sent[name], begin + name, wrong) for name, field in members.items() if name in sent}
    wrong += [_error(begin + name, f"Is missing. {_rule(field)}") for name, field in members.items() if name not in sent]
    if unknown := [name for name in sent if name not in members]:
        detail = _unknown(members)
        wrong += [_error(begin + name, detail) for name in unknown]
    return values if len(wrong) == before else None


def _value(field: Field, sent: Any, path: str, wrong: Errors) -> Any:
    """The value of a field; anything if it is wrong, which is added to `wrong`."""
    match field:
        case Number() | Part(number=Number()) if type(sent) is int and _is_within(field, sent):
            return sent
        case Text(choices) if isinstance(sent, str) and (not choices or sent in choices):
            return sent
        case Numbers() if isinstance(sent, list | tuple):
            return _numbers(field, sent, path, wrong)
        case Part(of, members) if isinstance(sent, dict):
            values = _object(members, sent, path, wrong)
            return None if values is None else of(**values)
        case _:
            wrong.append(_error(path, _rule(field)))
    return None


def _is_within(field: Number | Part, sent: int) -> bool:
    number = field.number if isinstance(field, Part) else field
    return number is not None and number.least <= sent <= number.most


def _numbers(field: Numbers, sent: Sequence[Any], path: str, wrong: Errors) -> tuple[int, ...] | frozenset[int]:
    if len(sent) > MOST_NUMBERS:
        wrong.append(_error(path, f"Must have at most {MOST_NUMBERS} items."))  # each wrong item would be an error of its own
        return ()
    before = len(wrong)
    numbers = tuple([_value(field.each, number, f"{path}.{place}", wrong) for place, number in enumerate(sent)])
    if not field.apart:
        return numbers
    if len(wrong) == before and len(set(numbers)) != len(numbers):
        wrong.append(_error(path, "Must not repeat a number."))
    return frozenset(numbers)


def _error(path: str, detail: str) -> Mapping[str, str]:
    return {"field": path, "detail": detail}


def _unknown(members: Mapping[str, Field]) -> str:
    known = f": {', '.join(members)}" if members else " none"
    return f"Unknown field; there are{known}."


def _rule(field: Field) -> str:
    """What the field accepts, as a sentence."""
    return f"Must be {_accepted(field)}."


def _accepted(field: Field) -> str:
    match field:
        case Number(least, most):
            return f"a whole number from {least} to {most}"
        case Text(choices):
            return f"one of: {', '.join(choices)}" if choices else "a text"
        case Numbers():
            return "a list of whole numbers"
        case Part(_, within, number):
            whole = f"an object with {listed(within)}"
            return whole if number is None else f"{_accepted(number)}, or {whole}"
        case _:
            assert_never(field)
