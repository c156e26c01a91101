"""What a viewer may see of a table and its events. Fails closed: everything that neither this module nor the game names stays hidden."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, fields
from typing import Any, Final, assert_never

from rules.default_names import name_or_default
from rules.game import AnyGame, Outcome, Seat
from rules.table_events import (
    AdviceRequested,
    BotFailed,
    ClockStarted,
    DecisionExpired,
    SeatLeft,
    SeatResigned,
    SeatSubstituted,
    SeatTaken,
    SeedRevealed,
    TableCreated,
    TableEvent,
    TableFinished,
    TableStarted,
    ValuesUsed,
)
from rules.table_state import Table

SHOWN_OF_HOLDERS: Final = ("kind", "name", "level", "bot")
"""What everybody sees of the holder of a seat."""


def view(game: AnyGame, table_id: str, table: Table[Any], viewer: Seat | None, connected: Collection[Seat] = ()) -> dict[str, Any]:
    """The table as JSON values, as `viewer` (None: a spectator) may see it. `connected` are the seats with an open connection."""
    started = table.play is not None
    return {
        "table": table_id,
        "game": game.name,
        "ruleset": game.ruleset,
        "status": table.status,
        "version": table.version,
        "options": table.options,
        "turn_seconds": table.turn_seconds,
        "on_expiry": None if table.on_expiry is None else asdict(table.on_expiry),
        "bot_seconds": table.bot_seconds,
        "on_failure": None if table.on_failure is None else asdict(table.on_failure),
        "abandon_after": table.abandon_after,
        "advice": table.advice,
        "forked_from": None if table.forked_from is None else {"table": table.forked_from.table, "version": table.forked_from.version},
        "round": game.round(table.play) if started else None,
        "seats": [
            {
                "seat": seat,
                **{name: getattr(holder, name) for name in SHOWN_OF_HOLDERS},
                **name_view(seat, holder.name, erased=holder.name_erased),
                "connected": seat in connected,
                "resigned": holder.resigned,
            }
            for seat, holder in enumerate(table.seats)
        ],
        "owed": [
            {"seat": seat, "decision": decision, "deadline": deadline(game, table, seat)}
            for seat, decision in enumerate(table.decisions)
            if decision
        ],
        "state": game.view(table.play, viewer) if started else None,
        "picture": game.picture(table.play, viewer) if started else None,
        "sheets": {card: asdict(sheet) for card, sheet in game.sheets(table.play).items()} if started else {},
        "outcome": None if table.outcome is None else outcome_view(table.outcome),
        "fairness": {
            "commitment": table.commitment,
            "reserved": table.reserved,
            "client_seeds": table.client_seeds,
            "secret": table.secret,
        },
    }


def name_view(seat: Seat, name: str | None, *, erased: bool) -> dict[str, Any]:
    """The name of a seat's holder as JSON values. An erased name is shown as that of a player without a name, and as erased: clients rely
    on a name at every taken seat.
    """
    return {"name": name_or_default(seat, None), "name_erased": True} if erased else {"name": name}


def without_name(seat: Seat, shown: Mapping[str, Any]) -> dict[str, Any]:
    """JSON values about a seat's holder, after the name was erased."""
    return {**{member: value for member, value in shown.items() if member != "name_salt"}, **name_view(seat, None, erased=True)}


def deadline(game: AnyGame, table: Table[Any], seat: Seat) -> str | None:
    """The deadline (UTC, ms) of a seat that owes a decision, None if its clock does not run."""
    clock = table.clocks[seat]
    return clock.deadline if clock.span == game.clock(table.play, seat) else None


def outcome_view(outcome: Outcome) -> dict[str, Any]:
    """The result as JSON values."""
    return {
        "reason": outcome.reason,
        "winners": outcome.winners,
        "ranking": [asdict(standing) for standing in outcome.ranking],
    }


def hides(game: AnyGame, event: Any, names: Iterable[str]) -> bool:
    """Whether a spectator may not see all of the event's fields of these `names` while the game is in progress."""
    shown = visible(game, event, None)
    return any(name not in shown for name in names)


def hidden_fields(game: AnyGame) -> dict[str, tuple[str, ...]]:
    """By event type, the fields of the game's events that a spectator may not see while the game is in progress; without the types of
    which everything is shown. What is shown follows from an event's type and seat alone, so an event without values stands for all.
    """
    found = {event.type: _hidden(game, event) for event in game.events}
    return {kind: names for kind, names in found.items() if names}


def _hidden(game: AnyGame, event: type[Any]) -> tuple[str, ...]:
    blank = object.__new__(event)
    names = [field.name for field in fields(event)]
    for name in names:
        object.__setattr__(blank, name, 0 if name == "seat" else None)
    shown = game.visible(blank, None)
    return tuple(name for name in names if name != "seat" and name not in shown)


def visible(game: AnyGame, event: Any, viewer: Seat | None) -> tuple[str, ...]:
    """The names of the event's fields that `viewer` (None: a spectator) may see while the game is in progress."""
    if not isinstance(event, TableEvent):
        return game.visible(event, viewer)
    match event:
        case TableCreated():
            return (
                *("game", "ruleset", "options", "seats", "auto_start", "commitment", "client_seed"),
                *("turn_seconds", "on_expiry", "abandon_after", "forked_from", "bot_seconds", "on_failure", "reserved", "advice"),
            )
        case SeatTaken():
            return (*SHOWN_OF_HOLDERS, "client_seed", "name_digest")
        case ClockStarted():
            return ("seats", "spans", "deadline")
        case DecisionExpired():
            return ("policy", "expiries")
        case BotFailed():
            return ("reason", "attempts", "policy", "failures")
        case SeatSubstituted():
            return ("level", "cause")
        case ValuesUsed():
            return ("level", "values")
        case TableStarted():
            return ("client_seeds",)
        case TableFinished():
            return ("outcome",)
        case SeedRevealed():
            return ("secret",)
        case SeatLeft() | SeatResigned() | AdviceRequested():
            return ()
        case _:
            assert_never(event)
