"""Names beside the chain: each must fit its digest, and an erased one leaves a right file. Both verifiers say the same."""

import json
from collections.abc import Callable

import pytest

from events.proof.document import NAMES_IN_EVENTS, write
from events.proof.loading import load_file
from events.proof.verdict import Erased, Verdict
from events.proof.verify import verify
from events.tables.envelope import NO_HASH, NamedPlayer, chained
from events.tables.names import digest
from tests.events.proof.forging import Value, chained_anew, find, parsed, with_names_in_events
from tests.events.proof.second import second_verdicts
from tests.events.proof.tables import GAMES, made
from tests.golden_tables.record import FOLDER

NEW = made("glacial for two")
OLD = (FOLDER / "dicy-cards" / "substituted.json").read_bytes()
"""A table that has the names in its chain."""


def both(file: bytes) -> Verdict:
    """The verdict of both verifiers, also without the game."""
    first = verify(file, GAMES)
    assert _found(first) == _found(*second_verdicts([file]))
    assert _found(verify(file, {})) == _found(*second_verdicts([file], games=False))
    return first


def _found(verdict: Verdict) -> tuple[object, ...]:
    return verdict.status, verdict.code, verdict.version, verdict.erased


def without_first_name(value: Value) -> None:
    """As the service writes the file once the name of the first player was erased."""
    taken = find(value, "table.seat-taken")
    value["names"] = [named for named in value.get("names", []) if named["version"] != taken["version"]]
    value["format"] = "rollstream-table-3"
    value.setdefault("receipts", {"created": None, "finished": None})
    taken["data"]["name"] = None
    value["seats"][taken["seat"]]["name"] = None


@pytest.mark.parametrize(("file", "unbound"), [(NEW, 0), (OLD, 2)], ids=["beside the chain", "in the chain"])
def test_a_file_without_an_erased_name_is_right_but_for_that(file: bytes, unbound: int) -> None:
    value = parsed(file)
    without_first_name(value)

    verdict = both(write(value))

    assert (verdict.status, verdict.erased) == ("right", Erased(1, unbound))
    loaded, events = load_file(write(value), GAMES)
    assert loaded.table.seats[0].name_erased
    assert not loaded.table.seats[1].name_erased
    assert events[1].recorded.named is None


def test_a_file_with_all_names_says_nothing_of_erased_ones() -> None:
    assert [both(file).erased for file in (NEW, OLD)] == [Erased(), Erased()]


def another_name(value: Value) -> None:
    value["names"][0]["name"] = value["seats"][0]["name"] = "Eve"


def another_salt(value: Value) -> None:
    value["names"][1]["salt"] = "0" * 32


def names_exchanged(value: Value) -> None:
    one, other = value["names"][:2]
    one["name"], other["name"] = other["name"], one["name"]
    for seat in (0, 1):
        value["seats"][seat]["name"] = value["names"][seat]["name"]


def a_name_of_another_event(value: Value) -> None:
    value["names"][-1]["version"] = len(value["events"])
    value["seats"][-1]["name"] = None


def a_name_of_no_event(value: Value) -> None:
    value["names"][-1]["version"] = len(value["events"]) + 1
    value["seats"][-1]["name"] = None


def an_order_of_its_own(value: Value) -> None:
    value["names"].reverse()


def a_name_twice(value: Value) -> None:
    value["names"].insert(0, value["names"][0])


def a_name_that_steers(value: Value) -> None:
    value["names"][0]["name"] = value["seats"][0]["name"] = "\x1b[2Jx"


def a_short_salt(value: Value) -> None:
    value["names"][0]["salt"] = "0" * 31


def a_member_more(value: Value) -> None:
    value["names"][0]["seat"] = 0


def the_format_without_names(value: Value) -> None:
    value["format"] = NAMES_IN_EVENTS
    del value["names"]


def names_in_the_format_without(value: Value) -> None:
    value["format"] = NAMES_IN_EVENTS


def no_names(value: Value) -> None:
    del value["names"]


def a_name_in_the_chain_as_well(value: Value) -> None:
    find(value, "table.seat-taken")["data"]["name"] = value["names"][0]["name"]


