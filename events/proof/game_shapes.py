"""The data of a game's events: exactly the members of the dataclasses that the rules state them with, at every depth.

msgspec passes over what it does not know in a dataclass. So each has a struct beside it that does not.
"""

import types
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec


@cache
def exact(event: type) -> type[msgspec.Struct]:
    """The data of an event of this class, without its seat, which stands in the envelope."""
    hints = get_type_hints(event)
    members = [(field.name, _exact(hints[field.name])) for field in fields(event) if field.name != "seat"]
    return msgspec.defstruct(event.__name__, members, frozen=True, forbid_unknown_fields=True, namespace={"__doc__": event.__doc__})


def _exact(kind: Any) -> Any:
    """The type, in which every dataclass is taken exactly."""
    if is_dataclass(kind) and isinstance(kind, type):
        return exact(kind)
    inside = get_args(kind)
    if get_origin(kind) in {Union, types.UnionType}:
        return Union[tuple(map(_exact, inside))]  # noqa: UP007 - of a tuple
    if get_origin(kind) is tuple:
        return tuple[tuple(map(_exact, inside))]  # type: ignore[misc]  # made from another type
    return kind
