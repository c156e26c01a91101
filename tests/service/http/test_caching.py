"""Cache headers: caches keep no response for a seat and all fixed responses of a finished table; no ETag outlives its body.

(`tests.contract.checker` checks these headers in every response of the test suite.)
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import NamedTuple

import pytest
from flask.testing import FlaskClient

from events.timestamps import now
from service.app import app_of
from service.http.caching import CACHE_ENDED_VIEW, CACHE_FIXED, SETTLED_AFTER
from service.settings import Settings
from service.wiring import make_web_parts
from tests.live import NDJSON, SSE, Api, Service
from tests.service.playing import eventually
from tests.service.wire import Stream

TABLE = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "human"}]}


class Web(NamedTuple):
    """The application some time after the last events of its two tables: one is finished, one is in progress."""

    client: FlaskClient
    finished: str
    playing: str
    token: str

    def keeping(self, path: str, headers: Mapping[str, str] | None = None) -> tuple[str, str]:
        """Cache-Control and Vary of the response."""
        answer = self.client.get(path, headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.headers["Cache-Control"], answer.headers["Vary"]


def later(store_url: str, time: timedelta) -> Web:
    app = app_of(make_web_parts(Settings(redis_url=store_url)))
    client = app.test_client()
    finished, playing = (client.post("/v1/tables", json=TABLE).get_json() for _ in range(2))
    table = finished["view"]["table"]
    for seat in ("0", "1"):
        client.delete(f"/v1/tables/{table}/seats/{seat}", headers=bearer(finished["tokens"][seat]))
    app.extensions["rollstream"].tables.now = lambda: now() + time
    return Web(client, f"/v1/tables/{table}", f"/v1/tables/{playing['view']['table']}", finished["tokens"]["0"])


def bearer(token: str) -> Mapping[str, str]:
    return {"Authorization": f"Bearer {token}"}


@pytest.fixture
def settled(store_url: str) -> Web:
    return later(store_url, SETTLED_AFTER + timedelta(seconds=1))


def test_what_never_changes_of_a_finished_table_is_kept_for_long(settled: Web) -> None:
    events = "Accept, Authorization, Last-Event-ID"

    assert settled.keeping(f"{settled.finished}?at=3") == (CACHE_FIXED, "Authorization")
    assert settled.keeping(f"{settled.finished}/events") == (CACHE_FIXED, events)
    assert settled.keeping(f"{settled.finished}/events?after=2&limit=1") == (CACHE_FIXED, events)
    assert settled.keeping(f"{settled.finished}/events", {"Accept": NDJSON}) == (CACHE_FIXED, events)


def test_the_view_of_a_finished_table_is_asked_for_again_soon(settled: Web) -> None:
    answer = settled.client.get(settled.finished)

    assert answer.headers["Cache-Control"] == CACHE_ENDED_VIEW
    again = settled.client.get(settled.finished, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.headers["Cache-Control"]) == (304, CACHE_ENDED_VIEW)


def test_what_a_seat_is_shown_is_in_no_shared_cache(settled: Web) -> None:
    with_token = bearer(settled.token)

    assert settled.keeping(settled.finished, with_token)[0] == "private, no-cache"
    assert settled.keeping(f"{settled.finished}?at=3", with_token)[0] == "private, no-cache"
    assert settled.keeping(f"{settled.finished}/events", with_token)[0] == "no-store"


def test_what_is_still_played_is_in_no_shared_cache(settled: Web) -> None:
    assert settled.keeping(settled.playing)[0] == "private, no-cache"
    assert settled.keeping(f"{settled.playing}?at=3")[0] == "private, no-cache"
    assert settled.keeping(f"{settled.playing}/events")[0] == "no-store"


def test_what_a_store_could_still_lose_is_in_no_shared_cache(store_url: str) -> None:
    just_now = later(store_url, timedelta())

    assert just_now.keeping(just_now.finished)[0] == "private, no-cache"
    assert just_now.keeping(f"{just_now.finished}/events")[0] == "no-store"


def test_an_exported_file_is_kept_for_long_once_nobody_can_undo_the_end(api: Api, service: Service) -> None:
    created_table = api.create_table(2)
    api.leave(created_table.seated[0])
    export = api.ended(api.post(f"/v1/tables/{created_table.table}/exports", json={"format": "txt"}).headers["location"])
    path, file_store = export["file"]["url"], str(service.log_file.parent / "exports")
    app = app_of(make_web_parts(Settings(redis_url=service.store_url, exports_url=file_store)))
    kept, tables = [], app.extensions["rollstream"].tables

    for after in (timedelta(), SETTLED_AFTER + timedelta(seconds=1)):
        tables.now = lambda after=after: now() + after
        answer = app.test_client().get(path)
        again = app.test_client().get(path, headers={"If-None-Match": answer.headers["ETag"]})
        assert (answer.status_code, again.status_code) == (200, 304)
        assert answer.headers["Cache-Control"] == again.headers["Cache-Control"]
        kept.append(answer.headers["Cache-Control"])

    assert kept == ["private, no-cache", CACHE_FIXED]


def test_the_stream_of_a_finished_table_is_kept_by_nobody(settled: Web) -> None:
    assert settled.keeping(f"{settled.finished}/events", {"Accept": SSE})[0] == "no-store"


def test_a_problem_is_kept_by_nobody(settled: Web) -> None:
    for path in (f"{settled.finished}?at=99", f"{settled.finished}/events?limit=0", "/v1/nowhere", "/docs/nowhere", "/page/x/y"):
        answer = settled.client.get(path)
        assert (answer.status_code >= 400, answer.headers["Cache-Control"]) == (True, "no-store")


def test_who_is_connected_is_part_of_a_views_tag(api: Api, service: Service) -> None:
    created_table = api.create_table(2)
    path = f"/v1/tables/{created_table.table}"
    before = api.get(path).headers["etag"]
    assert api.get(path, headers={"If-None-Match": before}).status == 304

    with Stream(service.url, created_table.table, token=created_table.seated[0].token):
        eventually(lambda: api.view(created_table.table)["seats"][0]["connected"])
        after = api.get(path, headers={"If-None-Match": before})

        assert after.status == 200
        assert after.json["seats"][0]["connected"]
        assert not api.view(created_table.table, at=after.json["version"])["seats"][0]["connected"]


def test_crawlers_are_kept_from_the_api_and_the_pages_of_tables(api: Api) -> None:
    rules = api.get("/robots.txt")

    assert rules.headers["content-type"].startswith("text/plain")
    assert {"User-agent: *", "Disallow: /v1/", "Disallow: /t/"} <= set(rules.text.splitlines())
