"""Files that a verifier once wrongly accepted, or that the two verifiers judged differently, and similar files."""

import copy
from collections.abc import Callable

import pytest

from events.proof.document import write
from events.proof.verify import verify
from tests.events.proof.forging import Value, chained_anew, find, of_game, parsed, version
from tests.events.proof.second import second_verdicts
from tests.events.proof.tables import GAMES, made


def later_members_in_an_old_event(value: Value) -> None:
    find(value, "table.created")["schema"] = 1


def a_level_in_an_old_seat(value: Value) -> None:
    taken = find(value, "table.seat-taken")
    taken["schema"], taken["data"]["level"] = 1, "expert"


def time_that_was_over_before_it_began(value: Value) -> None:
    find(value, "table.created")["data"]["turn_seconds"] = -5


def patience_below_zero(value: Value) -> None:
    find(value, "table.created")["data"]["abandon_after"] = -5


def a_seat_that_resigns_twice(value: Value) -> None:
    """Within the inherited events."""
    resigned = find(value, "table.seat-resigned")
    end = next(at for at in range(version(resigned), len(value["events"])) if value["events"][at]["type"].endswith("turn-ended"))
    value["events"][end + 1 : end + 1] = [copy.deepcopy(resigned), copy.deepcopy(value["events"][version(resigned)])]
    find(value, "table.created")["data"]["forked_from"]["events"] += 2


def sources_of_nothing(value: Value) -> None:
    source = {"client_seeds": [], "draws": 1000, "secret": "0" * 64, "table": "p01-" + "0" * 26}
    find(value, "table.created")["data"]["forked_from"]["sources"] = [source]


def a_source_that_no_draw_uses(value: Value) -> None:
    """As if the fork were one of another table, of which it has inherited no draw."""
    origin = find(value, "table.created")["data"]["forked_from"]
    origin["table"] = "p01-" + "0" * 26
    origin["sources"].append({**origin["sources"][-1], "table": origin["table"]})


def a_roll_in_the_year_9999(value: Value) -> None:
    rolled = of_game(value, "dice-rolled")
    for event in value["events"]:
        if event["decision"] == rolled["decision"]:
            event["at"] = "9999-01-01T00:00:00.000Z"


def an_end_before_the_last_move(value: Value) -> None:
    for event in value["events"][version(of_game(value, "dice-rolled", 4)) :]:
        event["at"] = "2026-11-27T18:00:00.000Z"


def a_name_of_100_000_signs(value: Value) -> None:
    find(value, "table.seat-taken")["data"]["name"] = "x" * 100_000


def a_name_that_steers(value: Value) -> None:
    find(value, "table.seat-taken")["data"]["name"] = "\x1b[2Jx"


def an_id_that_is_none(value: Value) -> None:
    value["table"] = "p16-" + "0" * 26


def a_game_with_a_verdict_in_its_name(value: Value) -> None:
    value["game"] = find(value, "table.created")["data"]["game"] = "x\ngame.json: valid: 311 events"


def a_fork_of_a_decided_game(value: Value) -> None:
    """All events up to the end count as inherited."""
    origin, started = find(value, "table.created")["data"]["forked_from"], version(find(value, "table.started"))
    game = [event for event in value["events"][started:] if event["type"].startswith(value["game"])]
    origin["events"], origin["version"] = len(game), 10_000


WRONG: list[tuple[str, Callable[[Value], None], str, int | None]] = [
    ("glacial for two", later_members_in_an_old_event, "malformed", 1),
    ("glacial for two", a_level_in_an_old_seat, "malformed", 2),
    ("a clock that resigns", time_that_was_over_before_it_began, "malformed", 1),
    ("left alone while playing", patience_below_zero, "malformed", 1),
    ("a fork from before the start", sources_of_nothing, "event-wrong", 1),
    ("a fork", a_source_that_no_draw_uses, "event-wrong", 1),
    ("glacial for two", a_name_of_100_000_signs, "malformed", 2),
    ("glacial for two", a_name_that_steers, "malformed", 2),
    ("glacial for two", an_id_that_is_none, "malformed", None),
    ("glacial for two", a_game_with_a_verdict_in_its_name, "malformed", None),
]


@pytest.mark.parametrize(("table", "change", "code", "place"), WRONG, ids=[change.__name__ for _, change, *_ in WRONG])
def test_what_no_service_writes_is_refused_by_both_at_its_place(
    table: str, change: Callable[[Value], None], code: str, place: int | None
) -> None:
    value = parsed(made(table))
    change(value)
    file = chained_anew(value)

    first, (second,) = verify(file, GAMES), second_verdicts([file])

    assert (first.code, first.version) == (second.code, second.version) == (code, place), (first.detail, second.detail)


def no_head_and_a_hash_that_is_none(value: Value) -> None:
    del value["head"]
    value["events"][3]["hash"] = 7


def no_receipts_and_an_event_that_is_none(value: Value) -> None:
    del value["receipts"]
    value["events"][3]["seat"] = "first"


def a_day_that_no_calendar_has_before_what_is_malformed(value: Value) -> None:
    value["events"][3]["at"] = "2026-02-30T18:00:00.000Z"
    value["events"][4]["seat"] = "first"
    value["scores"] = 7


def an_event_with_another_member_before_a_day_that_no_calendar_has(value: Value) -> None:
    value["events"][3]["more"] = 1
    value["events"][4]["at"] = "2026-02-30T18:00:00.000Z"


