"""The page about checking the dice: its own lines check a real table, and notice what was changed."""

import copy
import re
from typing import Any

import pytest

from tests.docs.links import ROOT
from tests.live import Api, api, service

__all__ = ["api", "service"]

CODE = "\n".join(
    re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
)


def checks() -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(CODE, "fairness.md", "exec"), names)  # noqa: S102 - the page's own lines
    return names


def test_a_finished_table_is_checked_with_the_pages_own_lines_and_a_change_is_noticed(api: Api) -> None:
    played = api.play_out(5, seats=3, options={"mode": "interglacial"})
    check_dice, check_chain = checks()["check_dice"], checks()["check_chain"]

    check_dice(played.table, played.events)
    check_chain(played.table, played.events)

    forged = copy.deepcopy(played.events)
    rolled = next(event for event in forged if event["type"] == "dicy-cards.dice-rolled")
    rolled["data"]["draw"]["values"][0] = rolled["data"]["draw"]["values"][0] % 6 + 1
    with pytest.raises(AssertionError):
        check_dice(played.table, forged)
    with pytest.raises(AssertionError):
        check_chain(played.table, forged)
