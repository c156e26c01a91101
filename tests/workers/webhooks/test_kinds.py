"""Every kind of message that is no event occurs, and an append that has one wakes its subscribers."""

import pytest

from events.store.event_store import FeedEntry
from events.store.keys import PARTITIONS
from events.tables.lineage import LogPosition
from tests.workers.dispatching import create_table, play, webhook
from workers.dispatcher.parts import DispatcherParts
from workers.webhooks import subscription
from workers.webhooks.kinds import KINDS, MessageKind
from workers.webhooks.reading import TableReader

BEGINNING = LogPosition(0)


def entries(parts: DispatcherParts, table: str) -> dict[int, FeedEntry]:
    """The feed's entries about a table, by the last version of each append."""
    cursors = dict.fromkeys(PARTITIONS, "0-0")
    return {entry.last: entry for entry in parts.worker.tables.store.follow(cursors, 0) if entry.table == table}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.type)
def test_an_append_with_a_message_of_a_kind_wakes_its_subscribers(parts: DispatcherParts, kind: MessageKind) -> None:
    hook = webhook(parts, "https://bot.example", kind.type)
    table = create_table(parts)
    play(parts, table, 12)
    by_end = entries(parts, table)

    steps = TableReader(parts.worker.tables).steps(parts.worker.tables.open(table), BEGINNING)
    woken = [by_end[step.end.version] for step in steps if any(kind.parts(step))]

    assert woken, f"this story has no message of the kind {kind.type}: add one"
    for entry in woken:
        assert (hook.id, table) in [call.ids for call in subscription.wanted_calls(parts, entry)]
