"""Tables that wait for players do not hold up others: neither a bot's owner, nor clients that share an address with the creator."""

import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import pytest

from events.damaged.damage import Damage
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from tests.contract.owned import NOBODY
from tests.live import Api, CreatedTable, Reply, Seated, created_table
from tests.service.in_process import Application, application, projecting
from tests.service.keys import mint
from tests.service.owning import Owner
from tests.service.together import at_once

A_WHILE = 3
"""Seconds for which a waiting table counts; the default is a quarter of an hour."""
RUNNING = 4
LIMITS = {"unstarted_counted": A_WHILE, "rematch_wait": 1, "tables_running": RUNNING, "bot_client_share": 50}
WAITS = {"kind": "open"}
A_MONTH = 30 * 86_400


@pytest.fixture(scope="module")
def hasty(store_url: str) -> Iterator[Application]:
    """A service where waiting tables count only for a moment."""
    with application(store_url, LIMITS) as hasty, projecting(hasty):
        yield hasty


@pytest.fixture
def http(hasty: Application) -> Api:
    return hasty.api()


@pytest.fixture
def somebody(http: Api, hasty: Application) -> Callable[[], Owner]:
    """Creates clients, each with its own API key."""
    return lambda: Owner(http, mint(hasty, None))


def a_bot(owner: Owner, **more: Any) -> str:
    bot: str = owner.register(NOBODY, seating="anyone", **more).json["bot"]["id"]
    return bot


def wanted(*bots: str, **more: Any) -> dict[str, Any]:
    seats = [{"kind": "human"}, *({"kind": "bot", "bot": bot} for bot in bots), *([] if bots else [{"kind": "human"}])]
    return {"game": "dicy-cards", "seats": seats, "abandon_after": A_MONTH, **more}


def waiting(*bots: str, **more: Any) -> dict[str, Any]:
    """The body of a table that waits for another player."""
    body = wanted(*bots, **more)
    return {**body, "seats": [*body["seats"], WAITS]}


def create(asker: Owner, body: Mapping[str, Any]) -> Reply:
    return asker.ask("POST", "/v1/tables", json=body)


def once_there_is_room(ask: Callable[[], Reply], *full: str) -> Reply:
    """The answer once tables that wait or have ended no longer count. Until then the service refuses with one of the codes `full`."""
    deadline = time.monotonic() + 30
    while (reply := ask()).code in full:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return reply


def created_when_there_is_room(asker: Owner, body: Mapping[str, Any], full: str) -> CreatedTable:
    return created_table(once_there_is_room(partial(create, asker, body), full))


def sit(asker: Owner, table: str, **how: Any) -> Reply:
    return asker.ask("POST", f"/v1/tables/{table}/seats", **how)


def test_a_flood_of_tables_that_never_start_takes_a_bot_from_nobody(somebody: Callable[[], Owner]) -> None:
    owner, floods, honest = somebody(), [somebody(), somebody()], somebody()
    bot = a_bot(owner, max_tables=4)
    flooded = [create(flood, waiting(bot)) for flood in floods for _ in range(3)]

    at_first = create(honest, wanted(bot))
    of_owner = create(owner, wanted(bot))
    then = created_when_there_is_room(honest, wanted(bot), "bot-full")

    assert [reply.code for reply in flooded] == [None, None, "bot-full", None, "bot-full", "bot-full"]
    assert "2 of your tables" in flooded[2].json["detail"]
    assert "kept for its owner" in flooded[4].json["detail"]
    assert (at_first.code, at_first.json["field"], of_owner.status) == ("bot-full", "seats.1.bot", 201)
    assert then.view["status"] == "playing"


def test_a_table_that_starts_late_needs_a_place_with_its_bot_and_says_so(somebody: Callable[[], Owner], http: Api) -> None:
    owner, host, guest = somebody(), somebody(), somebody()
    bot = a_bot(owner, max_tables=1)
    late = created_table(create(host, waiting(bot)))
    taken = created_when_there_is_room(guest, wanted(bot), "bot-full")

    refused = sit(guest, late.table)
    seats = [seat["kind"] for seat in http.view(late.table)["seats"]]
    http.leave(taken.seated[0])
    sat = sit(guest, late.table)

    assert (refused.status, refused.code, "field" in refused.json) == (409, "bot-full", False)
    assert seats == ["human", "bot", "open"]
    assert (sat.status, sat.json["view"]["status"]) == (201, "playing")
    assert owner.look(f"/v1/bots/{bot}")["running_tables"] == 1
    assert create(guest, wanted(bot)).code == "bot-full"


def test_who_starts_such_a_table_by_hand_is_told_the_same_and_a_start_that_comes_again_is_answered(
    somebody: Callable[[], Owner], http: Api
) -> None:
    owner, host, guest = somebody(), somebody(), somebody()
    bot = a_bot(owner, max_tables=1)
    late = created_table(create(host, wanted(bot, auto_start=False)))
    taken = created_when_there_is_room(guest, wanted(bot), "bot-full")

    refused = http.start(late.seated[0])
    http.leave(taken.seated[0])
    started = http.start(late.seated[0])
    full = create(guest, wanted(bot))
    again = http.start(late.seated[0])

    assert (refused.code, started.status, full.code) == ("bot-full", 200, "bot-full")
    assert (again.status, again.replayed) == (200, True)


