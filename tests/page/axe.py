"""Accessibility problems of a page, as axe-core (https://github.com/dequelabs/axe-core) finds them."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from playwright.sync_api import Page

from tests.live import ROOT

PROGRAM: Final = ROOT / ".venv/axe/node_modules/axe-core/axe.min.js"
RUN: Final = """async () => (await axe.run({ resultTypes: ["violations"] })).violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id}: ${target} ${any.map(({ message }) => message)}`))"""


@cache
def program() -> str:
    assert PROGRAM.exists(), "axe-core is not installed: make unit installs it"
    return PROGRAM.read_text(encoding="utf-8")


def barriers(page: Page) -> Sequence[str]:
    """All serious and critical problems in the visible page: rule, element and reason."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(program())
    found: list[str] = page.evaluate(RUN)
    return found
