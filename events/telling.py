"""Events and tables as JSON for one viewer: what leaves the core leaves here, and shows no more than the viewer may see."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from events.moments import stamp
from events.opening import Happened, Opened
from events.store import Rematch
from rules.game import AnyGame, Seat
from rules.table_view import view, visible


def tell_table(opened: Opened, viewer: Seat | None) -> dict[str, Any]:
    """The table as `viewer` (None: a spectator) may see it, as JSON values."""
    told = view(opened.game, opened.id, opened.table, viewer, opened.connected)
    return {**told, "rematch": tell_rematch(opened.rematch)}


def tell_rematch(rematch: Rematch | None) -> dict[str, Any] | None:
    """A rematch as anybody may see it, as JSON values: its table, the seats whose players have asked, and when it starts at the latest."""
    if rematch is None:
        return None
    starts = datetime.fromtimestamp(rematch.proposal.starts / 1000, UTC)
    return {"table": rematch.proposal.table, "asked": rematch.asked, "starts_at": stamp(starts)}


def tell_move(game: AnyGame, command: Any, decision: int) -> dict[str, Any]:
    """A command as the answer to a decision, as JSON values: the body that a client posts."""
    kind = next(name for name, known in game.commands.items() if type(command) is known)
    return {"type": kind, **msgspec.to_builtins(command, order="deterministic"), "decision": decision}


def tell_event(opened: Opened, happened: Happened, viewer: Seat | None) -> dict[str, Any]:
    """An event of the table as `viewer` may see it, as JSON values. When the table is finished everything is open."""
    recorded = happened.recorded
    return {
        "version": recorded.version,
        "type": recorded.type,
        "schema": recorded.schema,
        "seat": recorded.seat,
        "at": recorded.at,
        "decision": recorded.decision,
        "data": recorded.data if opened.table.status == "finished" else _shown(opened, happened, viewer),
        "hash": recorded.hash,
    }


def _shown(opened: Opened, happened: Happened, viewer: Seat | None) -> Any:
    names = visible(opened.game, happened.event, viewer)
    fields: dict[str, Any] = msgspec.json.decode(happened.recorded.data)
    if len(names) == len(fields):
        return happened.recorded.data
    return {name: fields[name] for name in names if name in fields}  # an event of an older schema has fewer
