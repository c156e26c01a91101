"""Limits per client: requests by address or by key, and open streams. Headers announce them, and no trick evades them."""

from collections.abc import Iterator

import pytest

from tests.live import SSE, Api, Reply
from tests.service.in_process import Application, application
from tests.service.keys import mint

LIMIT = 8
RATE = f"{LIMIT}/minute"


@pytest.fixture
def strict(store_url: str) -> Iterator[Application]:
    """A service that allows a few requests a minute per address and trusts no proxy headers."""
    with application(store_url, {"requests": RATE}) as strict:
        yield strict


@pytest.fixture
def proxied(store_url: str) -> Iterator[Application]:
    """The same behind one trusted proxy."""
    with application(store_url, {"requests": RATE}, trusted_proxies="1") as proxied:
        yield proxied


@pytest.fixture
def over(strict: Application) -> Api:
    """A client that has used up its limit."""
    api = strict.api()
    while api.get("/v1/games").status == 200:
        pass
    return api


def assert_limited(reply: Reply, limit: int = LIMIT) -> None:
    assert (reply.status, reply.code) == (429, "rate-limited")
    assert 1 <= int(reply.headers["retry-after"]) <= 60
    assert reply.headers["ratelimit-policy"] == f'"default";q={limit};w=60'
    assert reply.headers["ratelimit"].startswith('"default";r=0;t=')


def test_every_answer_tells_what_is_left(strict: Application) -> None:
    api = strict.api(X_API_Key=mint(strict, None))
    replies = [api.get("/v1/games") for _ in range(LIMIT)]

    assert_limited(api.get("/v1/games"))

    assert {reply.status for reply in replies} == {200}
    assert {reply.headers["ratelimit-policy"] for reply in replies} == {f'"default";q={LIMIT};w=60'}
    assert [int(reply.headers["ratelimit"].split(";")[1].removeprefix("r=")) for reply in replies] == [*reversed(range(LIMIT))]


def test_beyond_the_limit_every_route_says_when_to_come_back(over: Api) -> None:
    assert_limited(over.get("/v1/games"))
    assert_limited(over.get("/v1/tables"))
    assert_limited(over.get("/v1/tables/unknown/events", headers={"Accept": SSE}))
    assert_limited(over.post("/v1/tables", data="{}"))
    assert_limited(over.delete("/v1/tables/unknown/seats/0"))


def test_what_runs_the_service_and_explains_it_is_not_limited(over: Api) -> None:
    for path in ("/healthz", "/readyz", "/metrics", "/docs", "/docs/problems", "/openapi.yaml"):
        assert over.get(path).status == 200


def test_made_up_addresses_and_keys_do_not_help(over: Api) -> None:
    for number in range(2):
        address = f"203.0.113.{number}"
        for headers in (
            {"X-Forwarded-For": address},
            {"X-Real-IP": address},
            {"Forwarded": f"for={address}"},
            {"X-Client-IP": address, "X-Forwarded-Host": "other.example", "X-Forwarded-Proto": "https"},
            {"X-API-Key": f"rsk_{number:08d}_{'a' * 43}"},
        ):
            assert_limited(over.get("/v1/games", headers=headers))


def test_a_key_has_a_limit_of_its_own(strict: Application, over: Api) -> None:
    few, many, usual = mint(strict, 3), mint(strict, 5000), mint(strict, None)

    replies = [over.get("/v1/games", headers={"X-API-Key": few}) for _ in range(4)]

    assert [reply.status for reply in replies] == [200, 200, 200, 429]
    assert_limited(replies[-1], 3)
    for key, limit in ((many, 5000), (usual, LIMIT)):
        reply = over.get("/v1/games", headers={"X-API-Key": key})
        assert (reply.status, reply.headers["ratelimit-policy"]) == (200, f'"default";q={limit};w=60')
        assert reply.headers["ratelimit"].startswith(f'"default";r={limit - 1};')


def test_links_do_not_follow_what_a_client_says_the_host_is(strict: Application, over: Api) -> None:
    headers = {"X-API-Key": mint(strict, 5000), "Host": "evil.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"}

    created_table = over.post("/v1/tables", json={"game": "dicy-cards", "seats": [{"kind": "open"}] * 2}, headers=headers)

    assert created_table.headers["location"] == f"/v1/tables/{created_table.json['view']['table']}"
    assert "evil.example" not in created_table.text + over.get("/v1/nowhere", headers=headers).text + str(over.get("/", headers=headers))


def test_behind_a_proxy_the_address_that_the_proxy_saw_counts(proxied: Application) -> None:
    api = proxied.api()
    spent = [api.get("/v1/games", headers={"X-Forwarded-For": "198.51.100.1"}) for _ in range(LIMIT)]
    forged = [api.get("/v1/games", headers={"X-Forwarded-For": f"203.0.113.{n}, 198.51.100.1"}) for n in range(5)]
    other = api.get("/v1/games", headers={"X-Forwarded-For": "198.51.100.1, 198.51.100.2"})

    assert {reply.status for reply in spent} == {200}
    for reply in forged:
        assert_limited(reply)
    assert (other.status, other.headers["ratelimit"].split(";")[1]) == (200, f"r={LIMIT - 1}")


def test_a_network_of_ipv6_addresses_is_one_client(proxied: Application) -> None:
    api = proxied.api()
    spent = [api.get("/v1/games", headers={"X-Forwarded-For": f"2001:db8:1:2::{n:x}"}) for n in range(LIMIT)]
    same, other = (api.get("/v1/games", headers={"X-Forwarded-For": f"2001:db8:1:{net}::1"}) for net in (2, 3))

    assert {reply.status for reply in spent} == {200}
    assert_limited(same)
    assert (other.status, other.headers["ratelimit"].split(";")[1]) == (200, f"r={LIMIT - 1}")


def test_streams_beyond_the_limit_are_refused_and_a_place_that_is_left_is_free_again(store_url: str) -> None:
    with application(store_url, {"streams": 3}) as narrow:
        api = narrow.api()
        table = api.create_table(2).table
        path, headers = f"/v1/tables/{table}/events", {"Accept": SSE}
        with narrow.stream(table), narrow.stream(table):
            with narrow.stream(table) as third:
                full = api.get(path, headers=headers)

                assert (third.status_code, full.status, full.code) == (200, 503, "streams-full")
                assert int(full.headers["retry-after"]) > 0
                assert api.get(path).status == 200
            with narrow.stream(table) as instead:
                assert instead.status_code == 200
                assert api.get(path, headers=headers).code == "streams-full"
