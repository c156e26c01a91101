"""A webhook that got events that the store has lost gets the new events too, and each message has a unique id."""

import pytest

from events.tables.lineage import START
from tests.events.store.branch import Branch
from tests.workers.dispatching import Clock, create_table, play, webhook
from tests.workers.receiver import Receiver
from workers.dispatcher.parts import DispatcherParts
from workers.webhooks import subscription

HOOK = "whk_1"


def told(receiver: Receiver) -> list[str]:
    """The hashes of the events that were sent, in order."""
    return [message["data"]["event"]["hash"] for message in receiver.messages() if "event" in message["data"]]


def log(parts: DispatcherParts, table: str) -> list[str]:
    """The hashes of the table's events."""
    loaded = parts.worker.tables.open(table)
    return [
        recorded_event.recorded.hash for recorded_event in parts.worker.tables.recorded_events(loaded.codec, table, 0, loaded.table.version)
    ]


@pytest.mark.parametrize(("lost", "instead"), [(1, 1), (3, 1), (1, 3), (2, 0)])
def test_what_happened_instead_is_told_and_nothing_else_again(
    parts: DispatcherParts, receiver: Receiver, clock: Clock, lost: int, instead: int
) -> None:
    webhook(parts, receiver.url)
    table = create_table(parts)
    play(parts, table, 2)
    branch, common = Branch(parts.worker.client, table), log(parts, table)
    play(parts, table, lost)
    subscription.run(parts, HOOK, table)
    gone = log(parts, table)[len(common) :]

    branch.bring_back()
    clock.go_on(seconds=1)
    play(parts, table, instead)
    subscription.run(parts, HOOK, table)
    subscription.run(parts, HOOK, table)

    new = log(parts, table)[len(common) :]
    assert told(receiver) == [*common, *gone, *new]
    assert not {*gone} & {*new}
    assert len({sent.id for sent in receiver.sent}) == len(receiver.sent)


def test_what_the_delivery_log_has_forgotten_is_not_told_again_after_a_lost_branch(
    parts: DispatcherParts, receiver: Receiver, clock: Clock
) -> None:
    webhook(parts, receiver.url)
    table = create_table(parts)
    play(parts, table, 6)
    branch, common = Branch(parts.worker.client, table), log(parts, table)
    play(parts, table, 3)
    subscription.run(parts, HOOK, table)
    parts.deliveries.delete(HOOK)  # as 1,000 newer deliveries do
    receiver.sent.clear()

    branch.bring_back()
    clock.go_on(seconds=1)
    play(parts, table, 2)
    subscription.run(parts, HOOK, table)

    assert told(receiver) == log(parts, table)[len(common) :]


def test_what_is_told_after_a_lost_branch_is_folded_from_the_log_and_not_from_what_was_remembered(
    parts: DispatcherParts, receiver: Receiver, clock: Clock
) -> None:
    webhook(parts, receiver.url, "seat.to-move")
    table = create_table(parts)
    branch = Branch(parts.worker.client, table)
    play(parts, table, 6)
    subscription.run(parts, HOOK, table)
    branch.bring_back()
    receiver.sent.clear()

    for _ in range(6):
        clock.go_on(seconds=1)
        play(parts, table)
        subscription.run(parts, HOOK, table)

    loaded = parts.worker.tables.open(table)
    turns = [step.to_move for step in parts.reader.steps(loaded, START)]
    messages = [message["data"] for message in receiver.messages()]
    [_, *after] = [seat for seats in turns for seat in seats]  # the first one was sent before
    assert [data["seat"] for data in messages] == after


def test_a_cursor_of_an_older_build_is_a_version_and_is_gone_on_from(parts: DispatcherParts, receiver: Receiver) -> None:
    webhook(parts, receiver.url)
    table = create_table(parts)
    version = parts.worker.tables.open(table).table.version
    parts.worker.client.set(f"rs:{{service}}:told:{HOOK}:{table}", version)
    play(parts, table)

    subscription.run(parts, HOOK, table)

    assert told(receiver) == log(parts, table)[version:]
