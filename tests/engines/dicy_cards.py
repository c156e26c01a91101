"""Plays Dicy Cards in a browser of any engine."""

from collections.abc import Mapping
from typing import Any, Final

from tests.engines.visitor import Visitor
from tests.page.players import wanted

HAS_DECISION: Final = """(wanted) => document.querySelector("[data-decision]")?.dataset.decision === wanted"""
BEST: Final = """() => [...document.querySelectorAll("button[data-card]")]
    .map((card) => [Number(card.querySelector(".best").textContent.match(/[0-9]+/)?.[0] ?? 0), card.dataset.card])"""


def decide(visitor: Visitor, view: Mapping[str, Any], seat: int) -> None:
    """Make the seat's decision as soon as the page shows it: roll, score the best card or skip, choose the first eligible card."""
    decision = wanted(view, seat)
    visitor.until(HAS_DECISION, decision)
    if decision == "play":
        _score(visitor)
    elif decision in {"freeze", "reset"}:
        visitor.click("button[data-card].wanted")
        visitor.click("[data-do=choose]")
    else:
        visitor.click("[data-do=skip]" if decision == "stuck" else "[data-do=roll]")


def _score(visitor: Visitor) -> None:
    points, card = max(visitor.driver.run(BEST))
    if points:
        visitor.click(f"button[data-card={card}]")
        visitor.click("[data-do=score]")
    else:
        visitor.click("[data-do=skip]")
        visitor.click("[data-do=skip-yes]")
