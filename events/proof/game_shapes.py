"""The data of a game's events: exactly the members of the rules' dataclasses, at every depth.

msgspec ignores unknown members of a dataclass. So each dataclass gets a struct that forbids them.
"""

import types
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec


@cache
def exact(event: type, without: frozenset[str] = frozenset()) -> type[msgspec.Struct]:
    """The data of an event of this class, without its seat, which the envelope contains, and without members that came later."""
    hints = get_type_hints(event)
    members = [(field.name, _exact(hints[field.name])) for field in fields(event) if field.name not in {"seat", *without}]
    return msgspec.defstruct(event.__name__, members, frozen=True, forbid_unknown_fields=True, namespace={"__doc__": event.__doc__})


def _exact(kind: Any) -> Any:
    """The type, with a strict struct instead of each dataclass."""
    if is_dataclass(kind) and isinstance(kind, type):
        return exact(kind)
    inside = get_args(kind)
    if get_origin(kind) in {Union, types.UnionType}:
        return Union[tuple(map(_exact, inside))]  # noqa: UP007 - built from a tuple
    if get_origin(kind) is tuple:
        return tuple[tuple(map(_exact, inside))]  # type: ignore[misc]  # made from another type
    return kind
