import re

import pytest

from tests.docs.links import PAGES, ROOT, Link, line_of, links

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
