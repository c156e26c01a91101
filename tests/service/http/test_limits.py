"""Limits per client: requests by address or by key, and open streams. Headers announce them, and no trick evades them."""

from collections.abc import Iterator

import pytest

from tests.live import Api, CreatedTable, Reply, Service
from tests.service.keys import mint
from tests.service.playing import eventually, skip
from tests.service.wire import Stream

LIMIT = 40

pytestmark = pytest.mark.usefixtures("within_a_window")


@pytest.fixture
def over(small: Service, within_a_window: None) -> Iterator[Api]:
    """A client that has used up its limit."""
    with Api(small.url) as api:
        while api.get("/v1/games").status == 200:
            pass
        yield api


def assert_limited(reply: Reply, limit: int = LIMIT) -> None:
    assert (reply.status, reply.code) == (429, "rate-limited")
    assert 1 <= int(reply.headers["retry-after"]) <= 60
    assert reply.headers["ratelimit-policy"] == f'"default";q={limit};w=60'
    assert reply.headers["ratelimit"].startswith('"default";r=0;t=')


def test_every_answer_tells_what_is_left(small: Service) -> None:
    with Api(small.url) as api:
        api.http.headers["X-API-Key"] = mint(small, None)
        replies = [api.get("/v1/games") for _ in range(LIMIT)]

        assert_limited(api.get("/v1/games"))

    assert {reply.status for reply in replies} == {200}
    assert {reply.headers["ratelimit-policy"] for reply in replies} == {f'"default";q={LIMIT};w=60'}
    assert [int(reply.headers["ratelimit"].split(";")[1].removeprefix("r=")) for reply in replies] == list(range(LIMIT - 1, -1, -1))


def test_beyond_the_limit_every_route_says_when_to_come_back(over: Api) -> None:
    assert_limited(over.get("/v1/games"))
    assert_limited(over.get("/v1/tables"))
    assert_limited(over.get("/v1/tables/unknown/events", headers={"Accept": "text/event-stream"}))
    assert_limited(over.post("/v1/tables", data="{}"))
    assert_limited(over.delete("/v1/tables/unknown/seats/0"))


def test_what_runs_the_service_and_explains_it_is_not_limited(over: Api) -> None:
    for path in ("/healthz", "/readyz", "/metrics", "/docs", "/docs/problems", "/openapi.yaml"):
        assert over.get(path).status == 200


def test_made_up_addresses_and_keys_do_not_help(over: Api) -> None:
    for number in range(5):
        address = f"203.0.113.{number}"
        for headers in (
            {"X-Forwarded-For": address},
            {"X-Real-IP": address},
            {"Forwarded": f"for={address}"},
            {"X-Client-IP": address, "X-Forwarded-Host": "other.example", "X-Forwarded-Proto": "https"},
            {"X-API-Key": f"rsk_{number:08d}_{'a' * 43}"},
        ):
            assert_limited(over.get("/v1/games", headers=headers))


def test_a_key_has_a_limit_of_its_own(small: Service, over: Api) -> None:
    few, many, usual = mint(small, 3), mint(small, 5000), mint(small, None)

    replies = [over.get("/v1/games", headers={"X-API-Key": few}) for _ in range(4)]

    assert [reply.status for reply in replies] == [200, 200, 200, 429]
    assert_limited(replies[-1], 3)
    for key, limit in ((many, 5000), (usual, LIMIT)):
        reply = over.get("/v1/games", headers={"X-API-Key": key})
        assert (reply.status, reply.headers["ratelimit-policy"]) == (200, f'"default";q={limit};w=60')
        assert reply.headers["ratelimit"].startswith(f'"default";r={limit - 1};')


def test_links_do_not_follow_what_a_client_says_the_host_is(small: Service, over: Api) -> None:
    headers = {"X-API-Key": mint(small, None), "Host": "evil.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"}

    created_table = over.post("/v1/tables", json={"game": "dicy-cards", "seats": [{"kind": "open"}] * 2}, headers=headers)

    assert created_table.headers["location"] == f"/v1/tables/{created_table.json['view']['table']}"
    assert "evil.example" not in created_table.text + over.get("/v1/nowhere", headers=headers).text + str(over.get("/", headers=headers))


def test_behind_a_proxy_the_address_that_the_proxy_saw_counts(public: Service) -> None:
    with Api(public.url) as api:
        spent = [api.get("/v1/games", headers={"X-Forwarded-For": "198.51.100.1"}) for _ in range(LIMIT)]
        forged = [api.get("/v1/games", headers={"X-Forwarded-For": f"203.0.113.{n}, 198.51.100.1"}) for n in range(5)]
        other = api.get("/v1/games", headers={"X-Forwarded-For": "198.51.100.1, 198.51.100.2"})

    assert {reply.status for reply in spent} == {200}
    for reply in forged:
        assert_limited(reply)
    assert (other.status, other.headers["ratelimit"].split(";")[1]) == (200, f"r={LIMIT - 1}")


def test_a_network_of_ipv6_addresses_is_one_client(public: Service) -> None:
    with Api(public.url) as api:
        spent = [api.get("/v1/games", headers={"X-Forwarded-For": f"2001:db8:1:2::{n:x}"}) for n in range(LIMIT)]
        same, other = (api.get("/v1/games", headers={"X-Forwarded-For": f"2001:db8:1:{net}::1"}) for net in (2, 3))

    assert {reply.status for reply in spent} == {200}
    assert_limited(same)
    assert (other.status, other.headers["ratelimit"].split(";")[1]) == (200, f"r={LIMIT - 1}")


@pytest.fixture
def guest(public: Service) -> Iterator[Api]:
    """A client with a large limit."""
    with Api(public.url) as api:
        api.http.headers["X-API-Key"] = mint(public, 1_000_000)
        yield api


def test_streams_beyond_the_limit_are_refused_and_a_place_that_is_left_is_free_again(public: Service, guest: Api) -> None:
    created_table = guest.create_table(2)
    streams = [Stream(public.url, created_table.table, key=guest.http.headers["X-API-Key"]) for _ in range(3)]
    path, headers = f"/v1/tables/{created_table.table}/events", {"Accept": "text/event-stream"}
    assert [stream.status for stream in streams] == [200] * 3

    full = guest.get(path, headers=headers)

    assert (full.status, full.code) == (503, "streams-full")
    assert int(full.headers["retry-after"]) > 0
    assert guest.get(path).status == 200
    streams[0].reset()
    view = skip(guest, created_table.seated, created_table.view)
    eventually(lambda: opens(public, guest, created_table))
    for stream in streams[1:]:
        stream.read_version(view["version"])
        stream.socket.close()


def opens(service: Service, api: Api, created_table: CreatedTable) -> bool:
    skip(api, created_table.seated, api.view(created_table.table))  # the service notices a closed stream when it sends something
    with Stream(service.url, created_table.table, key=api.http.headers["X-API-Key"]) as stream:
        return stream.status == 200
