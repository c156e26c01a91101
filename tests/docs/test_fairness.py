"""The page about checking the dice: its code checks a real table, and detects changes."""

import copy
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.docs.links import ROOT
from tests.golden_tables.record import FOLDER
from tests.live import Api, api, service

__all__ = ["api", "service"]

CODE = "\n".join(
    re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
)


def checks() -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(CODE, "fairness.md", "exec"), names)  # noqa: S102 - the page's own lines
    return names


def golden(name: str, game: str = "dicy-cards") -> tuple[str, list[dict[str, Any]]]:
    """A finished table's id and its events, as the service returns them."""
    file = json.loads((FOLDER / game / f"{name}.json").read_bytes())
    return file["table"], file["events"]


def test_a_finished_table_is_checked_with_the_pages_own_lines_and_a_change_is_noticed(api: Api) -> None:
    created_table = api.create_table(3, options={"mode": "interglacial", "first_seat": "creator"})
    table, (first, second, _) = created_table.table, created_table.seated
    assert api.play(first, {"type": "roll", "decision": created_table.view["owed"][0]["decision"]}).status == 201
    assert [api.leave(seat).status for seat in (second, first)] == [200, 200]
    events = api.events(table)
    check_dice, check_chain = checks()["check_dice"], checks()["check_chain"]

    check_dice(table, events)
    check_chain(table, events)

    forged = copy.deepcopy(events)
    rolled = next(event for event in forged if event["type"] == "dicy-cards.dice-rolled")
    rolled["data"]["draw"]["values"][0] = rolled["data"]["draw"]["values"][0] % 6 + 1
    with pytest.raises(AssertionError, match=r"draw \d+ shows .*, but from the secret come"):
        check_dice(table, forged)
    with pytest.raises(AssertionError, match=r"event \d+ does not have the hash"):
        check_chain(table, forged)


@pytest.mark.parametrize("name", ["built-in-players", "forked", "forked-twice", "abandoned", "inactive"])
def test_every_kind_of_table_is_checked_with_the_pages_own_lines(name: str) -> None:
    _check(*golden(name))


@pytest.mark.parametrize("name", ["built-in-players", "experienced", "forked-twice"])
def test_tables_of_ice_dice_are_checked_with_the_pages_own_lines(name: str) -> None:
    _check(*golden(name, "ice-dice"))


def _check(table: str, events: list[dict[str, Any]]) -> None:
    checks()["check_dice"](table, events)
    checks()["check_chain"](table, events)


@pytest.mark.parametrize("source", [0, 1])
def test_a_fork_that_tells_other_secrets_of_its_sources_is_noticed(source: int) -> None:
    table, events = golden("forked-twice")
    events[0]["data"]["forked_from"]["sources"][source]["secret"] = "00" * 32

    with pytest.raises(AssertionError, match=r"^draw (0|18) shows"):
        checks()["check_dice"](table, events)


def test_what_cannot_be_checked_or_is_wrong_is_said_in_words() -> None:
    table, events = golden("built-in-players")
    check_dice = checks()["check_dice"]

    with pytest.raises(AssertionError, match="the table is not finished"):
        check_dice(table, events[:-1])
    rolled = next(at for at, event in enumerate(events) if event["type"] == "dicy-cards.dice-rolled")
    with pytest.raises(AssertionError, match=r"draw \d+ is missing: here is draw \d+"):
        check_dice(table, events[:rolled] + events[rolled + 1 :])
    events[-1]["data"]["secret"] = "00" * 32
    with pytest.raises(AssertionError, match="the secret is not the one that was committed to"):
        check_dice(table, events)


def test_a_reserved_table_is_checked_with_the_pages_own_lines_and_every_change_is_noticed(api: Api) -> None:
    check_reserved = checks()["check_reserved"]
    reserved = api.post("/v1/commitments").json
    created_table = api.create_table(2, client_seed="ours", commitment=reserved)
    events = api.events(created_table.table)
    plain = api.create_table(2, client_seed="ours")

    check_reserved(reserved, "ours", created_table.table, events)

    with pytest.raises(AssertionError, match="not have the id and the commitment that were reserved"):
        check_reserved(reserved, "ours", plain.table, api.events(plain.table))
    with pytest.raises(AssertionError, match="not have the id and the commitment that were reserved"):
        check_reserved({**reserved, "commitment": "0" * 64}, "ours", created_table.table, events)
    with pytest.raises(AssertionError, match="our client seed was left out"):
        check_reserved(reserved, "theirs", created_table.table, events)
    events[0]["data"]["reserved"] = False
    with pytest.raises(AssertionError, match="says that it was not reserved"):
        check_reserved(reserved, "ours", created_table.table, events)


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        ("forked-twice", lambda events: events[0].update(schema=1), "the creation has not the members of its schema"),
        ("forked-twice", lambda events: events.append(events[0]), "something happened twice that happens once"),
        ("forked-twice", lambda events: sources(events).append(sources(events)[-1]), "a source of the fork has made no draw"),
        ("forked-twice", lambda events: sources(events)[-1].update(draws=10**6), "have made more draws than there are"),
        ("built-in-players", lambda events: events.pop(0), "does not begin with its creation"),
    ],
    ids=["an old schema", "created twice", "a source without draws", "draws that nobody made", "no creation"],
)
def test_what_the_verifiers_refuse_of_a_creation_the_pages_own_lines_refuse_too(
    name: str, change: Callable[[list[dict[str, Any]]], object], words: str
) -> None:
    table, events = golden(name)
    change(events)

    with pytest.raises(AssertionError, match=words):
        checks()["check_dice"](table, events)


def sources(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = events[0]["data"]["forked_from"]["sources"]
    return found
