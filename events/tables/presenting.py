"""Events and tables as JSON for one viewer. Everything that leaves the core passes here, and contains only what the viewer may see."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from events.store.event_store import Rematch
from events.tables.opening import LoadedTable, RecordedEvent
from events.timestamps import stamp
from rules.game import AnyGame, Seat
from rules.table_view import view, visible


def present_table(loaded: LoadedTable, viewer: Seat | None) -> dict[str, Any]:
    """The table as `viewer` (None: a spectator) may see it, as JSON values."""
    shown = view(loaded.game, loaded.id, loaded.table, viewer, loaded.connected)
    return {**shown, "rematch": present_rematch(loaded.rematch)}


def present_rematch(rematch: Rematch | None) -> dict[str, Any] | None:
    """A rematch as everybody may see it, as JSON values: its table, the seats that have requested it, and its latest start time."""
    if rematch is None:
        return None
    starts = datetime.fromtimestamp(rematch.proposal.starts / 1000, UTC)
    return {"table": rematch.proposal.table, "asked": rematch.asked, "starts_at": stamp(starts)}


def present_move(game: AnyGame, command: Any, decision: int) -> dict[str, Any]:
    """A command as the answer to a decision, as JSON values: the body that a client posts."""
    kind = next(name for name, known in game.commands.items() if type(command) is known)
    return {"type": kind, **msgspec.to_builtins(command, order="deterministic"), "decision": decision}


def present_event(loaded: LoadedTable, recorded_event: RecordedEvent, viewer: Seat | None) -> dict[str, Any]:
    """An event of the table as `viewer` may see it, as JSON values. Once the table is finished, nothing is hidden."""
    recorded = recorded_event.recorded
    return {
        "version": recorded.version,
        "type": recorded.type,
        "schema": recorded.schema,
        "seat": recorded.seat,
        "at": recorded.at,
        "decision": recorded.decision,
        "data": recorded.data if loaded.table.status == "finished" else _visible_data(loaded, recorded_event, viewer),
        "hash": recorded.hash,
    }


def _visible_data(loaded: LoadedTable, recorded_event: RecordedEvent, viewer: Seat | None) -> Any:
    names = visible(loaded.game, recorded_event.event, viewer)
    fields: dict[str, Any] = msgspec.json.decode(recorded_event.recorded.data)
    if len(names) == len(fields):
        return recorded_event.recorded.data
    return {name: fields[name] for name in names if name in fields}  # an event of an older schema has fewer fields
