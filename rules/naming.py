"""What a catalogue says of options and their values, in any game and language."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple


class Named(NamedTuple):
    """A value, a card or a token, as people read it."""

    title: str
    about: str


def option(
    about: str, default: object, values: Mapping[Any, Named], *, stand_ins: Collection[str] = (), numbers: Mapping[str, int] | None = None
) -> Mapping[str, Any]:
    """An option as `Game.catalogue` gives it; the values in `stand_ins` are filled in by this project."""
    return {
        "about": about,
        "default": default,
        "values": {value: {"title": named.title, "about": named.about, "stand_in": value in stand_ins} for value, named in values.items()},
        "numbers": numbers,
    }
