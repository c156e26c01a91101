"""What a creator can choose from, as data without words: those are in the game's texts (`Game.texts`)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rules.sheet import Sheet

ALWAYS_THERE: Final = object()
"""In the place of a value at older tables: no table is older than the option."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """An option with its default and its values, or with `numbers` if it accepts a whole number. With the default None it may be null.

    The values in `stand_ins` are this project's own choice. With `picks`, so many different values are chosen. `used_with` is the only
    value of another option with which it is used. `rule` is the ruling that a refusal names. `before` is the value at tables that are older
    than the option: what the rules did before there was a choice, which need not be the default. The texts are `option-NAME` and
    `option-NAME-VALUE`, with the attribute `about`.
    """

    default: object
    values: Collection[str] = ()
    stand_ins: Collection[str] = ()
    numbers: range | None = None
    picks: int | None = None
    used_with: Mapping[str, str] | None = None
    rule: str | None = None
    before: object = ALWAYS_THERE


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueCard:
    """A card or token. `message` is its title, with the attribute `text`; `arguments` are for both. A stand-in replaces a printed one.
    A card on which players write has a `sheet`.
    """

    id: str
    message: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    stand_in: bool = False
    sheet: Sheet | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """The options by name, and all cards."""

    options: Mapping[str, Option]
    cards: Collection[CatalogueCard]
