"""A webhook that was told of events that the store has lost is told what happened instead, and each message has an id of its own."""

import pytest

from events.lineage import START
from tests.events.store.branch import Branch
from tests.workers.desks import Clock, lay, play, webhook
from tests.workers.receiver import Receiver
from workers.dispatch.desk import Desk
from workers.webhooks import lane

HOOK = "whk_1"


def told(receiver: Receiver) -> list[str]:
    """The hashes of the events that were told, in order."""
    return [message["data"]["event"]["hash"] for message in receiver.messages() if "event" in message["data"]]


def log(desk: Desk, table: str) -> list[str]:
    """The hashes of the table's events."""
    opened = desk.tools.tables.open(table)
    return [happened.recorded.hash for happened in desk.tools.tables.happened(opened.codec, table, 0, opened.table.version)]


@pytest.mark.parametrize(("lost", "instead"), [(1, 1), (3, 1), (1, 3), (2, 0)])
def test_what_happened_instead_is_told_and_nothing_else_again(
    desk: Desk, receiver: Receiver, clock: Clock, lost: int, instead: int
) -> None:
    webhook(desk, receiver.url)
    table = lay(desk)
    play(desk, table, 2)
    branch, common = Branch(desk.tools.client, table), log(desk, table)
    play(desk, table, lost)
    lane.make(desk, HOOK, table)
    gone = log(desk, table)[len(common) :]

    branch.bring_back()
    clock.go_on(seconds=1)
    play(desk, table, instead)
    lane.make(desk, HOOK, table)
    lane.make(desk, HOOK, table)

    new = log(desk, table)[len(common) :]
    assert told(receiver) == [*common, *gone, *new]
    assert not {*gone} & {*new}
    assert len({sent.id for sent in receiver.sent}) == len(receiver.sent)


def test_what_the_delivery_log_has_forgotten_is_not_told_again_after_a_lost_branch(desk: Desk, receiver: Receiver, clock: Clock) -> None:
    webhook(desk, receiver.url)
    table = lay(desk)
    play(desk, table, 6)
    branch, common = Branch(desk.tools.client, table), log(desk, table)
    play(desk, table, 3)
    lane.make(desk, HOOK, table)
    desk.deliveries.forget(HOOK)  # as 1,000 newer deliveries do
    receiver.sent.clear()

    branch.bring_back()
    clock.go_on(seconds=1)
    play(desk, table, 2)
    lane.make(desk, HOOK, table)

    assert told(receiver) == log(desk, table)[len(common) :]


def test_what_is_told_after_a_lost_branch_is_folded_from_the_log_and_not_from_what_was_remembered(
    desk: Desk, receiver: Receiver, clock: Clock
) -> None:
    webhook(desk, receiver.url, "seat.to-move")
    table = lay(desk)
    branch = Branch(desk.tools.client, table)
    play(desk, table, 6)
    lane.make(desk, HOOK, table)
    branch.bring_back()
    receiver.sent.clear()

    for _ in range(6):
        clock.go_on(seconds=1)
        play(desk, table)
        lane.make(desk, HOOK, table)

    opened = desk.tools.tables.open(table)
    turns = [step.to_move for step in desk.reader.steps(opened, START)]
    messages = [message["data"] for message in receiver.messages()]
    [_, *after] = [seat for seats in turns for seat in seats]  # the first one was told before
    assert [data["seat"] for data in messages] == after


def test_a_cursor_of_an_older_build_is_a_version_and_is_gone_on_from(desk: Desk, receiver: Receiver) -> None:
    webhook(desk, receiver.url)
    table = lay(desk)
    version = desk.tools.tables.open(table).table.version
    desk.tools.client.set(f"rs:{{service}}:told:{HOOK}:{table}", version)
    play(desk, table)

    lane.make(desk, HOOK, table)

    assert told(receiver) == log(desk, table)[version:]
