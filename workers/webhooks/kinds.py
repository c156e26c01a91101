"""The kinds of messages that are not events: each with what wakes its subscribers and what it says.

Registration, waking, messages, the contract and the tests go by this list. Events need no entry: each type is a kind of its own.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from events.store.event_store import FeedEntry
from rules.table_view import deadline, name_view
from workers.webhooks.reading import TableAppend


class MessagePart(NamedTuple):
    """One message about an append. `key` distinguishes it from the others of its kind about the same append."""

    key: str
    data: Mapping[str, Any]


class MessageKind(NamedTuple):
    """A kind of message: its type, whether an entry of the feed wakes its subscribers, and its messages about an append."""

    type: str
    is_woken_by: Callable[[FeedEntry], bool]
    parts: Callable[[TableAppend], Iterator[MessagePart]]


def _turns(step: TableAppend) -> Iterator[MessagePart]:
    table = step.loaded.table
    for seat in step.to_move:
        holder = table.seats[seat]
        turn = {"seat": seat, **name_view(seat, holder.name, erased=holder.name_erased), "decision": table.decisions[seat]}
        yield MessagePart(str(seat), {"version": table.version, **turn, "deadline": deadline(step.loaded.game, table, seat)})


TO_MOVE: Final = MessageKind("seat.to-move", lambda entry: any(call.startswith("turn.") for call in entry.calls), _turns)
"""A seat's turn has begun."""

KINDS: Final = (TO_MOVE,)
