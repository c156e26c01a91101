"""The guide to the API: its code plays, its table of editions and its words about what may be added are true."""

import re
from typing import Any

from contract.editions import EDITIONS
from tests.contract.checker import published
from tests.docs.links import ROOT
from tests.live import Api, api, service

__all__ = ["api", "service"]

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


def test_a_game_is_played_with_the_pages_own_lines(api: Api) -> None:
    names: dict[str, Any] = {}
    [code] = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    exec(compile(code, "api.md", "exec"), names)  # noqa: S102 - the page's own lines

    assert names["play"](api.url, moves=4) > names["play"](api.url, moves=1)


def test_the_page_names_the_editions_that_there_are() -> None:
    assert set(re.findall(r"\b3\.[0-9]\b", PAGE)) == EDITIONS.keys()


def test_the_members_that_stand_for_what_is_added_later_are_in_the_contract() -> None:
    [sentence] = re.findall(r"last member \(([^)]+)\)", PAGE)
    members = re.findall(r"`(\w+)`", sentence)

    assert len(members) == 3
    for name in members:
        [union] = [union for schema in published()["components"]["schemas"].values() if (union := _members(schema)) and union[-1] == name]
        assert len(union) > 2


def _members(schema: Any) -> list[str]:
    return [member.get("$ref", "").rpartition("/")[2] for member in schema.get("anyOf", schema.get("oneOf", []))]
