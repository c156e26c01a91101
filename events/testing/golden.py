"""Golden games: stored tables that must always read the same. One event per line, so that a change can be reviewed."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from events.tables.codec import Codec
from events.tables.envelope import Recorded
from rules.dice import DiceSeed, SeededDice
from rules.game import AnyGame
from rules.table_state import Table, fold


class Golden(NamedTuple):
    """A finished table: its events as `{type, schema, seat, data}`, its outcome, its last view."""

    game: str
    ending: str
    table: str
    outcome: dict[str, Any]
    view: dict[str, Any]
    events: list[dict[str, Any]]


def read(text: str) -> Golden:
    """The golden game of a file with this text."""
    return Golden(**json.loads(text))


def text(golden: Golden) -> str:
    """The text of a golden game's file."""
    *head, (_, events) = golden._asdict().items()
    lines = [f'"{name}": {json.dumps(value)}' for name, value in head]
    lines.append('"events": [\n' + ",\n".join(map(json.dumps, events)) + "\n]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def golden_game(game: AnyGame, ending: str, table_id: str, facts: Sequence[Any], table: Table[Any]) -> Golden:
    """The golden game of a finished table."""
    codec = Codec(game)
    events = [{"type": fact.type, "schema": fact.schema, "seat": getattr(fact, "seat", None), "data": codec.data(fact)} for fact in facts]
    return Golden(game.name, ending, table_id, plain(table.outcome), plain(game.view(table.play, None)), events)


def finished_table(game: AnyGame, golden: Golden) -> Table[Any]:
    """The table after its events, which is finished and has the view and the result that it was stored with."""
    table = fold(game, None, stored_events(game, golden))
    assert table is not None
    assert plain(table.outcome) == plain(game.outcome(table.play)) == golden.outcome
    assert plain(game.view(table.play, None)) == golden.view
    assert (table.status, set(table.decisions)) == ("finished", {0})
    return table


def check_dice(game: AnyGame, golden: Golden) -> None:
    """Every draw follows from the table's secret, which its last event reveals."""
    table = finished_table(game, golden)
    assert table.secret is not None
    for draw in (event.draw for event in stored_events(game, golden) if getattr(event, "draw", None) is not None):
        dice = SeededDice(DiceSeed(golden.table, table.secret), table.client_seeds, draw.n)
        again = dice.roll(len(draw.values), draw.of) if draw.kind == "dice" else dice.shuffle(draw.of, len(draw.values))
        assert again == draw


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
