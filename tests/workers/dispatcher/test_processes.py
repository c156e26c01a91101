"""Dispatcher processes as an operator runs them, with real receivers: killed, stopped, two at once, without a store."""

import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from events.store.event_store import StoreUnavailable
from events.timestamps import now
from tests.events.store.conftest import OwnServer
from tests.forking import forked
from tests.listening import Line
from tests.operation.processes import Started, until
from tests.workers.bots.servers import BotServer, Message, good
from tests.workers.bots.world import HUMAN, World
from tests.workers.dispatching import create_table, desk_on, play, webhook
from tests.workers.receiver import Receiver, Reply, Sent, receiving
from workers.bots import calling
from workers.dispatcher.parts import DispatcherParts

Dispatching: TypeAlias = Callable[[str], AbstractContextManager[Started]]


@pytest.fixture
def dispatching(tmp_path: Path) -> Dispatching:
    """Runs `rollstream dispatcher` on a store for a block."""
    number = iter(range(100))

    @contextmanager
    def dispatching(url: str) -> Any:
        environment = {**os.environ, "ROLLSTREAM_REDIS_URL": url, "ROLLSTREAM_OUTGOING_ALLOW": "127.0.0.0/8"}
        with forked(
            "service.command_line", "dispatcher", output=tmp_path / f"dispatcher-{next(number)}", environment=environment
        ) as process:
            process.wait_for("the dispatcher makes calls")
            yield process

    return dispatching


def told_of(receiver: Receiver, table: str) -> list[Sent]:
    return [sent for sent in receiver.sent if sent.message["data"]["table"] == table]


def versions(some: list[Sent]) -> list[int]:
    return [sent.message["data"]["version"] for sent in some if sent.message["type"] != "seat.to-move"]


def test_whatever_happens_at_a_table_is_told_in_order_while_it_is_played(
    parts: DispatcherParts, fresh_store_url: str, receiver: Receiver, dispatching: Dispatching
) -> None:
    webhook(parts, receiver.url)
    with dispatching(fresh_store_url):
        tables = [create_table(parts) for _ in range(3)]
        for _ in range(10):
            for table in tables:
                play(parts, table)
        newest = {table: parts.worker.tables.open(table).table.version for table in tables}
        until(lambda: all(len(versions(told_of(receiver, table))) == newest[table] for table in tables))

    for table in tables:
        assert versions(told_of(receiver, table)) == [*range(1, newest[table] + 1)]
    assert max(Counter(sent.id for sent in receiver.sent).values()) == 1


def test_two_dispatchers_tell_everything_once_and_in_order(
    parts: DispatcherParts, fresh_store_url: str, receiver: Receiver, dispatching: Dispatching
) -> None:
    webhook(parts, receiver.url)
    with dispatching(fresh_store_url), dispatching(fresh_store_url):
        tables = [create_table(parts) for _ in range(20)]
        for _ in range(5):
            for table in tables:
                play(parts, table)
        newest = {table: parts.worker.tables.open(table).table.version for table in tables}
        until(lambda: all(len(versions(told_of(receiver, table))) >= newest[table] for table in tables), 30)
        until(lambda: parts.schedule.count() == 0)

    for table in tables:
        assert versions(told_of(receiver, table)) == [*range(1, newest[table] + 1)]
    assert max(Counter(sent.id for sent in receiver.sent).values()) == 1


def test_the_calls_of_a_killed_dispatcher_are_made_by_another_with_the_same_id_and_bytes(
    parts: DispatcherParts, fresh_store_url: str, receiver: Receiver, dispatching: Dispatching
) -> None:
    never = threading.Event()
    receiver.answer = lambda _: Reply() if len(receiver.sent) > 1 else (never.wait(20), Reply())[1]
    webhook(parts, receiver.url, "table.created")
    with dispatching(fresh_store_url) as killed:
        create_table(parts)
        until(lambda: len(receiver.sent) == 1)
        killed.process.kill()
    create_table(parts)

    with dispatching(fresh_store_url):
        until(lambda: len(receiver.sent) == 3, 20)
        until(lambda: parts.schedule.count() == 0)
    never.set()

    first = receiver.sent[0]
    again = [sent for sent in receiver.sent[1:] if sent.id == first.id]
    assert [(sent.body, sent.attempt) for sent in again] == [(first.body, 1)]
    assert {delivery.state for delivery in parts.deliveries.list("whk_1", 10).deliveries} == {"delivered"}