def no_digest(value: Value) -> None:
    del find(value, "table.seat-taken")["data"]["name_digest"]


def an_older_schema(value: Value) -> None:
    find(value, "table.seat-taken")["schema"] = 3


def a_seat_without_its_name(value: Value) -> None:
    value["seats"][0]["name"] = None


WRONG = [
    (another_name, "name-wrong", 2),
    (another_salt, "name-wrong", 3),
    (names_exchanged, "name-wrong", 2),
    (a_name_of_another_event, "name-wrong", len(parsed(NEW)["events"])),
    (a_name_of_no_event, "name-wrong", len(parsed(NEW)["events"]) + 1),
    (an_order_of_its_own, "malformed", None),
    (a_name_twice, "malformed", None),
    (a_name_that_steers, "malformed", None),
    (a_short_salt, "malformed", None),
    (a_member_more, "malformed", None),
    (the_format_without_names, "malformed", 2),
    (names_in_the_format_without, "malformed", None),
    (no_names, "malformed", None),
    (a_name_in_the_chain_as_well, "hash-wrong", 2),
    (no_digest, "hash-wrong", 2),
    (an_older_schema, "malformed", 2),
    (a_seat_without_its_name, "member-wrong", None),
]


@pytest.mark.parametrize(("change", "code", "place"), WRONG, ids=[change.__name__ for change, *_ in WRONG])
def test_a_name_that_is_not_as_the_chain_says_is_found(change: Callable[[Value], None], code: str, place: int | None) -> None:
    value = parsed(NEW)
    change(value)

    verdict = both(write(value))

    assert (verdict.status, verdict.code, verdict.version) == ("wrong", code, place), verdict.detail


@pytest.mark.parametrize("name", ["e\u0301", "\U00016d67\U00016d67", "\U0003fffd"], ids=["decomposed", "composed later", "unassigned"])
@pytest.mark.parametrize("in_chain", [False, True], ids=["beside the chain", "in the chain"])
def test_the_verdict_about_a_name_does_not_depend_on_the_readers_version_of_unicode(name: str, in_chain: bool) -> None:
    value = parsed(NEW)
    value["names"][0]["name"] = name
    find(value, "table.seat-taken")["data"]["name_digest"] = digest(NamedPlayer(name, value["names"][0]["salt"]))

    verdict = both(chained_anew(with_names_in_events(value) if in_chain else value))

    assert (verdict.status, verdict.detail) == ("right", both(NEW).detail)


@pytest.mark.parametrize("change", [a_name_in_the_chain_as_well, no_digest, an_older_schema])
def test_a_forger_who_knows_the_format_gets_no_further(change: Callable[[Value], None]) -> None:
    value = parsed(NEW)
    change(value)

    verdict = both(chained_anew(value))

    assert verdict.version == 2
    assert verdict.code in {"malformed", "name-wrong"}, verdict


def test_a_null_name_belongs_to_the_format_that_has_names() -> None:
    value = parsed(OLD)
    without_first_name(value)
    value["format"] = NAMES_IN_EVENTS
    del value["names"]

    verdict = both(write(value))

    assert (verdict.code, verdict.version) == ("malformed", 2)


def test_before_a_gap_the_chain_proves_nothing_and_behind_it_everything() -> None:
    value = parsed(OLD)
    without_first_name(value)
    before, behind = json.loads(json.dumps(value)), json.loads(json.dumps(value))
    find(before, "table.created")["data"]["abandon_after"] = 600
    find(before, "table.created")["hash"] = "0" * 64
    find(behind, "table.started")["at"] = "2026-11-29T00:00:00.000Z"

    verdicts = [both(write(one)) for one in (before, behind)]

    assert [(verdict.code, verdict.version) for verdict in verdicts][1] == ("hash-wrong", find(value, "table.started")["version"])
    assert verdicts[0].version == 1  # its own hash still has to fit
    relinked = json.loads(json.dumps(before))
    _relink_first(relinked)
    assert both(write(relinked)).status == "right"


def _relink_first(value: Value) -> None:
    first = value["events"][0]
    first["hash"] = chained(NO_HASH, {**{name: first[name] for name in first if name != "hash"}, "table": value["table"]})
