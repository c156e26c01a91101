"""Plays Dice Cards in a browser of any engine."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tests.engines.visitor import Visitor

AT: Final = """(version) => document.querySelector(".board")?.dataset.version === String(version)"""
DECIDES: Final = """(wanted) => wanted.includes(document.querySelector("[data-decision]")?.dataset.decision)"""
OFFERED: Final = """.choice [aria-pressed="false"]:not(:disabled)"""
KEPT: Final = 6


def decide(visitor: Visitor, version: int, moves: Sequence[Mapping[str, Any]]) -> None:
    """Keep the first six cards at once; mark the first lit cell, else strike."""
    visitor.until(AT, version)
    if moves[0]["type"] == "keep":
        for _ in range(KEPT):
            visitor.click(OFFERED)
        visitor.click("[data-do=keep]")
        visitor.until(DECIDES, ["roll", "stuck", "wait"])
        return
    visitor.until(DECIDES, ["roll", "stuck"])
    if visitor.seen(".cell.lit"):
        visitor.click(".cell.lit")
        visitor.click("[data-do=mark]")
        return
    if visitor.seen("[data-do=strike]"):
        visitor.click("[data-do=strike]")
    visitor.click("[data-do=strike-yes]")
