"""Which pages may call the API: those of the configured origins and no others, for every response."""

from collections.abc import Iterator, Mapping

import pytest

from tests.live import SSE, Api
from tests.service.in_process import Application, application
from tests.service.keys import mint

GOOD, OTHER = "https://good.example", "http://localhost:3000"
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
def shared(store_url: str) -> Iterator[Application]:
    """A service that two origins may call."""
    with application(store_url, cors_origins=f"{GOOD}, {OTHER}") as shared:
        yield shared


@pytest.fixture
def page(shared: Application) -> Api:
    """A client that sends requests like a page of the allowed origin."""
    return shared.api(Origin=GOOD)


def assert_shared_with(origin: str | None, headers: Mapping[str, str]) -> None:
    lower = {name.lower(): value for name, value in headers.items()}
    assert lower.get("access-control-allow-origin") == origin
    assert "Origin" in lower["vary"].split(", ")
    assert "access-control-allow-credentials" not in lower


def preflight(page: Api, path: str, headers: Mapping[str, str]) -> Mapping[str, str]:
    """The headers of the answer to an OPTIONS request."""
    answer = page.http.options(page.url + path, headers=headers)
    assert answer.status_code == 200
    return answer.headers


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_a_preflight_needs_no_credentials(page: Api, method: str, path: str) -> None:
    created_table = page.create_table(2)
    asked = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": ", ".join(SENT)}

    headers = preflight(page, path.format(table=created_table.table), asked)

    assert_shared_with(GOOD, headers)
    assert method in headers["Access-Control-Allow-Methods"].split(", ")
    assert set(SENT) == set(headers["Access-Control-Allow-Headers"].split(", "))


def test_a_page_of_a_good_origin_may_read_every_answer(page: Api) -> None:
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
        "other": page.get("/v1/games", headers={"Origin": OTHER}),
        "nowhere": page.get("/v1/nowhere"),
    }

    for name, reply in answers.items():
        assert_shared_with(OTHER if name == "other" else GOOD, reply.headers)
        assert not name.isdigit() or reply.status == int(name)
        exposed = reply.headers["access-control-expose-headers"].split(", ")
        assert {"ETag", "Location", "Retry-After", "RateLimit", "Idempotent-Replayed"} <= set(exposed)
    assert "Authorization" in answers["200"].headers["vary"]


def test_a_page_may_read_that_it_asked_too_often(shared: Application, page: Api) -> None:
    page.http.headers["X-API-Key"] = mint(shared, 1)
    page.get("/v1/games")
    reply = page.get("/v1/games")

    assert reply.status == 429
    assert_shared_with(GOOD, reply.headers)


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_of_a_foreign_origin_may_read_nothing(page: Api, origin: str) -> None:
    created_table = page.create_table(1, open_seats=1)

    for path in ("/v1/games", f"/v1/tables/{created_table.table}", f"/v1/tables/{created_table.table}/moves", "/v1/nowhere"):
        assert_shared_with(None, page.get(path, headers={"Origin": origin}).headers)
        asked = {"Origin": origin, "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "Authorization"}
        headers = page.http.options(page.url + path, headers=asked).headers
        assert_shared_with(None, headers)
        assert "Access-Control-Allow-Headers" not in headers


def test_without_an_origin_nothing_is_said_but_that_the_answer_depends_on_it(shared: Application) -> None:
    headers = shared.api().get("/v1/games").headers

    assert_shared_with(None, headers)
    assert headers["vary"].split(", ") == ["Accept-Language", "Origin"]


def test_where_no_origin_is_configured_none_is_let_in(store_url: str) -> None:
    with application(store_url) as service:
        api = service.api()
        for origin in (GOOD, "null", api.url):
            for method in ("GET", "OPTIONS"):
                asked = {"Origin": origin, "Access-Control-Request-Method": "GET"}
                answer = api.http.request(method, f"{api.url}/v1/games", headers=asked)
                assert not [name for name in answer.headers if name.lower().startswith("access-control")]


def test_only_the_api_is_shared(page: Api) -> None:
    for path in ("/metrics", "/healthz", "/docs"):
        assert "access-control-allow-origin" not in page.get(path).headers
