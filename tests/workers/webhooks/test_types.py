"""A webhook gets a type from the time at which it subscribes to it, however often its types change."""

from collections.abc import Sequence

import pytest

from events.timestamps import stamp
from tests.workers.dispatching import Clock, create_table, play, webhook
from tests.workers.receiver import Receiver
from workers.dispatcher.parts import DispatcherParts
from workers.webhooks import subscription
from workers.webhooks.registry import Webhook

HOOK = "whk_1"


def change(parts: DispatcherParts, clock: Clock, *types: str) -> None:
    clock.go_on(seconds=1)
    parts.webhooks.change(HOOK, lambda known: known.with_types(types, stamp(clock())))


def told(receiver: Receiver) -> Sequence[str]:
    return [message["type"] for message in receiver.messages()]


@pytest.mark.parametrize("told_before", [True, False])
def test_all_types_instead_of_some_begin_with_what_happens_then(
    parts: DispatcherParts, receiver: Receiver, clock: Clock, told_before: bool
) -> None:
    webhook(parts, receiver.url, "table.created")
    table = create_table(parts)
    play(parts, table, 3)
    if told_before:
        subscription.run(parts, HOOK, table)
    version = parts.worker.tables.open(table).table.version
    change(parts, clock, "*")
    play(parts, table, 3)

    subscription.run(parts, HOOK, table)

    first, *rest = receiver.messages()
    assert first["type"] == "table.created", "what it wanted before the change it is told of"
    events = [message["data"]["version"] for message in rest if message["type"] != "seat.to-move"]
    assert events == [*range(version + 1, parts.worker.tables.open(table).table.version + 1)]
    assert all(message["data"]["version"] > version for message in rest)


def test_a_type_that_was_given_up_for_a_while_is_not_told_of_that_while(parts: DispatcherParts, receiver: Receiver, clock: Clock) -> None:
    webhook(parts, receiver.url, "*")
    change(parts, clock, "table.finished")
    table = create_table(parts)
    change(parts, clock, "table.created", "table.finished")
    other = create_table(parts)

    for each in (table, other):
        subscription.run(parts, HOOK, each)

    assert [(message["type"], message["data"]["table"]) for message in receiver.messages()] == [("table.created", other)]


def test_whose_turn_it_has_become_before_the_change_is_not_told(parts: DispatcherParts, receiver: Receiver, clock: Clock) -> None:
    webhook(parts, receiver.url, "table.created")
    table = create_table(parts)
    change(parts, clock, "seat.to-move")

    subscription.run(parts, HOOK, table)

    assert told(receiver) == []


def made(*types: str) -> Webhook:
    """A webhook that was created at time 1."""
    return Webhook(id=HOOK, owner="owner001", url="http://127.0.0.1/", types=types, table=None, secrets=(), created_at="1")


@pytest.mark.parametrize(
    ("changes", "since"),
    [
        ([["*"]], {"a": "1", "b": "2"}),
        ([["*"], ["*"]], {"a": "1", "b": "2"}),
        ([["*"], ["b", "c"]], {"a": None, "b": "2", "c": "2"}),
        ([["*"], ["b"], ["a", "b"]], {"a": "4", "b": "2"}),
        ([["a"], ["a", "b"], ["*"]], {"a": "1", "b": "3", "c": "4"}),
        ([["b"], ["*"], ["a"], ["*"]], {"a": "3", "b": "5", "c": "5"}),
    ],
)
def test_a_type_counts_from_when_it_was_wanted_without_a_gap(changes: Sequence[Sequence[str]], since: dict[str, str | None]) -> None:
    known = made("a")
    for number, types in enumerate(changes, start=2):
        known = known.with_types(tuple(types), str(number))

    assert {name: known.wants_since(name) for name in since} == since
    assert [known.wanted("b", at) for at in ("0", "9")] == [False, since["b"] is not None]
