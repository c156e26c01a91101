"""Plays Ice Dice in a browser of any engine."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tests.engines.visitor import Visitor
from tests.page import ice

AT: Final = """(version) => document.querySelector(".board")?.dataset.version === String(version)"""
READS: Final = """() => document.querySelector(".sum .parts").textContent.replace(/\\s/g, "")"""
ORDER: Final = ("setup", "take", "shift", "pass")


def decide(visitor: Visitor, version: int, moves: Sequence[Mapping[str, Any]]) -> None:
    """Move a token if possible, else end the turn."""
    visitor.until(AT, version)
    kind = next(kind for kind in ORDER if any(move["type"] == kind for move in moves))
    move = next(move for move in moves if move["type"] == kind)
    if kind == "pass":
        if len(moves) > 1:
            visitor.click("[data-do=pass]")
        visitor.click("[data-do=pass-yes]")
        return
    if kind != "setup":
        _tap(visitor, move["expression"])
        visitor.until("(selector) => document.querySelector(selector)", f".plank [data-token='{move['token']}'].hit")
    visitor.click(f".plank [data-token='{move['token']}']")
    if kind == "setup":
        visitor.click("[data-do=move]")


def _tap(visitor: Visitor, expression: Mapping[str, Any]) -> None:
    """Enter an expression: dice, operators, and the brackets if they are elsewhere."""
    for part in ice.parts(expression):
        visitor.click(f".dice [data-die='{part}']" if isinstance(part, int) else f"[data-key='{part}']")
    wanted = "left" if isinstance(expression["left"], dict) else "right" if isinstance(expression["right"], dict) else None
    if wanted and visitor.driver.run(READS).startswith("(") != (wanted == "left"):
        visitor.click("[data-key=brackets]")
