"""What spectators and players may see of events."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

from rules.game import Game, Seat

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")


def hidden(game: Game[S, C, E], viewer: Seat | None, seat: Seat) -> Mapping[str, tuple[str, ...]]:
    """The fields that a viewer (None: a spectator) may not see of an event of `seat`, by the event's type. Everybody knows whose it is."""
    found = {}
    for event in game.events:
        names = [field.name for field in fields(event)]  # type: ignore[arg-type]  # events are dataclasses
        values: dict[str, Any] = {**dict.fromkeys(names), **({"seat": seat} if "seat" in names else {})}
        visible = game.visible(event(**values), viewer)
        unseen = tuple(name for name in names if name not in visible and name != "seat")
        if unseen:
            found[str(event.type)] = unseen  # type: ignore[attr-defined]  # and have a type
    return found
