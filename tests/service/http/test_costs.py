"""Requests are charged by their cost, before the work is done. Each client has a share of streams, jobs and new tables."""

import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from math import ceil

import pytest
from msgspec.structs import replace

from events.limits import DEFAULT_LIMITS, parse_rate
from events.store.event_store import Proposal
from events.store.keys import TABLE_ID_BYTES, new_table_id, rematch_key
from events.store.redis_connection import connect
from events.timestamps import epoch_ms, now, stamp
from service.http.charging import EVENTS_EXPORTED_PER_UNIT, UNITS_PER_TABLE
from tests.live import NDJSON, SSE, Api, CreatedTable, Reply, created_table
from tests.service.in_process import Application, application
from tests.service.keys import mint
from workers.bots.places import BotPlace
from workers.bots.registry import places_key
from workers.webhooks.deliveries import Deliveries
from workers.webhooks.delivery import Attempt, Delivery

TABLE = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "human"}]}


@pytest.fixture(scope="module")
def usual(store_url: str) -> Iterator[Application]:
    """A service whose only request limits are those of API keys."""
    with application(store_url) as usual:
        yield usual


@pytest.fixture
def strict(store_url: str) -> Iterator[Application]:
    """A service with small limits per client."""
    with application(store_url, {"streams": 5, "client_streams": 2, "client_jobs": 1, "tables_created": "4/hour"}) as strict:
        yield strict


def client(service: Application, units: int) -> Api:
    """A client with its own key, which allows this number of units per minute."""
    return service.api(X_API_Key=mint(service, units))


def a_tenth(rate: str) -> str:
    return f"{parse_rate(rate)[0] // 10}/{rate.partition('/')[2]}"


def left(reply: Reply) -> int:
    return int(reply.headers["ratelimit"].split(";")[1].removeprefix("r="))


def ended(api: Api) -> CreatedTable:
    """A table that is finished after a few events."""
    new = api.create_table(2)
    for who in new.seated:
        api.leave(who)
    return new


def test_a_fork_is_charged_by_its_events_and_refused_long_before_the_sixtieth(usual: Application) -> None:
    with client(usual, 100_000) as owner, client(usual, 100) as api:
        table = ended(owner).table
        before = left(api.get("/v1/games"))

        replies = [api.post(f"/v1/tables/{table}/fork", json={"at": 5}) for _ in range(60)]

        made = [reply for reply in replies if reply.status == 201]
        assert [before - left(reply) for reply in made] == [10 * number for number in range(1, 10)]
        refused = replies[len(made)]
        assert (refused.status, refused.code) == (429, "rate-limited")
        assert 1 <= int(refused.headers["retry-after"]) <= 60


def test_what_is_refused_costs_only_the_asking_and_what_is_cheap_is_still_served(usual: Application) -> None:
    with client(usual, 100_000) as owner, client(usual, 14) as api:
        table = ended(owner).table
        api.post(f"/v1/tables/{table}/fork", json={"at": 5})

        refused = api.post(f"/v1/tables/{table}/fork", json={"at": 5})

        assert (refused.status, left(refused)) == (429, 5)
        assert [api.get("/v1/games").status for _ in range(6)] == [200] * 5 + [429]


def test_no_request_costs_more_than_half_of_the_quota(usual: Application) -> None:
    with client(usual, 100_000) as owner, client(usual, 8) as api:
        table = ended(owner).table

        assert left(api.post(f"/v1/tables/{table}/fork", json={"at": 5})) == 8 - 1 - 4


@pytest.mark.parametrize(
    ("what", "headers", "units"),
    [
        ("", {}, 1),
        ("?at=5", {}, 2),
        ("/events", {}, 2),
        ("/events?after=5&limit=1", {}, 2),
        ("/events", {"Accept": NDJSON}, 2),
        ("/events", {"Accept": SSE}, 2),
        ("/receipts", {}, 1),
    ],
)
def test_reading_is_charged_by_the_events_that_are_read(usual: Application, what: str, headers: dict[str, str], units: int) -> None:
    with client(usual, 1000) as api:
        table = ended(api).table
        before = left(api.get("/v1/games"))

        assert before - left(api.get(f"/v1/tables/{table}{what}", headers=headers)) == units


@pytest.mark.parametrize(("limit", "units"), [(1, 1), (20, 1), (21, 2), (100, 5)])
def test_a_page_of_the_lobby_is_charged_by_its_length(usual: Application, limit: int, units: int) -> None:
    with client(usual, 1000) as api:
        before = left(api.get("/v1/games"))

        assert before - left(api.get("/v1/tables", params={"limit": limit})) == units


