"""A response may be lost between store and service, even if the service is killed then: a retry finds what was stored."""

from contextlib import suppress

import psutil
import pytest
import requests

from tests.live import Api, CreatedTable, Reply, Service
from tests.service.playing import eventually, rolled, to_move
from tests.service.running_processes import web_workers
from tests.service.store_proxy import StoreProxy

ROLL = b"dicy-cards.dice-rolled"
"""Occurs only in this game's appends."""


def test_a_lost_reply_of_the_store_is_made_good_unnoticed(wire_to_the_store: StoreProxy, there: Api) -> None:
    created_table = there.create_table(2)
    who, decision = to_move(created_table.seated, created_table.view)
    before = wire_to_the_store.lost
    wire_to_the_store.lose_reply_to(ROLL)

    lost = rolled(there, who, decision)

    assert wire_to_the_store.lost == before + 1
    assert lost.status in {200, 201}
    assert_rolled_once(there, created_table, lost)
    assert rolled(there, who, decision).json == lost.json


def test_when_the_store_stays_silent_asking_again_finds_what_was_stored(wire_to_the_store: StoreProxy, there: Api) -> None:
    created_table = there.create_table(2)
    who, decision = to_move(created_table.seated, created_table.view)
    wire_to_the_store.lose_reply_to(ROLL, times=2)

    unknown = rolled(there, who, decision)
    again = rolled(there, who, decision)

    assert (unknown.status, unknown.code) == (503, "store-unavailable")
    assert int(unknown.headers["retry-after"]) > 0
    assert (again.status, again.replayed) == (200, True)
    assert_rolled_once(there, created_table, again)


def test_a_lost_reply_lays_one_table_and_takes_one_seat(wire_to_the_store: StoreProxy, there: Api) -> None:
    key = "the-same-key-for-both-0d8f1c1e6b1b4a52"
    wire_to_the_store.lose_reply_to(b"table.created")
    created_table = there.create_table(1, open_seats=2, key=key)
    wire_to_the_store.lose_reply_to(b"table.seat-taken")
    joined = there.sit(created_table.table, key=key)

    assert there.create_table(1, open_seats=2, key=key) == created_table
    assert there.sit(created_table.table, key=key) == joined
    assert [seat["kind"] for seat in there.view(created_table.table)["seats"]] == ["human", "human", "open"]


def test_killed_between_append_and_answer_the_move_is_made_and_told_when_asked_again(
    several: Service, wire_to_the_store: StoreProxy, there: Api
) -> None:
    created_table = there.create_table(2)
    who, decision = to_move(created_table.seated, created_table.view)
    workers = web_workers(several)
    lost = wire_to_the_store.lost
    wire_to_the_store.lose_reply_to(ROLL, meanwhile=lambda: kill(workers))

    with pytest.raises(requests.ConnectionError):
        rolled(there, who, decision)
    eventually(lambda: answers(there))
    again = rolled(there, who, decision)
    other = there.play(who, {"type": "skip", "decision": decision})

    assert wire_to_the_store.lost == lost + 1
    assert not set(workers) & set(web_workers(several))
    assert (again.status, again.replayed) == (200, True)
    assert (other.status, other.code) == (409, "decision-closed")
    assert_rolled_once(there, created_table, again)


def kill(workers: list[psutil.Process]) -> None:
    for worker in workers:
        worker.kill()
    psutil.wait_procs(workers, timeout=10)


def answers(api: Api) -> bool:
    with suppress(requests.RequestException):
        return api.get("/readyz").status == 200
    return False


def assert_rolled_once(api: Api, created_table: CreatedTable, reply: Reply) -> None:
    """The table has one more event, which is the one in the response, with the dice that the table shows."""
    [event] = api.events(created_table.table, after=created_table.view["version"])
    assert [event] == reply.json["events"]
    view = api.view(created_table.table)
    assert (view["version"], view["state"]["dice"]) == (created_table.view["version"] + 1, event["data"]["dice"])
