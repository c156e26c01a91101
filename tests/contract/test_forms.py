"""Events and rematches come in the form that the client accepts, or that the query names."""

import pytest

from tests.live import NDJSON, SSE, Api

UNKNOWN = "p00-" + "0" * 26

ACCEPTED = {
    "application/json": "application/json",
    "application/json; charset=utf-8": "application/json",
    "application/json;charset=UTF-8;q=0.5": "application/json",
    "APPLICATION/JSON": "application/json",
    'application/json; profile="a,b"': "application/json",
    "": "application/json",
    "*/*": "application/json",
    "application/*": "application/json",
    "text/html, application/xhtml+xml, */*;q=0.8": "application/json",
    "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2": "application/json",
    "*": "application/json",
    "application/json;q=much": "application/json",
    "text/event-stream": SSE,
    "text/event-stream; charset=utf-8": SSE,
    "text/event-stream;charset=utf-8, application/json;q=0.9": SSE,
    "text/*": SSE,
    "text/event-stream, */*": SSE,
    "application/json;q=0, */*": SSE,
    "application/*;q=0.2, text/event-stream;q=0.1": "application/json",
    "application/x-ndjson; charset=utf-8": "application/x-ndjson",
    "application/json;q=0.1, application/x-ndjson;q=0.2": "application/x-ndjson",
    "application/json;q=0, application/*": "application/x-ndjson",
}


@pytest.mark.parametrize(("accept", "kind"), [*ACCEPTED.items()])
def test_events_come_as_the_client_likes_them_best(api: Api, accept: str, kind: str) -> None:
    created_table = api.create_table(2)
    api.leave(created_table.seated[0])

    reply = api.get(f"/v1/tables/{created_table.table}/events", headers={"Accept": accept})

    assert (reply.status, reply.headers["content-type"].partition(";")[0]) == (200, kind)


@pytest.mark.parametrize(("form", "kind"), [("json", "application/json"), ("lines", NDJSON), ("stream", SSE)])
def test_events_come_in_the_form_that_the_query_names_whatever_is_accepted(api: Api, form: str, kind: str) -> None:
    created_table = api.create_table(2)
    api.leave(created_table.seated[0])

    for accept in ("image/png", "application/json", SSE):
        reply = api.get(f"/v1/tables/{created_table.table}/events", params={"form": form}, headers={"Accept": accept})
        assert (reply.status, reply.headers["content-type"].partition(";")[0]) == (200, kind)


def test_a_rematch_comes_in_the_form_that_the_query_names(there: Api) -> None:
    created_table = there.create_table(2)
    there.leave(created_table.seated[0])
    path = f"/v1/tables/{created_table.table}/rematch"

    assert there.get(path, params={"form": "json"}, headers={"Accept": SSE}).json == {"rematch": None}
    refused = there.get(path, params={"form": "lines"})
    assert (refused.code, [error["field"] for error in refused.json["errors"]]) == ("parameter-invalid", ["form"])
    with there.http.get(there.url + path, params={"form": "stream"}, stream=True, timeout=30) as answer:
        assert answer.headers["Content-Type"].partition(";")[0] == SSE


@pytest.mark.parametrize(("accept", "kind"), [(accept, kind) for accept, kind in ACCEPTED.items() if "ndjson" not in f"{accept} {kind}"])
def test_a_rematch_comes_as_the_client_likes_it_best(there: Api, accept: str, kind: str) -> None:
    created_table = there.create_table(2)
    there.leave(created_table.seated[0])
    wanted = there.post(f"/v1/tables/{created_table.table}/rematch", token=created_table.seated[1].token).json["rematch"]

    url = f"{there.url}/v1/tables/{created_table.table}/rematch"
    with there.http.get(url, headers={"Accept": accept}, stream=True, timeout=30) as answer:
        assert (answer.status_code, answer.headers["Content-Type"].partition(";")[0]) == (200, kind)
        assert "Accept" in answer.headers["Vary"]
        if kind == "application/json":
            assert answer.json() == {"rematch": wanted}


@pytest.mark.parametrize("accept", ["text/html", "application/x-ndjson", "*/*;q=0"])
def test_a_rematch_comes_as_nothing_else(api: Api, accept: str) -> None:
    created_table = api.create_table(2)
    api.leave(created_table.seated[0])
    path, headers = f"/v1/tables/{created_table.table}/rematch", {"Accept": accept}

    assert api.get(path).json == {"rematch": None}
    assert (api.get(path, headers=headers).status, api.get(path, headers=headers).code) == (406, "not-acceptable")
    assert api.get(f"/v1/tables/{UNKNOWN}/rematch", headers=headers).code == "table-unknown"


@pytest.mark.parametrize("accept", ["text/html", "image/*", "application/json;q=0", "*/*;q=0", "application/xml; charset=utf-8"])
def test_events_come_as_nothing_else(api: Api, accept: str) -> None:
    reply = api.get(f"/v1/tables/{UNKNOWN[:-1]}1/events", headers={"Accept": accept})
    table = api.create_table(2).table

    assert reply.code == "table-unknown"
    assert api.get(f"/v1/tables/{table}/events", headers={"Accept": accept}).code == "not-acceptable"