def test_a_slow_endpoint_delays_no_other(
    parts: DispatcherParts, fresh_store_url: str, receiver: Receiver, dispatching: Dispatching
) -> None:
    let_go = threading.Event()
    with receiving() as slow, dispatching(fresh_store_url):
        slow.answer = lambda _: (let_go.wait(30), Reply())[1]
        webhook(parts, slow.url, "table.created", id="whk_slow")
        webhook(parts, receiver.url, "table.created", id="whk_quick")
        tables = [create_table(parts) for _ in range(20)]
        until(lambda: len(receiver.sent) == 20)
        until(lambda: len(slow.sent) == 8)
        let_go.set()
        until(lambda: len(slow.sent) == 20)

    assert {sent.message["data"]["table"] for sent in slow.sent} == set(tables)


def test_who_is_told_to_stop_does_so_in_time_and_what_was_begun_is_not_lost(
    parts: DispatcherParts, fresh_store_url: str, receiver: Receiver, dispatching: Dispatching
) -> None:
    never = threading.Event()
    receiver.answer = lambda _: (never.wait(20), Reply())[1]
    webhook(parts, receiver.url, "table.created")
    with dispatching(fresh_store_url) as process:
        create_table(parts)
        until(lambda: len(receiver.sent) == 1)
        process.process.terminate()
        assert process.process.wait(8) == 0
    assert "Traceback" not in process.said()

    never.set()
    with dispatching(fresh_store_url):
        until(lambda: len(receiver.sent) == 2)
        until(lambda: parts.schedule.count() == 0)


def test_a_dispatcher_whose_store_goes_away_says_little_and_goes_on(
    own_server: OwnServer, receiver: Receiver, dispatching: Dispatching
) -> None:
    with desk_on(own_server.url, now) as parts, dispatching(own_server.url) as process:
        webhook(parts, receiver.url, "table.created")
        own_server.stop()
        time.sleep(4)
        own_server.start()
        until(lambda: _laid(parts))
        until(lambda: len(receiver.sent) == 1)
        assert process.process.poll() is None
        process.process.terminate()
        assert process.process.wait(8) == 0

    assert 1 <= process.said().count("the store is not available") <= 5
    assert "Traceback" not in process.said()


def test_who_is_told_to_stop_while_the_store_is_away_does_so_in_time(
    own_server: OwnServer, receiver: Receiver, dispatching: Dispatching
) -> None:
    never = threading.Event()
    receiver.answer = lambda _: (never.wait(30), Reply())[1]
    with desk_on(own_server.url, now) as parts, dispatching(own_server.url) as process:
        webhook(parts, receiver.url, "table.created")
        create_table(parts)
        until(lambda: len(receiver.sent) == 1)
        with own_server.frozen():
            process.wait_for("the store is not available")
            process.process.terminate()
            assert process.process.wait(10) == 0
    never.set()


def test_a_dispatcher_that_was_stopped_for_a_while_blames_nobody(
    fresh_store_url: str, receiver: Receiver, dispatching: Dispatching
) -> None:
    world, go_on = World(fresh_store_url), threading.Event()

    def answering(line: Line, message: Message) -> None:
        go_on.wait(60)
        good(line, message)

    with BotServer(answering) as server, desk_on(fresh_store_url, now) as parts, dispatching(fresh_store_url) as process:
        receiver.answer = lambda _: (go_on.wait(60), Reply())[1]
        webhook(parts, receiver.url, "table.created")
        world.now = now()
        bot = world.register(server)
        table = world.create_table(bot, HUMAN, bot_seconds=600)
        until(lambda: len(server.turns) == len(receiver.sent) == 1, 30)
        process.process.send_signal(signal.SIGSTOP)
        time.sleep(calling.CALL_TIMEOUT + 2)
        go_on.set()
        until(lambda: receiver.answered == 1)  # before the process looks at the time
        process.process.send_signal(signal.SIGCONT)
        until(lambda: world.loaded(table).table.owing == (1,), 30)
        until(lambda: world.statistics(bot).answered > 0)
        until(lambda: parts.schedule.count() == 0)

    assert "this process did not run for" in process.said()
    assert not world.failures(table)
    assert world.health(bot) == (0, None)
    assert (world.statistics(bot).failed, world.statistics(bot).late) == (0, 0)
    by_decision = Counter((message.data["decision"], message.headers["rollstream-attempt"]) for message in server.turns)
    assert max(by_decision.values()) == 1, "what is sent once more says so"
    assert [sent.attempt for sent in receiver.sent] == [1]
    assert {delivery.state for delivery in parts.deliveries.list("whk_1", 10).deliveries} == {"delivered"}


def _laid(parts: DispatcherParts) -> bool:
    with suppress(StoreUnavailable):
        return bool(create_table(parts))
    return False
