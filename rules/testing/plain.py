"""Which types and values a game may use, and what two texts of a catalogue have in common."""

from collections.abc import Mapping
from dataclasses import fields
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints


def is_frozen(kind: Any) -> bool:
    params = getattr(kind, "__dataclass_params__", None)
    return params is not None and params.frozen and hasattr(kind, "__slots__")


def is_plain(kind: Any) -> bool:
    """Whether a command's field may have this type: a number, a word, a set or tuple of numbers, or an object of such fields."""
    if get_origin(kind) is UnionType:
        number, made = get_args(kind)
        return number is int and is_made_of_fields(made)
    return kind in (int, str, frozenset[int], tuple[int, ...]) or get_origin(kind) is Literal or is_made_of_fields(kind)


def is_made_of_fields(kind: Any) -> bool:
    """Whether this is a frozen dataclass whose fields may be those of a command."""
    return is_frozen(kind) and all(is_plain(get_type_hints(kind)[field.name]) for field in fields(kind))


_SAME = frozenset({"default", "numbers", "picks", "with", "id", "stand_in", "sheet"})
"""What a catalogue has in common in all languages."""


def shape(value: Any) -> Any:
    """The keys of nested mappings and the lengths of lists, without the texts; an option's default, numbers, picks and conditions stay."""
    if isinstance(value, Mapping):
        return {str(key): inner if key in _SAME else shape(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [shape(inner) for inner in value]
    return type(value)
