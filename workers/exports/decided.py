"""The decisions of a table, as its events show them: every answer of a seat, the state in which it was given, and who chose it."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from events.proof.command_recovery import MOST_EVENTS_OF_A_COMMAND
from events.tables.opening import RecordedEvent
from rules.game import AnyGame, Seat
from rules.table_events import BotFailed, DecisionExpired, SeatResigned, SeatSubstituted, TableEvent, ValuesUsed
from rules.table_state import Table, fold

Chooser: TypeAlias = Literal["human", "bot", "ai", "substitute", "default"]
"""Who chose an answer: the holder of the seat, by its kind; a built-in player for the holder; or the rules, because time ran out or a bot
failed.
"""

_ANNOUNCING: Final = (BotFailed, DecisionExpired, SeatSubstituted, ValuesUsed)
"""The events of a table that an answer follows."""


class Decision(NamedTuple):
    """An answer: the `version` of its first event, and the `state` before it."""

    version: int
    decision: int
    seat: Seat
    by: Chooser
    state: Any
    command: Any


def decisions(game: AnyGame, events: Sequence[RecordedEvent]) -> Iterator[Decision]:
    """Every answer at a table, in order; `events` are all of the table. A fork has those that were given at the fork itself: what it
    inherits was decided elsewhere, and by others. A resignation is no answer.
    """
    table: Table[Any] | None = None
    announced: list[TableEvent] = []
    for position, (recorded, fact) in enumerate(events):
        if isinstance(fact, TableEvent):
            announced.append(fact)
        else:
            seat = recorded.seat
            if table is not None and seat is not None and _is_answer(table, seat, recorded.decision, announced):
                command = game.command_of(_of_game(events[position : position + MOST_EVENTS_OF_A_COMMAND]))
                yield Decision(recorded.version, table.decisions[seat], seat, _chooser(table, seat, announced), table.play, command)
            announced = []
        table = fold(game, table, [fact])


def _is_answer(table: Table[Any], seat: Seat, answered: int | None, announced: Sequence[TableEvent]) -> bool:
    """Whether an event of this seat begins an answer. `answered`: the decision that its append answers; if several clocks run out in one
    append, it is that of the first, and each answer is announced.
    """
    if table.decisions[seat] == 0 or any(isinstance(event, SeatResigned) for event in announced):
        return False
    return table.decisions[seat] == answered or any(isinstance(event, _ANNOUNCING) and event.seat == seat for event in announced)


def _chooser(table: Table[Any], seat: Seat, announced: Sequence[TableEvent]) -> Chooser:
    if any(isinstance(event, SeatSubstituted) for event in announced):
        return "substitute"
    if any(isinstance(event, DecisionExpired | BotFailed) for event in announced):
        return "default"
    kind = table.seats[seat].kind
    assert kind != "open"  # noqa: S101 - nobody owes a decision at an open seat
    return kind


def _of_game(events: Sequence[RecordedEvent]) -> Sequence[Any]:
    """The events of the game up to the next one of the table."""
    return [known.event for known in takewhile(lambda known: not isinstance(known.event, TableEvent), events)]
