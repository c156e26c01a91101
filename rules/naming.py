"""The entries of a catalogue for options and their values, in any game and language."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple


class Named(NamedTuple):
    """The title and description of a value, a card or a token."""

    title: str
    about: str


def option(
    about: str, default: object, values: Mapping[Any, Named], *, stand_ins: Collection[str] = (), numbers: Mapping[str, int] | None = None
) -> Mapping[str, Any]:
    """An option in the form of `Game.catalogue`. The values in `stand_ins` are this project's own choice."""
    return {
        "about": about,
        "default": default,
        "values": {value: {"title": named.title, "about": named.about, "stand_in": value in stand_ins} for value, named in values.items()},
        "numbers": numbers,
    }
