"""The exported file of a finished table: made once for all clients, addressed by its content, and made again when it is missing."""

import csv
import hashlib
import io
import json
import re
from base64 import b64encode
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from events.proof.verify import verify
from rules.registry import games
from tests.events.proof.forging import shown_events
from tests.live import Api, Played, Service
from tests.service.ahead import played_out
from tests.service.in_process import work
from tests.service.routes.exporting import ask, content, exported, finished
from tests.service.together import at_once

MEDIA_TYPES = {
    "csv": "text/csv; charset=utf-8; header=present",
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "ndjson": "application/x-ndjson",
    "review": "application/json",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
}
FILES = {kind: f".{kind}" for kind in MEDIA_TYPES} | {"review": "-review.json"}
"""The end of the name under which a browser keeps the file, after the table's id."""

each_format = pytest.mark.parametrize("kind", MEDIA_TYPES)


@pytest.fixture(scope="module")
def played(service: Service) -> Played:
    with Api(service.url) as api:
        return played_out(service, api, api.create_table(2), 8)


@each_format
def test_a_file_is_made_named_by_its_content_and_handed_out(api: Api, played: Played, kind: str) -> None:
    export = exported(api, played.table, kind)

    reply = api.get(export["file"]["url"])
    data = content(api, export)
    digest = hashlib.sha256(data).hexdigest()
    assert (export["table"], export["format"], export["progress"], export["error"]) == (played.table, kind, 1, None)
    assert export["file"]["address"] == f"{digest}.{FILES[kind].rpartition('.')[2]}"
    assert export["file"]["bytes"] == len(data)
    assert export["file"]["media_type"] == reply.headers["content-type"] == MEDIA_TYPES[kind]
    assert (reply.status, reply.headers["etag"]) == (200, f'"{digest}"')
    assert reply.headers["cache-control"] == "private, no-cache"  # the table has only just ended: see test_caching
    assert f'filename="rollstream-{played.table}{FILES[kind]}"' in reply.headers["content-disposition"]
    assert reply.headers["x-content-type-options"] == "nosniff"


@each_format
def test_whoever_has_the_file_is_not_sent_it_again(api: Api, played: Played, kind: str) -> None:
    url = exported(api, played.table, kind)["file"]["url"]
    tag = api.get(url).headers["etag"]

    same, weak, other = (api.get(url, headers={"If-None-Match": given}) for given in (tag, f"W/{tag}", '"other"'))

    assert [reply.status for reply in (same, weak, other)] == [304, 304, 200]
    assert same.headers["etag"] == tag


def test_asked_for_again_it_is_there_at_once(api: Api, played: Played) -> None:
    export = exported(api, played.table, "txt")

    again = ask(api, played.table, "txt", **{"Idempotency-Key": "any-key-will-do-here-0d8f1c1e6b1b4a52"})

    assert (again.status, again.json) == (200, export)
    assert again.headers["location"] == f"/v1/exports/{export['export']}"


def test_the_json_proves_itself_and_holds_every_event(api: Api, played: Played) -> None:
    data = content(api, exported(api, played.table, "json"))

    assert verify(data, games()).ok
    assert shown_events(json.loads(data)) == played.events


def test_the_json_is_as_its_published_schema_says(api: Api, played: Played) -> None:
    schema = Draft202012Validator(api.get("/docs/table.schema.json").json)
    fork = api.fork(played.table, 40)
    api.leave(fork.seated[0])

    whole, forked = (json.loads(content(api, exported(api, table, "json"))) for table in (played.table, fork.table))

    assert schema.is_valid(whole)
    assert schema.is_valid(forked)
    assert not schema.is_valid({**whole, "more": 1})


def test_lines_and_rows_are_as_many_as_events(api: Api, played: Played) -> None:
    lines = content(api, exported(api, played.table, "ndjson")).decode().splitlines()
    rows = list(csv.reader(io.StringIO(content(api, exported(api, played.table, "csv")).decode("utf-8-sig"))))

    assert [json.loads(line) for line in lines] == played.events
    assert len(rows) == len(played.events) + 1


