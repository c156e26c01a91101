"""Every link of a page works, both as served and in the source."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin

import pytest

from service.docs import contract
from tests.contract.checker import operations
from tests.docs.links import ROOT
from tests.live import Api

SERVED = sorted(
    operation.path for operation in operations() if operation.method == "GET" and operation.path.startswith(("/docs", "/openapi"))
)
SOURCES = sorted(
    path
    for path in ROOT.rglob("*.md")
    if not path.is_symlink() and not any(part.startswith(".") or part == "node_modules" for part in path.parts)
)

_CODE = re.compile(r"```.*?```|~~~.*?~~~|`[^`\n]+`", re.DOTALL)
_LINK = re.compile(r"\]\(([^()\s\\]+)\)")
_HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)


class _Html(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is not None and name in {"href", "src"}:
                self.links.append(value)
            if value is not None and name == "id":
                self.anchors.append(value)


def links(text: str) -> Iterator[str]:
    """The links in a Markdown text, or in a document that contains Markdown, that do not lead to another host."""
    return (link for link in _LINK.findall(_CODE.sub("", text)) if "://" not in link)


def anchors(text: str) -> list[str]:
    """The anchors of the headings in a Markdown text."""
    headings = _HEADING.findall(re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]


def test_the_pages_and_what_they_name_are_served() -> None:
    assert {f"/docs/{path}" for path in contract.PAGES} | {"/docs/verify.mjs", "/docs/table.schema.json", "/docs"} <= {*SERVED}


@pytest.mark.parametrize("path", SERVED)
def test_every_link_of_a_served_page_leads_to_one_and_every_anchor_is_there(api: Api, path: str) -> None:
    page = api.get(path)
    html = page.headers["content-type"].startswith("text/html")
    if page.headers["content-type"].startswith("text/javascript"):
        return  # a program contains no links

    for link in _Html(page.text).links if html else links(page.text):
        target, _, anchor = urljoin(path, link).partition("#")
        assert not target.startswith("/v1/"), link
        found = page if target == path else api.get(target)
        assert found.status == 200, link
        known = _Html(found.text).anchors if found.headers["content-type"].startswith("text/html") else anchors(found.text)
        assert not anchor or anchor in known, link


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: str(source.relative_to(ROOT)))
def test_every_link_of_a_page_leads_to_a_file_of_the_source(source: Path) -> None:
    for link in links(source.read_text(encoding="utf-8")):
        target, _, anchor = link.partition("#")
        found = (source.parent / target).resolve() if target else source
        assert found.exists(), link
        if anchor and not re.fullmatch(r"L\d+", anchor):
            assert anchor in anchors(found.read_text(encoding="utf-8")), link
