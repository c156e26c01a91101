"""The check finds every feature that only newer browsers than the supported ones have, anywhere in the page."""

import subprocess
import sysconfig
from pathlib import Path

import pytest

CHECK = Path(__file__).with_name("check.mjs")
NODE = Path(sysconfig.get_path("scripts")) / "node"

NEWER = {
    "element.checkVisibility();": "element.checkVisibility",
    "const { promise } = Promise.try(work);": "Promise.try",
    "new URLPattern({});": "URLPattern",
    "card.popover = 'auto';": "card.popover",
    "list.addEventListener('scrollend', draw);": "scrollend_event",
    "export const letters = /[\\p{L}--a]/v;": "Invalid regular expression flag",
    "import data from './data.json' with { type: 'json' };": "Unexpected token",
    ".card { field-sizing: content; }": "field-sizing",
    ".card { color: light-dark(black, white); }": "light-dark()",
    ".card { width: stretch; }": "width: stretch",
    ".card:open { color: red; }": ":open",
    "@starting-style { .card { color: red; } }": "@starting-style",
}

KNOWN = [
    "const last = names.with(0, 'Ada').findLast(Boolean);",
    "element.checkVisibility?.();",
    "export const session = { take() {} }; session.take();",
    ".card:has(.die) { color: oklch(.5 .1 100); height: 1dvh; text-wrap: balance; }",
    ".card { color: black; color: light-dark(black, white); }",
    "@supports (field-sizing: content) { .card { field-sizing: content; } }",
]


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The output of the check for a page with one file for each of these sources."""
    folder = tmp_path_factory.mktemp("page")
    for source in (*NEWER, *KNOWN):
        (folder / named(source)).write_text(f"\n{source}\n", encoding="utf-8")
    check = subprocess.run([NODE, CHECK, folder], capture_output=True, text=True, encoding="utf-8", check=False)
    assert check.returncode == 1
    return check.stderr


def named(source: str) -> str:
    """A unique name for the file of a source."""
    return f"{(*NEWER, *KNOWN).index(source)}.{'css' if source[0] in '.@' else 'js'}"


@pytest.mark.parametrize("source", NEWER)
def test_what_is_newer_than_the_range_is_named_with_its_line(source: str, said: str) -> None:
    assert f"/{named(source)}:2: {NEWER[source]}" in said


@pytest.mark.parametrize("source", KNOWN)
def test_what_the_range_has_or_what_guards_itself_passes(source: str, said: str) -> None:
    assert f"/{named(source)}:" not in said
