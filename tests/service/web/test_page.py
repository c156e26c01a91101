"""The page is served as it is in its folder, to every browser, safely."""

import gzip
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from werkzeug.test import TestResponse

from service.http.page_files import FOLDER, MEDIA_TYPES, SHARED, Editions
from tests.live import Service
from tests.service.in_process import Application, application

FILES = {**{file.relative_to(FOLDER).as_posix(): file for file in sorted(FOLDER.rglob("*")) if file.is_file()}, **SHARED}
OWN_BOARDS = '<meta name="own-boards" content="dice-cards dicy-cards ice-dice">'
INDEX = (FOLDER / "index.html").read_text(encoding="utf-8").replace('<meta name="own-boards" content="">', OWN_BOARDS)


@pytest.fixture(scope="module")
def pages(store_url: str) -> Iterator[Application]:
    with application(store_url) as pages:
        yield pages


def _raw(pages: Application, path: str, **headers: str) -> TestResponse:
    return pages.flask.test_client().get(path, headers=headers)


ADDRESSES = {
    "/": "lobby",
    "/t/p07-9k3f8w2rt6ym4hzq7dnb5xvacj": "table",
    "/t/p07-9k3f8w2rt6ym4hzq7dnb5xvacj?at=7": "replay",
    "/t/nothing": "table",
}
NAMED = re.compile(r'<link rel="modulepreload" href="/page/([^"]+)">\n')
SHEET = re.compile(r'<link rel="stylesheet" href="/page/css/([a-z]+)\.css">\n')
SHEETS = {"lobby": ["lobby"], "table": ["table"], "replay": ["table", "replay"]}
EDITION = re.compile(r'"/page/([0-9a-f]{16})/')
SOME = ["now/js/main.js", "now/js/replay/checking.js", "now/css/base.css"]


@pytest.mark.parametrize("path", ADDRESSES)
def test_every_address_is_the_same_page_which_names_the_style_sheets_and_modules_of_its_view(pages: Application, path: str) -> None:
    reply = pages.api().get(path)
    text = EDITION.sub('"/page/', reply.text)
    modules = NAMED.findall(text)

    assert (reply.status, NAMED.sub("", SHEET.sub("", text))) == (200, SHEET.sub("", INDEX).replace("<!-- the view's own -->\n", ""))
    assert SHEET.findall(text) == ["letters", "palette", "base", *SHEETS[ADDRESSES[path]]]
    assert len(set(EDITION.findall(reply.text))) == 1
    assert {"js/main.js", "js/api.js", f"js/{ADDRESSES[path]}/view.js"} <= set(modules) <= FILES.keys()
    assert len(modules) == len(set(modules))


def test_every_file_of_the_page_is_served_under_its_kind(pages: Application) -> None:
    for path, file in FILES.items():
        answer = _raw(pages, f"/page/now/{path}")

        assert (path, answer.data) == (path, file.read_bytes())
        assert (path, answer.headers["Content-Type"]) == (path, MEDIA_TYPES[file.suffix])


@pytest.mark.parametrize("path", ["/", "/t/x", "/page/now/index.html", "/page/now/icon.svg"])
def test_nothing_may_come_from_elsewhere_run_inside_or_frame_the_page(pages: Application, path: str) -> None:
    headers = _raw(pages, path).headers

    assert headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert (headers["Referrer-Policy"], headers["X-Content-Type-Options"]) == ("no-referrer", "nosniff")
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


@pytest.mark.parametrize("part", SOME)
def test_nothing_may_come_from_elsewhere_into_a_part_of_the_page_that_runs_by_itself(pages: Application, part: str) -> None:
    headers = _raw(pages, f"/page/{part}").headers

    assert headers["Content-Security-Policy"] == "default-src 'self'"
    assert (headers["Referrer-Policy"], headers["X-Content-Type-Options"]) == ("no-referrer", "nosniff")


def test_the_page_has_no_script_and_no_style_inside() -> None:
    assert not re.search(r"<script(?![^>]* src=)|<style|\sstyle=|\son\w+=", INDEX)
    assert not re.findall(r"(?:src|href)=\"(?!/)", INDEX)


def test_a_browser_keeps_a_file_for_as_long_as_the_page_names_its_edition(pages: Application) -> None:
    edition = EDITION.findall(_raw(pages, "/").text)[0]

    kept = _raw(pages, f"/page/{edition}/js/main.js")

    assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert _raw(pages, "/").headers["Cache-Control"] == "no-cache"


def test_a_page_older_than_the_service_gets_what_is_there_now_but_not_to_keep(pages: Application) -> None:
    first = _raw(pages, "/page/0123456789abcdef/js/main.js")
    again = _raw(pages, "/page/0123456789abcdef/js/main.js", **{"If-None-Match": first.headers["ETag"]})

    assert (first.status_code, first.headers["Cache-Control"]) == (200, "no-cache")
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", first.headers["ETag"])


def test_whoever_changes_a_file_has_only_to_reload_the_page(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "page")
    editions = Editions(tmp_path / "page", SHARED)
    before = editions.current()

    (tmp_path / "page/js/main.js").write_text('import "./api.js";\n')

    after = editions.current()
    assert before.name != after.name == EDITION.findall(after.pages["lobby"].plain.decode())[0]
    assert after.parts["js/main.js"].plain == b'import "./api.js";\n'
    assert (editions.called(before.name), editions.called(after.name)) == (after, after)


def test_a_browser_that_takes_gzip_gets_it_under_another_tag(pages: Application) -> None:
    plain = _raw(pages, "/page/now/js/main.js")
    packed = _raw(pages, "/page/now/js/main.js", **{"Accept-Encoding": "gzip"})

    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["ETag"] != plain.headers["ETag"]
    assert packed.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    "path",
    [
        "../settings.py",
        "now/../settings.py",
        "now/..%2Fsettings.py",
        "now/js/../../../settings.py",
        "now",
        "now/js",
        "now/js/",
        "",
        "now/js/nothing.js",
        "js/main.js",
        "now//etc/passwd",
        "now/index.html%00",
        "now/%5c..%5c",
    ],
)
def test_nothing_else_is_served(service: Service, path: str) -> None:
    request = requests.Request("GET", f"{service.url}/page/").prepare()
    request.url = f"{service.url}/page/{path}"
    with requests.Session() as session:
        answer = session.send(request, timeout=10)

    assert (answer.status_code, answer.json()["code"]) == (404, "route-unknown")
