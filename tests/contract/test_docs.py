"""The documentation pages, and the contract as the service serves it."""

import json
import re
from html.parser import HTMLParser

import pytest

from rules.registry import games
from rules.table import REJECTIONS
from service.docs import contract
from service.http.problem_codes import CODES, JOB_ERRORS
from tests.contract import checker
from tests.live import Api

PAGES = ("/docs", "/docs/problems")


class _Links(HTMLParser):
    """The files and pages that a page loads or links to, and its anchors."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.anchors: list[str] = []
        self.scripts_inside = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.loaded += [value for name in ("src", "href") if (value := given.get(name)) is not None]
        self.anchors += [given["id"] or ""] if "id" in given else []
        self.scripts_inside += tag == "script" and "src" not in given


def _resolved(page: str, link: str) -> str:
    """The path that a relative link of a page leads to."""
    parts = page.split("/")[:-1] + link.partition("#")[0].split("/")
    kept: list[str] = []
    for part in parts:
        if part == "..":
            kept.pop()
        else:
            kept.append(part)
    return "/".join(kept)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_loads_nothing_from_elsewhere_and_runs_no_script_of_its_own(api: Api, path: str) -> None:
    reply = api.get(path)
    links = _Links(reply.text)

    assert links.scripts_inside == 0
    assert not [link for link in links.loaded if re.match(r"([a-z]+:)?//", link)]
    assert "'unsafe-eval'" not in reply.headers["content-security-policy"]
    assert "script-src 'self';" in reply.headers["content-security-policy"]
    for link in links.loaded:
        if not link.startswith("#"):
            assert api.get(_resolved(path, link)).status == 200, link


def test_the_page_shows_this_contract(api: Api) -> None:
    start = api.get("/docs/assets/start.js").text

    assert 'url: "openapi.json"' in start
    assert "//" not in start


@pytest.mark.parametrize("name", ["swagger-ui.js", "nothing.js", "..%2F__init__.py", "start"])
def test_no_other_file_of_the_package_is_served(api: Api, name: str) -> None:
    answer = api.http.get(f"{api.url}/docs/assets/{name}", timeout=10)

    assert answer.status_code == 404
    assert answer.json()["code"] == "route-unknown"


def test_the_contract_is_served_as_it_is(api: Api) -> None:
    assert api.get("/openapi.yaml").text == checker.FILE.read_text(encoding="utf-8")
    assert json.loads(api.get("/openapi.json").text) == checker.published()


def test_the_schema_of_exported_tables_is_served_as_it_is(api: Api) -> None:
    served = api.get("/docs/table.schema.json")

    assert served.text == (checker.FILE.parent / "docs" / "table.schema.json").read_text(encoding="utf-8")


def test_the_list_of_problems_explains_every_code_once(api: Api) -> None:
    anchors = _Links(api.get("/docs/problems").text).anchors
    codes = {*CODES, *REJECTIONS, *JOB_ERRORS, *(code for game in games().values() for code in game.rejections)}

    assert sorted(anchors) == sorted(codes)


def test_a_code_that_games_mean_different_things_by_is_explained_for_each(api: Api) -> None:
    text = api.get("/docs/problems").text

    six, three = (f"There is no such die. Choose among the {number}." for number in ("six", "three"))
    assert f"<code>dicy-cards</code>: {six} <code>ice-dice</code>: {three}" in text
    assert text.count("This game has no such setting.") == 1


def test_the_type_of_a_problem_leads_to_its_explanation(api: Api) -> None:
    problem = api.get("/v1/games/chess").json
    path, _, anchor = problem["type"].partition("#")

    assert anchor in _Links(api.get(path).text).anchors


def test_the_pages_that_are_served_lead_to_each_other(api: Api) -> None:
    for page in contract.PAGES:
        told = api.get(f"/docs/{page}").text

        for name in re.findall(r"\]\(([\w.]+)\)", told):
            assert api.get(f"/docs/{name}").status == 200, (page, name)
