"""nginx and Caddy with the examples of deploy/, in front of a real service: each test is a visitor of its own address."""

import json
import re
from collections.abc import Iterator

import pytest

from events.access.seat_tokens import SeatTokens
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from service.http.body import LONGEST_BODY
from service.http.client import client_at, client_digest
from service.live.streams import KEEP_ALIVE
from tests.deploy.proxies import PROXIES, Site, site
from tests.deploy.reading import DEPLOY, read, seconds
from tests.live import FEWEST, SSE, Service, running
from tests.operation.processes import ROOT

TABLE = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "human"}]}
FORGED = {
    "X-Forwarded-For": "198.51.100.7",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "http",
    "Forwarded": "for=198.51.100.7",
}


@pytest.fixture(scope="module")
def service(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that trusts one proxy."""
    with running(store_url, tmp_path_factory.mktemp("service"), FEWEST, trusted_proxies="1") as service:
        yield service


@pytest.fixture(scope="module", params=sorted(PROXIES))
def here(request: pytest.FixtureRequest, service: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site(request.param, int(service.url.rpartition(":")[2]), tmp_path_factory.mktemp(request.param)) as here:
        yield here


def test_requests_come_by_http_2_and_none_meets_the_web_server_that_is_away(here: Site) -> None:
    with here.visitor("127.0.0.2") as visitor:
        answers = [visitor.get("/v1/games") for _ in range(6)] + [visitor.post("/v1/tables", json=TABLE) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200] * 6 + [201] * 2
    assert {answer.http_version for answer in answers} == {"HTTP/2"}
    assert "strict-transport-security" in answers[0].headers


def test_an_event_reaches_an_open_stream_at_once(here: Site) -> None:
    with here.visitor("127.0.0.3") as watcher, here.visitor("127.0.0.3") as player:
        created = player.post("/v1/tables", json=TABLE).json()
        view = created["view"]
        with watcher.stream("GET", f"/v1/tables/{view['table']}/events", headers={"Accept": SSE}) as stream:
            versions = _versions(stream.iter_lines())
            seen = [next(versions) for _ in range(view["version"])]
            owed = view["owed"][0]
            played = player.post(
                f"/v1/tables/{view['table']}/moves",
                headers={"Authorization": f"Bearer {created['tokens'][str(owed['seat'])]}"},
                json={"type": "roll", "decision": owed["decision"]},
            )

            assert seen == [*range(1, view["version"] + 1)]
            assert played.status_code == 201
            assert next(versions) == view["version"] + 1


@pytest.mark.parametrize("forged", [{}, FORGED], ids=["honest", "forged"])
def test_a_client_counts_for_its_own_address_whatever_it_claims(here: Site, service: Service, forged: dict[str, str]) -> None:
    with here.visitor("127.0.0.4") as visitor:
        table = visitor.post("/v1/tables", json=TABLE, headers=forged).json()["view"]["table"]

    with connect(service.store_url) as client:
        (creator,) = RedisStore(client).creators([table])
    assert creator == client_digest(SeatTokens(service.secret.encode()).derive, client_at("127.0.0.4"))


def test_a_long_body_is_refused_with_the_reason_and_a_flood_in_any_case(here: Site) -> None:
    with here.visitor("127.0.0.5", http2=False) as visitor:
        long, flood = (visitor.post("/v1/tables", content=b" " * size) for size in (LONGEST_BODY + 1, 5 * LONGEST_BODY))

    assert (long.status_code, long.json()["code"]) == (413, "body-too-large")
    assert flood.status_code == 413


def test_the_metrics_are_not_for_visitors(here: Site) -> None:
    with here.visitor("127.0.0.6") as visitor:
        assert visitor.get("/metrics").status_code == 404
        assert visitor.get("/readyz").status_code == 200


@pytest.mark.parametrize(
    ("file", "silence", "idle"),
    [
        ("nginx/rollstream.conf", r"(?:proxy_read|send)_timeout (\w+);", r" keepalive_timeout (\w+);"),
        ("caddy/Caddyfile", r"\bread_timeout (\w+)", r"\bkeepalive (\w+)"),
    ],
    ids=sorted(PROXIES, reverse=True),
)
def test_silences_of_streams_are_shorter_than_what_ends_them_and_idle_connections_end_at_the_proxy(
    file: str, silence: str, idle: str
) -> None:
    example = read(DEPLOY / file)
    (kept_by_service,) = re.findall(r"^keepalive = ([0-9]+)$", read(ROOT / "service" / "processes" / "web_server.py"), re.MULTILINE)

    assert min(map(seconds, re.findall(silence, example))) > max(60, 2 * KEEP_ALIVE)
    assert [seconds(found) < float(kept_by_service) for found in re.findall(idle, example)] == [True]


def _versions(lines: Iterator[str]) -> Iterator[int]:
    """The versions of the events in a stream."""
    return (json.loads(line.removeprefix("data: "))["version"] for line in lines if line.startswith("data: "))
