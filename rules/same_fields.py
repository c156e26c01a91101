"""Carries facts from one record to the next: a fact has the same name in every record that has it.

What is known of a seat's holder comes with `SeatRequest` or `Sit`, is stored in `SeatTaken` and kept in `SeatState`.
"""

from dataclasses import fields
from typing import Any


def shared(source: Any, target: type[Any]) -> dict[str, Any]:
    """The fields of `source` that `target` also has, by name. Both are dataclasses or named tuples."""
    return {name: getattr(source, name) for name in _names(type(source)) if name in _names(target)}


def _names(kind: Any) -> tuple[str, ...]:
    return kind._fields if issubclass(kind, tuple) else tuple(field.name for field in fields(kind))