def test_new_tables_jobs_and_exports_cost_more_than_a_look_and_asking_again_does_not(usual: Application) -> None:
    with client(usual, 1000) as api:
        before = left(api.get("/v1/games"))
        created = api.post("/v1/tables", json={**TABLE, "options": {"first_seat": "creator"}})
        who = created_table(created).seated[0]
        asked = [api.ask_player(who, "advise") for _ in range(2)]
        over = ended(api).table
        file = 1 + ceil(api.view(over)["version"] / EVENTS_EXPORTED_PER_UNIT)
        until_now = left(api.get("/v1/games"))
        exported = [api.post(f"/v1/tables/{over}/exports", json={"format": "json"}) for _ in range(2)]

        assert [reply.status for reply in (*asked, *exported)] == [202] * 4
        assert [before - left(reply) for reply in (created, *asked)] == [5, 10, 11]
        assert [until_now - left(reply) for reply in exported] == [file, file + 1]


def test_what_its_owner_is_shown_of_a_bot_is_charged_by_the_tables_that_are_looked_at(usual: Application) -> None:
    with client(usual, 1000) as api, connect(usual.store_url) as store:
        path = api.post("/v1/bots", json={"name": "Six", "url": "http://127.0.0.1:2000/", "games": ["dicy-cards"]}).headers["location"]
        places = {str(BotPlace(new_table_id(number.to_bytes(TABLE_ID_BYTES, "big")), "0" * 32)): 1.0 for number in range(101)}
        requests = [("GET", "", None), ("PATCH", "", {"name": "Seven"}), ("POST", "/secret", None), ("POST", "/invitation", None)]
        costs = []
        for method, what, body in requests:
            store.zadd(places_key(path.rpartition("/")[2]), places)
            before = left(api.get("/v1/games"))
            costs.append(before - left(api.request(method, f"{path}{what}", json=body)))

        assert costs == [1 + 3] * 4
        assert left(api.get("/v1/games")) - left(api.get(path)) == 1, "tables that do not run any more were looked at once"


def test_the_log_of_a_webhook_is_charged_by_what_is_read_of_it(usual: Application) -> None:
    with client(usual, 1000) as api, connect(usual.store_url) as store:
        hook = api.post("/v1/webhooks", json={"url": "http://127.0.0.1:2000/", "types": ["*"]}).headers["location"]
        missed = Attempt(at=stamp(now()), status=500, reason="status", ms=1)
        for number in range(50):
            one = Delivery(id=f"msg_{number}", type="table.created", table="p00-a", version=1, created_at=stamp(now()), body="{}")
            Deliveries(store).add(hook.rpartition("/")[2], replace(one, state="failed", attempts=(missed,)))
        requests = [
            ("GET", "/deliveries?limit=20", None),
            ("GET", "/deliveries?limit=100", None),
            ("GET", "/deliveries?state=failed", None),
            ("GET", "/deliveries?state=pending&limit=21", None),
            ("POST", "/redeliver", {"since": "2999-01-01T00:00:00Z"}),
            ("POST", "/redeliver", {"since": "2020-01-01T00:00:00Z"}),
        ]
        costs = []
        for method, what, body in requests:
            before = left(api.get("/v1/games"))
            reply = api.request(method, f"{hook}{what}", json=body)
            costs.append((reply.status, before - left(reply)))
        again = api.post(f"{hook}/redeliver", json={"since": "2020-01-01T00:00:00Z"})

        assert costs == [(200, 1), (200, 5), (200, 2), (200, 3), (202, 1), (202, 4)]
        assert again.json == {"deliveries": 50, "left": 0}


def test_a_request_for_a_rematch_costs_the_same_however_often_it_has_to_try(usual: Application) -> None:
    with client(usual, 1000) as owner, client(usual, 1000) as api:
        bot = {"name": "Dora", "url": "http://127.0.0.1:2000/", "games": ["dicy-cards"], "seating": "invited"}
        seat = {"kind": "bot", "bot": owner.post("/v1/bots", json=bot).json["bot"]["id"]}
        old = created_table(owner.post("/v1/tables", json={**TABLE, "seats": [*TABLE["seats"], seat]}))
        for who in old.seated:
            owner.leave(who)
        proposed = Proposal(new_table_id(b"7" * TABLE_ID_BYTES), 0, "", starts=epoch_ms(now()) + 60_000)
        with connect(usual.store_url) as store:  # another request is about to create it
            store.hset(rematch_key(old.table), mapping={**proposed._asdict(), "asked:0": 1})
        before = left(api.get("/v1/games"))

        asked = api.post(f"/v1/tables/{old.table}/rematch", token=old.seated[1].token)

        assert (asked.status, asked.code) == (503, "table-busy")
        assert before - left(asked) == 1 + UNITS_PER_TABLE


