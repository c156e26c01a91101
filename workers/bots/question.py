"""The question that a bot receives when it owes a decision."""

from datetime import datetime
from typing import Any, Final

import msgspec

from events.tables.move_list import listed
from events.tables.opening import LoadedTable
from events.tables.presenting import present_table
from events.timestamps import stamp
from rules.game import Seat
from rules.table_view import deadline

MESSAGE_TYPE: Final = "bot.turn"


class RefusedAnswer(msgspec.Struct, frozen=True):
    """Why the bot's last answer does not count: a code for programs, a text for people, and the move if it sent one."""

    code: str
    detail: str
    move: Any = None


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A decision as it is sent to a bot. `attempt`: the first call for this decision that sent this question. `latency_ms`: the latency of
    the bot's last answer. `moves` and `next` are those of a `MoveList`. The seat's token is added when the question is sent; it is not
    stored.
    """

    timestamp: str
    bot: str
    table: str
    game: str
    seat: Seat
    decision: int
    deadline: str | None
    attempt: int
    latency_ms: int | None
    view: msgspec.Raw
    moves: msgspec.Raw
    next: int | None
    refused: RefusedAnswer | None


def question(
    loaded: LoadedTable, seat: Seat, bot: str, now: datetime, *, attempt: int, latency_ms: int | None, refused: RefusedAnswer | None
) -> Question:
    """The question for a seat that owes a decision, with everything that the seat may see and do."""
    decision = loaded.table.decisions[seat]
    moves = listed(loaded, seat)
    return Question(
        timestamp=stamp(now),
        bot=bot,
        table=loaded.id,
        game=loaded.game.name,
        seat=seat,
        decision=decision,
        deadline=deadline(loaded.game, loaded.table, seat),
        attempt=attempt,
        latency_ms=None if latency_ms is None else round(latency_ms),
        view=_raw(present_table(loaded, seat)),
        moves=_raw(moves.moves),
        next=moves.next,
        refused=refused,
    )


def body(question: Question, token: str) -> bytes:
    """The question as it is sent. The same question and token give the same bytes."""
    data = msgspec.structs.asdict(question)
    timestamp = data.pop("timestamp")
    return msgspec.json.encode({"type": MESSAGE_TYPE, "timestamp": timestamp, "data": {**data, "token": token}})


def _raw(value: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))
