"""What a forger does who knows the format: changes something and then makes every hash and every derived member fit again."""

import json
from typing import Any

from events.envelope import NO_HASH, chained
from events.proof.document import rebuilt, write

Value = dict[str, Any]


def opened(file: bytes) -> Value:
    value: Value = json.loads(file)
    return value


def chained_anew(value: Value) -> bytes:
    """The file with contiguous versions, hashes that fit, and all members as the events have them, as far as these allow it."""
    previous = NO_HASH
    for version, event in enumerate(value["events"], 1):
        event["version"] = version
        event["hash"] = previous = chained(previous, {**{name: event[name] for name in event if name != "hash"}, "table": value["table"]})
    try:
        return write(rebuilt(value["table"], value["events"]))
    except (KeyError, IndexError, TypeError):
        return write({**value, "head": previous})


def find(value: Value, kind: str, number: int = 0) -> Value:
    """An event of this type; number 0 is the first, -1 the last."""
    found: Value = [event for event in value["events"] if event["type"] == kind][number]
    return found