def test_of_tables_that_start_late_at_the_same_instant_as_many_do_as_there_are_places(
    somebody: Callable[[], Owner], hasty: Application, http: Api
) -> None:
    owner, hosts = somebody(), [somebody() for _ in range(4)]
    bot = a_bot(owner, max_tables=3)
    late = [created_when_there_is_room(host, wanted(bot, auto_start=False), "bot-full").seated[0] for host in hosts]
    while owner.look(f"/v1/bots/{bot}")["running_tables"]:
        time.sleep(0.1)

    replies = at_once(hasty.api, [partial(Api.start, who=who) for who in late])

    assert sorted(str(reply.code) for reply in replies) == ["None", "None", "bot-full", "bot-full"]
    assert sorted(http.view(who.table)["status"] for who in late) == ["open", "open", "playing", "playing"]


def test_a_rematch_that_starts_late_needs_a_place_as_well(somebody: Callable[[], Owner], http: Api) -> None:
    owner, host, guest = somebody(), somebody(), somebody()
    bot = a_bot(owner, max_tables=1)
    body = wanted(bot, seats=[{"kind": "human"}, {"kind": "human"}, {"kind": "bot", "bot": bot}])
    old = created_table(create(host, body))
    for who in old.seated:
        http.leave(who)
    ask = partial(host.ask, "POST", f"/v1/tables/{old.table}/rematch", token=old.seated[0].token)
    begun = once_there_is_room(ask, "bot-full")
    assert begun.status == 201, begun
    first = begun.json
    table = first["rematch"]["table"]
    http.leave(Seated(table, 0, first["token"]))
    taken = created_when_there_is_room(guest, wanted(bot), "bot-full")

    sat = sit(host, table)
    asked = http.post(f"/v1/tables/{old.table}/rematch", token=old.seated[1].token)
    refused = http.start(Seated(table, 1, asked.json["token"]))
    http.leave(taken.seated[0])
    started = http.start(Seated(table, 1, asked.json["token"]))

    assert (sat.status, asked.status, asked.json["view"]["status"]) == (201, 201, "open")
    assert (refused.status, refused.code) == (409, "bot-full")
    assert (started.status, owner.look(f"/v1/bots/{bot}")["running_tables"]) == (200, 1)


def test_what_is_refused_takes_no_place(somebody: Callable[[], Owner], http: Api) -> None:
    owner, host = somebody(), somebody()
    bot = a_bot(owner, max_tables=1)
    late = created_table(create(host, wanted(bot, seats=[{"kind": "human"}, {"kind": "bot", "bot": bot}, WAITS])))
    while owner.look(f"/v1/bots/{bot}")["running_tables"]:
        time.sleep(0.1)

    refused = sit(somebody(), late.table, json={"name": "Grace", "client_seed": "x" * 1000})
    early = http.start(late.seated[0])

    assert (refused.status, early.code) == (422, "seats-open")
    assert owner.look(f"/v1/bots/{bot}")["running_tables"] == 0


def test_the_bot_of_a_table_that_starts_late_may_be_gone(somebody: Callable[[], Owner], http: Api) -> None:
    owner, host, guest = somebody(), somebody(), somebody()
    bot = a_bot(owner, max_tables=1)
    late = created_table(create(host, waiting(bot)))
    created_when_there_is_room(guest, wanted(bot), "bot-full")

    owner.ask("DELETE", f"/v1/bots/{bot}")

    assert sit(guest, late.table).json["view"]["status"] == "playing"


def test_tables_that_wait_take_room_from_whoever_shares_the_address_for_a_while_only(somebody: Callable[[], Owner], http: Api) -> None:
    shared = somebody()
    late = [created_table(create(shared, waiting())) for _ in range(RUNNING)]
    full = create(shared, wanted())

    honest = [created_when_there_is_room(shared, wanted(), "too-many-tables-running") for _ in range(RUNNING)]
    refused = sit(somebody(), late[0].table)
    http.leave(honest[0].seated[0])
    sat = sit(somebody(), late[0].table)

    assert full.code == "too-many-tables-running"
    assert (refused.status, refused.code) == (409, "too-many-tables-running")
    assert (sat.status, sat.json["view"]["status"]) == (201, "playing")
    assert create(shared, wanted()).code == "too-many-tables-running"


def test_a_seat_that_was_taken_is_answered_again_also_where_there_is_no_room_any_more(somebody: Callable[[], Owner], http: Api) -> None:
    shared, guest, key = somebody(), somebody(), "the-guest-comes-again"
    late = created_table(create(shared, waiting()))
    first = sit(guest, late.table, idempotency_key=key)
    for _ in range(RUNNING - 1):
        create(shared, wanted())

    again = sit(guest, late.table, idempotency_key=key)

    assert create(shared, wanted()).code == "too-many-tables-running"
    assert (first.status, again.status, again.json) == (201, 200, first.json)


def test_damaged_tables_do_not_count(somebody: Callable[[], Owner], hasty: Application) -> None:
    shared = somebody()
    tables = [created_table(create(shared, wanted())).table for _ in range(RUNNING)]
    full = create(shared, wanted())

    with connect(hasty.store_url) as client:
        RedisStore(client).set_aside(tables[0], Damage(version=3, reason="for this test", found_at="2026-11-28T12:00:00.000Z"))

    assert full.code == "too-many-tables-running"
    assert create(shared, wanted()).status == 201
    assert create(shared, wanted()).code == "too-many-tables-running"
