"""Connections for the store's hot path: shared fairly, and each caller gets its own reply."""

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from redis import Redis
from redis.exceptions import ConnectionError, ResponseError  # noqa: A004 - the client library's own

from events.store import connection_pool as lanes_module
from events.store.pools import pool_of_server
from events.store.redis_connection import connect


@pytest.fixture
def client(store_url: str) -> Redis:
    return connect(store_url)


def connections(client: Redis) -> int:
    return len(client.client_list())


def test_commands_one_after_the_other_share_a_connection(client: Redis) -> None:
    lanes = pool_of_server(client)
    lanes.send("SET", "a", 1)
    before = connections(client)

    assert [lanes.send("GET", "a") for _ in range(50)] == [b"1"] * 50

    assert connections(client) == before


def test_many_at_once_each_get_their_own_reply_over_no_more_connections_than_allowed(
    client: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes_module, "CONNECTION_WAIT_SECONDS", 60)  # on a busy machine, a thread may wait for long
    lanes = pool_of_server(client, most=4)
    before = connections(client)

    with ThreadPoolExecutor(32) as crowd:
        replies = list(crowd.map(lambda number: lanes.send("ECHO", number), range(2000)))

    assert replies == [b"%d" % number for number in range(2000)]
    assert connections(client) <= before + 4


def test_whoever_finds_no_connection_in_time_is_told_so(client: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes_module, "CONNECTION_WAIT_SECONDS", 0.05)
    lanes = pool_of_server(client, most=1)
    lanes.send("DEL", "nothing")
    waiting = threading.Thread(target=lanes.send, args=("BLPOP", "nothing", 1))
    waiting.start()

    while not lanes._idle.empty():
        time.sleep(0.001)

    with pytest.raises(ConnectionError, match="in use"):
        lanes.send("PING")
    waiting.join()


def test_a_refused_command_leaves_the_connection_as_it_is(client: Redis) -> None:
    lanes = pool_of_server(client, most=1)
    number = lanes.send("CLIENT", "ID")

    with pytest.raises(ResponseError):
        lanes.send("NO-SUCH-COMMAND")

    assert lanes.send("CLIENT", "ID") == number


def test_a_command_that_is_cut_short_leaves_its_reply_to_nobody(client: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    lanes = pool_of_server(client, most=1)
    lanes.send("PING")
    connection = lanes._idle.get()
    lanes._idle.put(connection)

    class Cut(BaseException):
        """What a web server raises in a request that it aborts."""

    def cut() -> None:
        raise Cut

    with monkeypatch.context() as patched:
        patched.setattr(connection, "read_response", cut)
        with pytest.raises(Cut):
            lanes.send("ECHO", "for whoever was cut short")

    assert lanes.send("ECHO", "for me") == b"for me"


def test_a_connection_that_the_server_has_closed_is_opened_again(client: Redis) -> None:
    lanes = pool_of_server(client, most=1)
    client.client_kill_filter(_id=str(lanes.send("CLIENT", "ID")))

    assert lanes.send("PING") == b"PONG"


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # newer Pythons warn of forks beside threads
def test_a_forked_process_uses_none_of_its_parents_connections(client: Redis) -> None:
    lanes = pool_of_server(client, most=1)
    number = lanes.send("CLIENT", "ID")
    reading, writing = os.pipe()

    if os.fork() == 0:
        os.write(writing, str(lanes.send("CLIENT", "ID")).encode())
        os._exit(0)

    assert int(os.read(reading, 20)) != number
    os.wait()
    assert lanes.send("CLIENT", "ID") == number


def test_in_another_process_it_begins_without_connections(client: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    lanes = pool_of_server(client, most=1)
    number = lanes.send("CLIENT", "ID")

    monkeypatch.setattr("os.getpid", lambda: 1)

    assert lanes.send("CLIENT", "ID") != number


def test_several_commands_go_out_together_and_an_error_among_their_replies_is_one_of_them(client: Redis) -> None:
    lanes = pool_of_server(client, most=1)
    number = lanes.send("CLIENT", "ID")

    one, refused, own = lanes.exchange([("ECHO", 1), ("NO-SUCH-COMMAND",), ("CLIENT", "ID")])

    assert (one, own) == (b"1", number)
    assert isinstance(refused, ResponseError)
    assert lanes.send("ECHO", "next") == b"next"