def test_a_client_creates_so_many_tables_in_an_hour_and_a_repeated_request_creates_none(strict: Application) -> None:
    with client(strict, 1000) as api, client(strict, 1000) as other:
        keys = [{"Idempotency-Key": f"a-table-of-this-test-{number}-{secrets.token_hex(4)}"} for number in range(5)]
        replies = [api.post("/v1/tables", json=TABLE, headers=key) for key in (keys[0], *keys)]

        assert [reply.status for reply in replies] == [201, 200, 201, 201, 201, 429]
        assert replies[-1].code == "too-many-tables-created"
        assert 1 <= int(replies[-1].headers["retry-after"]) <= 3600
        again = api.post("/v1/tables", json=TABLE, headers=keys[0])
        assert (again.status, again.json["tokens"]) == (200, replies[0].json["tokens"])
        assert other.post("/v1/tables", json=TABLE).status == 201


def test_the_streams_of_one_client_leave_room_for_others(strict: Application) -> None:
    with client(strict, 1000) as api, client(strict, 1000) as other:
        table = api.create_table(2).table
        mine, theirs = (str(one.http.headers["X-API-Key"]) for one in (api, other))
        with strict.stream(table, X_API_Key=mine), ExitStack() as second:
            second.enter_context(strict.stream(table, X_API_Key=mine))

            refused = api.get(f"/v1/tables/{table}/events", headers={"Accept": SSE})

            assert (refused.status, refused.code) == (429, "too-many-streams")
            assert int(refused.headers["retry-after"]) > 0
            with strict.stream(table, X_API_Key=theirs) as stream:
                assert stream.status_code == 200
            second.close()
            with strict.stream(table, X_API_Key=mine) as again:
                assert again.status_code == 200


def test_a_client_has_so_many_jobs_waiting_and_the_same_one_is_asked_for_again(strict: Application) -> None:
    with client(strict, 1000) as api, client(strict, 1000) as other:
        first, second = (api.create_table(2, options={"first_seat": "creator"}).seated[0] for _ in range(2))

        replies = [api.ask_player(first, "advise"), api.ask_player(second, "advise"), api.ask_player(first, "advise")]

        assert [reply.status for reply in replies] == [202, 429, 202]
        assert replies[1].code == "too-many-jobs"
        assert other.ask_player(second, "advise").status == 202


PEOPLE = 30
THEIR_ADDRESS = "203.0.113.30"
"""Tables that other tests leave running in this store are of other addresses."""

A_TENTH = {
    **{name: getattr(DEFAULT_LIMITS, name) // 10 for name in ("streams", "client_streams", "client_jobs", "tables_running")},
    **{name: a_tenth(getattr(DEFAULT_LIMITS, name)) for name in ("requests", "tables_created")},
    "seats_taken": DEFAULT_LIMITS.seats_taken,  # of one table
}
"""A tenth of the default limits of one client. (`test_many_streams` holds three hundred streams with the whole ones.)"""


def test_three_hundred_people_behind_one_address_could_each_play_a_table_with_the_default_limits(store_url: str) -> None:
    with application(store_url, A_TENTH, trusted_proxies="1") as service, ExitStack() as watching:
        api = service.api(X_Forwarded_For=THEIR_ADDRESS)

        for _ in range(PEOPLE):
            play_a_turn(service, api, watching)


def play_a_turn(service: Application, api: Api, watching: ExitStack) -> None:
    """A player creates a table, watches it, and rolls or skips once."""
    who = api.create_table(1, open_seats=1, options={"first_seat": "creator"}).seated[0]
    headers = {"X-Forwarded-For": THEIR_ADDRESS, "Authorization": f"Bearer {who.token}"}
    assert watching.enter_context(service.stream(who.table, **headers)).status_code == 200
    guest = api.sit(who.table)
    move = next(move for move in api.moves(who) or api.moves(guest) if move["type"] in {"roll", "skip"})
    assert api.play(who, move).status == 201
