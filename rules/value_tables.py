"""Tables of values by which built-in players play. They are computed elsewhere, because that takes long, and handed in by name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:
    from rules.game import AnyGame, BuiltInPlayer

S = TypeVar("S")
C = TypeVar("C")


class ValueTable(NamedTuple):
    """A table of values. `checksum` is the SHA-256 of its data (64 hex digits)."""

    data: bytes
    checksum: str


Library: TypeAlias = Callable[[str], ValueTable | None]
"""(name) -> the table of values of this name; None as long as there is none."""


def no_tables(_name: str) -> None:
    """The library without tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ByTable(Generic[S, C]):
    """How a built-in player plays by a table of values. `player` is pure; it raises ValueError for data that is no table of this game."""

    name: Callable[[S], str]
    """The name of the table for this state, the same throughout a game: letters, digits and hyphens, 48 at most."""
    player: Callable[[bytes], "BuiltInPlayer[S, C]"]
    library: Library = field(default=no_tables)


def with_library(games: "Mapping[str, AnyGame]", library: Library) -> "dict[str, AnyGame]":
    """The games, with built-in players that take their tables from this library."""
    return {name: supplied(game, library) for name, game in games.items()}


def supplied(game: "AnyGame", library: Library) -> "AnyGame":
    """The game, with built-in players that take their tables from this library."""
    return replace(game, players={level: _with(player, library) for level, player in game.players.items()})


def _with(player: "BuiltInPlayer[S, C]", library: Library) -> "BuiltInPlayer[S, C]":
    return player if player.by_table is None else replace(player, by_table=replace(player.by_table, library=library))
