import re
from collections.abc import Mapping

import pytest

from tests.docs.links import LINK, PAGES, ROOT, Link, line_of, links

ALL = [(page, link) for page in PAGES for link in links(page)]


@pytest.mark.parametrize(("page", "link"), ALL, ids=lambda value: value if isinstance(value, str) else f"{value.file}:{value.name}")
def test_a_link_leads_to_the_line_that_it_names(page: str, link: Link) -> None:
    assert link.line == line_of(link), f"{page}: run `python -m tests.docs.links`"


def test_the_trip_of_a_reroll_visits_no_file_twice() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    trip = text[text.index("<!-- trip -->") : text.index("<!-- end of trip -->")]

    files = re.findall(r"\(([\w/]+\.(?:py|lua))#L\d+\)", trip)

    assert len(files) > 15
    assert len(set(files)) == len(files)


def test_every_page_that_is_linked_exists() -> None:
    for page in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"):
        for target in re.findall(r"\]\(([\w/.-]+)(?:#[\w-]+)?\)", (ROOT / page).read_text(encoding="utf-8")):
            assert (ROOT / target).exists(), f"{page} links to {target}"


def test_the_table_of_changes_leads_somewhere_in_every_row() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+) \| (.+) \|$", text[text.index("## Where to change what") : text.index("## Words")], re.MULTILINE)[1:]

    assert len(rows) > 20
    for question, place in rows:
        assert LINK.search(place), question
        for path in re.findall(r"`([\w*-]+/[\w/*.-]+)`", place):
            assert list(ROOT.glob(path)), f"{question}: {path}"


def test_the_tree_names_every_folder() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    tree = dict(re.findall(r"^(events|workers|service)/ .*\n  (.+)$", text, re.MULTILINE))

    named: Mapping[str, set[str]] = {package: set(folders.split()) for package, folders in tree.items()}

    assert named.keys() == {"events", "workers", "service"}
    for package, folders in named.items():
        there = {path.name for path in (ROOT / package).iterdir() if path.is_dir() and path.name != "__pycache__"}
        assert folders == there, package
