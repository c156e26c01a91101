"""About every key that a service leaves in its store, somebody has decided whether a backup takes it."""

import re
from pathlib import Path
from typing import Final

from tests.workers.backup.conftest import BackedUp
from workers.backup.families import FAMILIES, family_of

ROOT: Final = Path(__file__).parents[3]


def test_a_busy_service_has_no_key_about_which_nobody_has_decided(backed_up: BackedUp) -> None:
    assert backed_up.keys.get(None, ()) == ()
    assert backed_up.made.unknown == ()


def test_a_busy_service_has_most_kinds_of_keys(backed_up: BackedUp) -> None:
    seen = {family for family in backed_up.keys if family is not None}

    assert {family.decision for family in seen} == {"table", "early", "late", "merged", "derived", "left"}
    assert len(seen) > len(FAMILIES) // 2


def test_every_key_that_the_code_names_is_of_a_family() -> None:
    named = {
        (file.name, name)
        for folder in ("events", "workers", "service")
        for file in (ROOT / folder).rglob("*.py")
        for name in re.findall(r'service_key\(f?"([^"{][^"]*)"\)', file.read_text(encoding="utf-8"))
    }

    undecided = [(file, name) for file, name in named if family_of("rs:{service}:" + re.sub(r"\{[^}]+\}|\*", "x", name)) is None]
    assert len(named) > 25
    assert undecided == []


def test_no_key_is_of_two_families(backed_up: BackedUp) -> None:
    for names in backed_up.keys.values():
        for name in names[:5]:
            assert len([family for family in FAMILIES if family.has(name)]) == 1, name


def test_a_key_of_another_program_is_of_no_family() -> None:
    assert family_of("rs:{service}:something-new") is None
    assert family_of("another") is None


def test_what_may_be_behind_a_table_is_read_before_it_and_a_cursor_before_its_messages() -> None:
    order = [family.pattern.removeprefix("rs:{service}:") for family in FAMILIES if family.decision == "early"]

    assert order.index("told:<id>:<id>") < order.index("deliveries:<id>") < order.index("calls")
    assert {"waiting:<id>", "asking:<id>:<id>:<id>", "deliveries:<id>:<id>"} <= {*order}
