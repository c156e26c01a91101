"""Files that a review has found to be called right, or differently by the two verifiers, and their neighbours."""

import copy
from collections.abc import Callable

import pytest

from events.proof.verify import verify
from tests.events.proof.forging import Value, chained_anew, find, of_game, opened, version
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
    """Within what was taken over."""
    resigned = find(value, "table.seat-resigned")
    end = next(at for at in range(version(resigned), len(value["events"])) if value["events"][at]["type"].endswith("turn-ended"))
    value["events"][end + 1 : end + 1] = [copy.deepcopy(resigned), copy.deepcopy(value["events"][version(resigned)])]
    find(value, "table.created")["data"]["forked_from"]["events"] += 2


def sources_of_nothing(value: Value) -> None:
    source = {"client_seeds": [], "draws": 1000, "secret": "0" * 64, "table": "p01-" + "0" * 26}
    find(value, "table.created")["data"]["forked_from"]["sources"] = [source]


def a_source_that_no_draw_uses(value: Value) -> None:
    sources = find(value, "table.created")["data"]["forked_from"]["sources"]
    sources.append({**sources[-1], "table": "p01-" + "0" * 26})


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
    value["game"] = find(value, "table.created")["data"]["game"] = "x\ngame.json: right: 311 events"


def a_fork_of_a_decided_game(value: Value) -> None:
    """Everything up to the end counts as taken over."""
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
    value = opened(made(table))
    change(value)
    file = chained_anew(value)

    first, (second,) = verify(file, GAMES), second_verdicts([file])

    assert (first.code, first.version) == (second.code, second.version) == (code, place), (first.detail, second.detail)


@pytest.mark.parametrize("change", [a_roll_in_the_year_9999, an_end_before_the_last_move])
def test_times_never_go_back(change: Callable[[Value], None]) -> None:
    value = opened(made("glacial for two"))
    change(value)
    file = chained_anew(value)

    first, (second,) = verify(file, GAMES), second_verdicts([file])

    assert first.code in {"malformed", "time-wrong"}
    assert (first.code, first.version) == (second.code, second.version)


@pytest.mark.parametrize("change", [a_seat_that_resigns_twice, a_fork_of_a_decided_game])
def test_a_fork_takes_over_only_what_can_have_happened(change: Callable[[Value], None]) -> None:
    value = opened(made("a fork"))
    change(value)
    file = chained_anew(value)

    first, (second,) = verify(file, GAMES), second_verdicts([file])

    assert first.status == "wrong"
    assert (first.code, first.version) == (second.code, second.version), (first.detail, second.detail)
