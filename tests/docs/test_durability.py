"""The page about durability matches the code."""

import re
from typing import get_args

from events.store.durability import Policy
from service.processes import embedded_store
from service.settings import FSYNCS
from tests.chaos.memory import BOUND
from tests.docs.links import ROOT

PAGE = (ROOT / "docs" / "durability.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of the table whose header begins with this cell, without the header."""
    table = PAGE[PAGE.index(f"| {heading} |") :].partition("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def test_every_policy_that_readyz_can_show_is_explained() -> None:
    assert {policy.strip("`") for policy, _ in rows("`policy`")} == set(get_args(Policy))


def test_the_default_and_all_choices_are_named() -> None:
    assert f"`{embedded_store.FSYNC}` is the default" in PAGE
    assert set(re.findall(r"^- `(\w+)` ", PAGE, re.MULTILINE)) == set(FSYNCS) == BOUND.keys()


def test_the_bound_that_the_page_names_is_the_one_that_the_chaos_run_holds_to() -> None:
    lost = {what: cells for what, *cells in rows("what dies")}

    assert f"### The bound of `everysec`: {BOUND['everysec']:.0f} seconds" in PAGE
    assert lost["the machine (power, kernel)"][:2] == ["nothing", f"the last {BOUND['everysec']:.0f} s"]
    assert BOUND["always"] == 0


def test_what_it_costs_is_measured_for_every_choice_with_a_date() -> None:
    costs = PAGE[PAGE.index("## What it costs") :]

    assert {policy.strip("`") for policy, *_ in rows("policy")} >= set(FSYNCS)
    assert re.search(r"\b\w+ 20\d\d\b", costs)
    assert "python -m bench.bench_durability" in costs
