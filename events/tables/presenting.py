"""Events and tables as JSON for one viewer. Everything that leaves the core passes here, and contains only what the viewer may see."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from events.store.event_store import Rematch
from events.tables.envelope import Recorded
from events.tables.names import BESIDE_NAME, shown_data
from events.tables.opening import LoadedTable, RecordedEvent
from events.timestamps import stamp
from rules.game import AnyGame, Seat
from rules.table_events import SeatTaken
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
        "data": _data(recorded) if loaded.table.status == "finished" else _visible_data(loaded, recorded_event, viewer),
        "hash": recorded.hash,
    }


def _data(recorded: Recorded) -> Any:
    """All of an event's data, as JSON values or their JSON."""
    return shown_data(recorded) if recorded.type == SeatTaken.type else recorded.data


def _visible_data(loaded: LoadedTable, recorded_event: RecordedEvent, viewer: Seat | None) -> Any:
    names = visible(loaded.game, recorded_event.event, viewer)
    fields = shown_data(recorded_event.recorded)
    if len(names) == len(fields):
        return _data(recorded_event.recorded)
    shown = (*names, *BESIDE_NAME) if "name" in names else names
    return {name: fields[name] for name in shown if name in fields}  # an event of an older schema has fewer fields
