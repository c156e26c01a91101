"""Which pages may call the API: those of the configured origins and no others, for every response."""

from collections.abc import Iterator, Mapping

import pytest
import requests

from tests.live import SSE, Api, Service
from tests.service.keys import mint

GOOD = "https://good.example"
FOREIGN = [
    "null",
    "https://evil.example",
    "https://good.example.evil.example",
    "https://evil-good.example",
    "https://goodXexample",
    "http://good.example",
    "https://good.example:8443",
    "https://good.example/",
    "https://evil.example#https://good.example",
]
ROUTES = [
    ("GET", "/v1/games"),
    ("GET", "/v1/games/dicy-cards"),
    ("GET", "/v1/tables"),
    ("POST", "/v1/tables"),
    ("GET", "/v1/tables/{table}"),
    ("POST", "/v1/tables/{table}/seats"),
    ("DELETE", "/v1/tables/{table}/seats/0"),
    ("POST", "/v1/tables/{table}/start"),
    ("GET", "/v1/tables/{table}/moves"),
    ("POST", "/v1/tables/{table}/moves"),
    ("GET", "/v1/tables/{table}/events"),
]
SENT = ["Authorization", "Content-Type", "Idempotency-Key", "If-None-Match", "Last-Event-ID", "X-API-Key"]


@pytest.fixture(scope="module")
def key(public: Service) -> str:
    return mint(public, 1_000_000)


@pytest.fixture
def page(public: Service, key: str) -> Iterator[Api]:
    """A client that sends requests like a page of the allowed origin."""
    with Api(public.url) as api:
        api.http.headers.update({"X-API-Key": key, "Origin": GOOD})
        yield api


def assert_shared_with(origin: str | None, headers: Mapping[str, str]) -> None:
    lower = {name.lower(): value for name, value in headers.items()}
    assert lower.get("access-control-allow-origin") == origin
    assert "Origin" in lower["vary"].split(", ")
    assert "access-control-allow-credentials" not in lower


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_a_preflight_needs_no_credentials(public: Service, page: Api, method: str, path: str) -> None:
    created_table = page.create_table(2)
    asked = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": ", ".join(SENT)}

    answer = requests.options(public.url + path.format(table=created_table.table), headers={"Origin": GOOD, **asked}, timeout=30)

    assert answer.status_code == 200
    assert_shared_with(GOOD, answer.headers)
    assert method in answer.headers["Access-Control-Allow-Methods"].split(", ")
    assert set(SENT) == set(answer.headers["Access-Control-Allow-Headers"].split(", "))


def test_a_page_of_a_good_origin_may_read_every_answer(public: Service, page: Api) -> None:
    created_table = page.create_table(2)
    table, token = created_table.table, created_table.seated[0].token
    view = page.get(f"/v1/tables/{table}", token=token)
    answers = {
        "200": view,
        "304": page.get(f"/v1/tables/{table}", headers={"If-None-Match": view.headers["etag"]}),
        "401": page.get(f"/v1/tables/{table}/moves"),
        "403": page.delete(f"/v1/tables/{table}/seats/1", token=token),
        "404": page.get("/v1/tables/unknown"),
        "405": page.request("PUT", "/v1/tables"),
        "406": page.get(f"/v1/tables/{table}/events", headers={"Accept": "image/png"}),
        "409": page.start(created_table.seated[0]),
        "422": page.post("/v1/tables", json={}),
        "stream": page.request("HEAD", f"/v1/tables/{table}/events", headers={"Accept": SSE}),
        "other": page.get("/v1/games", headers={"Origin": "http://localhost:3000"}),
        "nowhere": page.get("/v1/nowhere"),
    }

    for name, reply in answers.items():
        assert_shared_with("http://localhost:3000" if name == "other" else GOOD, reply.headers)
        assert not name.isdigit() or reply.status == int(name)
        exposed = reply.headers["access-control-expose-headers"].split(", ")
        assert {"ETag", "Location", "Retry-After", "RateLimit", "Idempotent-Replayed"} <= set(exposed)
    assert "Authorization" in answers["200"].headers["vary"]


def test_a_page_may_read_that_it_asked_too_often(public: Service, within_a_window: None) -> None:
    with Api(public.url) as api:
        api.http.headers.update({"X-API-Key": mint(public, 1), "Origin": GOOD})
        api.get("/v1/games")
        reply = api.get("/v1/games")

    assert reply.status == 429
    assert_shared_with(GOOD, reply.headers)


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_of_a_foreign_origin_may_read_nothing(public: Service, page: Api, origin: str) -> None:
    created_table = page.create_table(1, open_seats=1)

    for path in ("/v1/games", f"/v1/tables/{created_table.table}", f"/v1/tables/{created_table.table}/moves", "/v1/nowhere"):
        assert_shared_with(None, page.get(path, headers={"Origin": origin}).headers)
        asked = {"Origin": origin, "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "Authorization"}
        preflight = requests.options(public.url + path, headers=asked, timeout=30)
        assert_shared_with(None, preflight.headers)
        assert "Access-Control-Allow-Headers" not in preflight.headers


def test_without_an_origin_nothing_is_said_but_that_the_answer_depends_on_it(public: Service, key: str) -> None:
    answer = requests.get(f"{public.url}/v1/games", headers={"X-API-Key": key}, timeout=30)

    assert_shared_with(None, answer.headers)
    assert answer.headers["Vary"].split(", ") == ["Accept-Language", "Origin"]


def test_where_no_origin_is_configured_none_is_let_in(service: Service) -> None:
    for origin in (GOOD, "null", service.url):
        for method in ("GET", "OPTIONS"):
            asked = {"Origin": origin, "Access-Control-Request-Method": "GET"}
            answer = requests.request(method, f"{service.url}/v1/games", headers=asked, timeout=30)
            assert not [name for name in answer.headers if name.lower().startswith("access-control")]


def test_only_the_api_is_shared(page: Api) -> None:
    for path in ("/metrics", "/healthz", "/docs"):
        assert "access-control-allow-origin" not in page.get(path).headers