def test_a_page_runs_its_own_script_and_nothing_else(api: Api, played: Played) -> None:
    reply = api.get(exported(api, played.table, "html")["file"]["url"])

    policy = reply.headers["content-security-policy"]
    scripts = [script for kind, script in re.findall(r"<script([^>]*)>(.*?)</script>", reply.text, re.DOTALL) if "json" not in kind]
    hashes = {f"'sha256-{b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" for script in scripts}
    assert set(re.findall(r"script-src ([^;]*)", policy)[0].split()) == hashes
    assert policy.startswith("default-src 'none'; ")
    assert policy.endswith("; sandbox allow-scripts")
    assert "unsafe" not in policy
    assert reply.headers["content-disposition"].startswith("inline; ")


@pytest.mark.parametrize("kind", ["json", "ndjson", "csv", "review", "svg", "txt"])
def test_any_other_file_runs_nothing(api: Api, played: Played, kind: str) -> None:
    policy = api.get(exported(api, played.table, kind)["file"]["url"]).headers["content-security-policy"]

    assert policy == "default-src 'none'; style-src 'unsafe-inline'; sandbox"


def test_twenty_at_once_are_one_file(there: Api, several: Service) -> None:
    table = finished(there)

    replies = at_once(several.url, [partial(ask, table=table, kind="html")] * 20)

    assert {reply.status for reply in replies} == {202}
    assert len({reply.headers["location"] for reply in replies}) == 1
    work(several, str(several.log_file.parent / "exports"))
    assert exported(there, table, "html")["status"] == "finished"


def test_formats_do_not_mix(api: Api, played: Played) -> None:
    exports = [exported(api, played.table, kind) for kind in MEDIA_TYPES]

    assert len({export["export"] for export in exports}) == len({export["file"]["address"] for export in exports}) == len(MEDIA_TYPES)


FRENCH = {
    "csv": "rejoint la table.",
    "html": '<html lang="fr">',
    "review": "Lancer les dés",
    "svg": "Points par tour",
    "txt": "Journal de la partie",
}
"""What a file in French contains."""


@pytest.mark.parametrize("kind", FRENCH)
def test_a_file_for_people_is_in_the_language_that_the_request_names_or_prefers(api: Api, played: Played, kind: str) -> None:
    named, preferred, english = (
        exported(api, played.table, kind, "fr", **{"Accept-Language": "en"}),
        exported(api, played.table, kind, **{"Accept-Language": "fr-CA, en;q=0.5"}),
        exported(api, played.table, kind, **{"Accept-Language": "de"}),
    )

    assert named == preferred
    assert (named["export"], named["language"]) == (f"{played.table}-{kind}-fr", "fr")
    assert (english["export"], english["language"]) == (f"{played.table}-{kind}", "en")
    assert FRENCH[kind] in content(api, named).decode()
    assert FRENCH[kind] not in content(api, english).decode()
    assert api.get(named["file"]["url"]).headers["content-language"] == "fr"


@pytest.mark.parametrize("kind", ["json", "ndjson"])
def test_a_file_without_words_is_the_same_in_every_language(api: Api, played: Played, kind: str) -> None:
    one, other = exported(api, played.table, kind), exported(api, played.table, kind, "fr")

    assert one == other
    assert one["language"] is None
    assert "content-language" not in api.get(one["file"]["url"]).headers


def test_a_table_that_is_still_played_is_not_exported(api: Api) -> None:
    table = api.create_table(2).table

    reply = ask(api, table, "json")

    assert (reply.status, reply.code) == (409, "table-not-finished")
    assert api.get(f"/v1/exports/{table}-json").code == "export-unknown"


@pytest.mark.parametrize(
    ("body", "field"),
    [({}, "format"), ({"format": "pdf"}, "format"), ({"format": 1}, "format"), ({"format": "csv", "at": 3}, "at")],
    ids=str,
)
def test_a_format_that_is_none_is_named(api: Api, played: Played, body: Mapping[str, Any], field: str) -> None:
    reply = api.post(f"/v1/tables/{played.table}/exports", json=body)

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert [error["field"] for error in reply.json["errors"]] == [field]


@pytest.mark.parametrize("id", ["x", "-json", "p00-x-json", "..-json", "%00", "p00-" + "0" * 26 + "-pdf", "x" * 300])
def test_an_id_that_is_none_is_404(api: Api, id: str) -> None:
    for path in (f"/v1/exports/{id}", f"/v1/exports/{id}/file"):
        assert api.get(path).status == 404


def test_a_table_that_nobody_exported_has_no_file(api: Api) -> None:
    reply = api.get("/v1/exports/p00-" + "0" * 26 + "-json/file")

    assert (reply.status, reply.code) == (404, "export-unknown")
