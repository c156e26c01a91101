"""The English sentences of the events that all games have in common."""

from collections.abc import Collection, Mapping, Sequence
from typing import assert_never

from rules.game import Outcome, Seat
from rules.prose import counted, listed
from rules.table_bots import FAILURES
from rules.table_events import (
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
)

_UNFINISHED: Mapping[str, str] = {
    "abandoned": "the table was abandoned before the start",
    "inactive": "the table was closed for inactivity",
    "closed": "the operator closed the table",
}
"""Reasons for which a table ends without a winner -> the end of a sentence."""


def table_words(event: TableEvent, names: Sequence[str], resigned: Collection[Seat] = ()) -> str:
    """One sentence for the event, with the names by seat as they were before it, and the seats that had resigned by then. Empty for the
    start of a clock.
    """
    match event:
        case TableCreated():
            return _created(event)
        case SeatTaken():
            return f"{event.name} joins{_kind(event)}."
        case SeatLeft():
            return f"{names[event.seat]} leaves."
        case TableStarted():
            return "The game starts."
        case ClockStarted():
            return ""
        case DecisionExpired():
            return f"{names[event.seat]} runs out of time."
        case BotFailed():
            return f"The bot {names[event.seat]} {FAILURES[event.reason]}{_times(event.attempts)}."
        case SeatSubstituted():
            return f"The computer ({event.level}) plays for {names[event.seat]}."
        case SeatResigned():
            return f"{names[event.seat]} resigns."
        case TableFinished():
            return result_words(event.outcome, names, resigned)
        case SeedRevealed():
            return "The dice secret is revealed."
        case _:
            assert_never(event)


def result_words(outcome: Outcome, names: Sequence[str], resigned: Collection[Seat] = ()) -> str:
    """The winners, in one sentence."""
    if len(outcome.winners) == 1 and len(resigned) == len(names) - 1:
        return f"{names[outcome.winners[0]]} wins: all other players resigned."
    if outcome.winners:
        points = {standing.seat: standing.points for standing in outcome.ranking}[outcome.winners[0]]
        winning = "wins" if len(outcome.winners) == 1 else "win together"
        return f"{listed(names[seat] for seat in outcome.winners)} {winning} with {counted(points, 'point', 'points')}."
    why = _UNFINISHED.get(outcome.reason)
    return f"No one wins: {why}." if why else "No one wins."


def _created(event: TableCreated) -> str:
    created = f"Table created for {counted(event.seats, 'player', 'players')}"
    if event.forked_from is None:
        return f"{created}."
    return f"{created}, forked from version {event.forked_from.version} of table {event.forked_from.table}."


def _times(attempts: int) -> str:
    return f", called {attempts} times" if attempts > 1 else ""


def _kind(event: SeatTaken) -> str:
    match event.kind:
        case "ai":
            return f" (computer, {event.level})"
        case "bot":
            return " (bot)"
        case "human" | "open":
            return ""
        case _:
            assert_never(event.kind)


def is_automatic(before: object, event: object) -> bool:
    """Whether the service made this move for a seat whose time had run out; `before` is the event before it (None: the first)."""
    return isinstance(before, DecisionExpired) and not isinstance(event, SeatSubstituted)


def automatic(words: str) -> str:
    """The sentence of a move that the service made; "" stays ""."""
    return f"{words.removesuffix('.')} (automatically)." if words else words