def half_a_type_of_65_letters(value: Value) -> None:
    value["events"][3]["type"] = "x" * 65 + ".y"


def the_other_half_of_a_type_of_65_letters(value: Value) -> None:
    value["events"][3]["type"] = "x." + "y" * 65


BESIDE = [
    no_head_and_a_hash_that_is_none,
    no_receipts_and_an_event_that_is_none,
    a_day_that_no_calendar_has_before_what_is_malformed,
    an_event_with_another_member_before_a_day_that_no_calendar_has,
    half_a_type_of_65_letters,
    the_other_half_of_a_type_of_65_letters,
]


@pytest.mark.parametrize("change", BESIDE)
def test_the_first_event_that_is_malformed_is_named_before_any_member_beside_the_events(change: Callable[[Value], None]) -> None:
    value = parsed(made("glacial for two"))
    change(value)
    file = write(value)

    for verdict in (verify(file, GAMES), *second_verdicts([file])):
        assert (verdict.code, verdict.version) == ("malformed", 4), verdict.detail


def test_half_a_type_has_64_letters_at_most() -> None:
    value = parsed(made("glacial for two"))
    value["events"][3]["type"] = "x" * 64 + "." + "y" * 64
    file = chained_anew(value)

    for verdict in (verify(file, GAMES), *second_verdicts([file])):
        assert (verdict.code, verdict.version) == ("event-unknown", 4), verdict.detail


def with_receipt_of(value: Value, created: int) -> bytes:
    """The file with a receipt of its creation that covers the events up to version `created`."""
    event = value["events"][created - 1]
    members = {"at": event["at"], "commitment": value["commitment"], "head": event["hash"], "table": value["table"], "version": created}
    value["receipts"] = {"created": {**members, "key": "k" * 43, "signature": "s" * 86}, "finished": None}
    return write(value)


def laid_with(*seats: tuple[int, str], of: int = 4) -> Value:
    """A table that was created with these seats taken and then abandoned."""
    value = parsed(made("left alone before the start"))
    created, taken, *end = value["events"]
    created["data"]["seats"] = of
    data = {"human": {}, "ai": {"kind": "ai", "level": "random"}}
    value["events"] = [created, *({**taken, "seat": seat, "data": {**taken["data"], **data[kind]}} for seat, kind in seats), *end]
    return parsed(chained_anew(value))


HUMAN_LAST: list[tuple[list[tuple[int, str]], set[int]]] = [
    ([(0, "human"), (1, "human"), (2, "human")], {1, 2, 3, 4}),
    ([(0, "human"), (1, "human"), (2, "ai")], {4}),
    ([(0, "ai"), (1, "human"), (2, "human")], {2, 3, 4}),
    ([(0, "human"), (2, "human")], {3}),
    ([(0, "human"), (1, "ai"), (3, "human")], {4}),
]


@pytest.mark.parametrize(("seats", "ends"), HUMAN_LAST)
def test_the_creation_may_have_ended_before_seats_that_people_can_have_taken_later(seats: list[tuple[int, str]], ends: set[int]) -> None:
    files = [with_receipt_of(laid_with(*seats), version) for version in range(1, len(seats) + 3)]

    for verdicts in ([verify(file, GAMES) for file in files], second_verdicts(files)):
        assert {version for version, verdict in enumerate(verdicts, 1) if verdict.ok} == ends
        assert {verdict.code for verdict in verdicts} == {None, "member-wrong"}


def test_the_creation_of_a_fork_ends_with_what_it_has_begun_with() -> None:
    files = [with_receipt_of(parsed(made("a fork")), version) for version in range(1, 5)]

    for verdicts in ([verify(file, GAMES) for file in files], second_verdicts(files)):
        assert [verdict.code for verdict in verdicts] == ["member-wrong"] * 4


def test_a_source_of_a_fork_has_at_most_a_client_seed_for_each_seat_and_its_creator() -> None:
    value = parsed(made("a fork"))
    sources = find(value, "table.created")["data"]["forked_from"]["sources"]
    for seeds, code in ((4, "draw-wrong"), (5, "event-wrong")):
        sources[0]["client_seeds"] = ["seed"] * seeds
        file = chained_anew(value)
        for verdict in (verify(file, GAMES), *second_verdicts([file])):
            assert verdict.code == code, verdict.detail


@pytest.mark.parametrize("change", [a_roll_in_the_year_9999, an_end_before_the_last_move])
def test_times_never_go_back(change: Callable[[Value], None]) -> None:
    value = parsed(made("glacial for two"))
    change(value)
    file = chained_anew(value)

    first, (second,) = verify(file, GAMES), second_verdicts([file])

    assert first.code in {"malformed", "time-wrong"}
    assert (first.code, first.version) == (second.code, second.version)


@pytest.mark.parametrize("change", [a_seat_that_resigns_twice, a_fork_of_a_decided_game])
def test_a_fork_takes_over_only_what_can_have_happened(change: Callable[[Value], None]) -> None:
    value = parsed(made("a fork"))
    change(value)
    file = chained_anew(value)

    first, (second,) = verify(file, GAMES), second_verdicts([file])

    assert first.status == "wrong"
    assert (first.code, first.version) == (second.code, second.version), (first.detail, second.detail)
