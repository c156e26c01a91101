"""Whole tables for tests: those of the golden files, as a store would have them."""

import json
from pathlib import Path

from events.store.event_store import IdempotencyRecord, KeptReceipts, Snapshot
from events.store.whole_table import WholeTable
from events.tables.envelope import NO_HASH, write_line
from tests.golden_tables.record import FOLDER

FILES = sorted(FOLDER.glob("*/*.json"))


def of_file(path: Path) -> WholeTable:
    """The table of a golden file. Each of its events has a key of its own."""
    content = json.loads(path.read_bytes())
    lines, head, records = list[bytes](), NO_HASH, dict[str, IdempotencyRecord]()
    for event in content["events"]:
        body = {"table": content["table"], **{name: value for name, value in event.items() if name != "hash"}}
        line = write_line(head, body, f"key {event['version']}#print")
        head = line.hash
        lines.append(line.plain(content["table"], event["version"]))
        records[f"key {event['version']}"] = IdempotencyRecord("print", event["version"], event["version"])
    return WholeTable(
        table=content["table"],
        lines=lines,
        snapshot=Snapshot(len(lines), head, b"\x00sealed"),
        records=records,
        secret=None,
        receipts=KeptReceipts(b"{}", None),
        creator="key:one",
        due=None,
        forks={},
        rematch=None,
        exports={},
    )
