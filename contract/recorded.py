"""Examples that were recorded: what a golden table looked like at a version, and what had happened there.

`recorded: [view, ice-dice/issued, 20]` stands for the value of an example.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from contract.names import known_games
from contract.shorthand import Node
from events.proof.loading import load_file
from events.tables.move_list import listed
from events.tables.opening import LoadedTable
from events.tables.presenting import present_event, present_table
from rules.table_state import fold

TABLES: Final = Path(__file__).parents[1] / "tests" / "golden_tables"


def value(kind: str, table: str, *which: Any) -> Any:
    """The recorded value of this kind, of a table, at or between versions."""
    return _JSON_OF[kind](table, *which)


def filled(node: Any, *, named: bool = False) -> Any:
    """A part with the values of its recorded examples. With `named`, its members are examples, which have their value in `value`."""
    if isinstance(node, list):
        return [filled(item) for item in node]
    if not isinstance(node, dict):
        return node
    if "recorded" in node:
        return value(*node["recorded"])
    return {
        name: {**_without_recorded(told), "value": value(*told["recorded"])}
        if named and "recorded" in told
        else filled(told, named=name == "examples" and isinstance(told, dict))
        for name, told in node.items()
    }


def _without_recorded(example: Node) -> Node:
    return {name: told for name, told in example.items() if name != "recorded"}


@cache
def _loaded(table: str) -> Any:
    return load_file((TABLES / f"{table}.json").read_bytes(), known_games())


def _at(table: str, version: int) -> LoadedTable:
    """The golden table as it was at a version."""
    loaded, log = _loaded(table)
    state = fold(loaded.game, None, (entry.event for entry in log[:version]))
    found: LoadedTable = loaded._replace(table=state)
    return found


def _view(table: str, version: int) -> Node:
    return _plain(present_table(_at(table, version), None))


def _events(table: str, after: int, to: int) -> Node:
    _, log = _loaded(table)
    return _plain({"events": [present_event(_at(table, to), entry, None) for entry in log[after:to]], "next": None})


def _happened(table: str, after: int, to: int) -> Node:
    return {"events": _events(table, after, to)["events"], "view": _view(table, to)}


def _moves(table: str, version: int, seat: int) -> Node:
    return _plain(listed(_at(table, version), seat))


def _legal(table: str, version: int, seat: int) -> Any:
    return _moves(table, version, seat)["moves"]


def _event(table: str, version: int) -> Node:
    event: Node = _events(table, version - 1, version)["events"][0]
    return event


def _time(table: str, version: int) -> Any:
    return _event(table, version)["at"]


def _lines(table: str, after: int, to: int) -> str:
    return "".join(_compact(event) + "\n" for event in _events(table, after, to)["events"])


def _frame(table: str, version: int) -> Node:
    event = _event(table, version)
    return {"id": f"{version}-{event['hash'][:8]}", "data": _compact(event)}


def _receipts(table: str) -> Node:
    receipts: Node = json.loads((TABLES / f"{table}.json").read_text(encoding="utf-8"))["receipts"]
    return receipts


def _receipt(table: str, which: str) -> Any:
    return _receipts(table)[which]


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _plain(value: Any) -> Node:
    plain: Node = json.loads(msgspec.json.encode(value))
    return plain


_JSON_OF: Final[Mapping[str, Callable[..., Any]]] = {
    "view": _view,
    "happened": _happened,
    "events": _events,
    "event": _event,
    "time": _time,
    "lines": _lines,
    "frame": _frame,
    "moves": _moves,
    "legal": _legal,
    "receipts": _receipts,
    "receipt": _receipt,
}
