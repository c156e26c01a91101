"""Reads and writes golden games: one file for each way a game can end, one event per line so that a change can be reviewed."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from events.tables.codec import Codec
from events.tables.envelope import Recorded
from rules.game import AnyGame
from rules.table_state import Table

FOLDER = Path(__file__).parent


class Golden(NamedTuple):
    """A finished table: its events as `{type, schema, seat, data}`, its outcome, its last view."""

    game: str
    ending: str
    table: str
    outcome: dict[str, Any]
    view: dict[str, Any]
    events: list[dict[str, Any]]

    @property
    def path(self) -> Path:
        return FOLDER / self.game / f"{self.ending}.json"


def paths() -> list[Path]:
    return sorted(FOLDER.glob("*/*.json"))


def read(path: Path) -> Golden:
    return Golden(**json.loads(path.read_text()))


def write(golden: Golden) -> None:
    *head, (_, events) = golden._asdict().items()
    lines = [f'"{name}": {json.dumps(value)}' for name, value in head]
    lines.append('"events": [\n' + ",\n".join(map(json.dumps, events)) + "\n]")
    golden.path.parent.mkdir(exist_ok=True)
    golden.path.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def golden_game(game: AnyGame, ending: str, table_id: str, facts: Sequence[Any], table: Table[Any]) -> Golden:
    """The golden game of a finished table."""
    codec = Codec(game)
    events = [{"type": fact.type, "schema": fact.schema, "seat": getattr(fact, "seat", None), "data": codec.data(fact)} for fact in facts]
    return Golden(game.name, ending, table_id, plain(table.outcome), plain(game.view(table.play, None)), events)


def stored_events(game: AnyGame, golden: Golden) -> list[Any]:
    """The events, decoded like those of a table's log, with upcasts of old schemas."""
    codec = Codec(game)
    return [
        codec.event(
            Recorded(
                table=golden.table,
                version=version,
                type=stored["type"],
                schema=stored["schema"],
                seat=stored["seat"],
                at="",
                decision=None,
                key="",
                data=msgspec.Raw(msgspec.json.encode(stored["data"])),
                hash="",
            )
        )
        for version, stored in enumerate(golden.events, start=1)
    ]


def plain(value: Any) -> Any:
    """The value after a round trip through JSON."""
    return json.loads(msgspec.json.encode(value))
