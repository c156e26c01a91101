import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from events.projections.summaries import (
    Listing,
    OfCreator,
    Sitter,
    Span,
    changed,
    listings,
    normalised,
    position,
    read_stored,
    read_summary,
    summary,
    touches,
    without,
    write_summary,
)
from events.timestamps import instant
from rules.dice import DiceSeed
from rules.game import Outcome, Standing
from rules.registry import games
from rules.table import create, decide
from rules.table_commands import Create, Leave, SeatRequest
from rules.table_state import Table

GAME = games()["dicy-cards"]
ID = "p07-" + "0" * 26
SEED = DiceSeed(ID, "00" * 32)
NOW = instant(datetime(2026, 11, 28, tzinfo=UTC))
AT = "2026-11-27T10:00:00.123Z"


def created_table(*seats: SeatRequest) -> Table[Any]:
    return create(GAME, Create(options={}, seats=seats), SEED, NOW).table


ANNA, OPEN = SeatRequest(kind="human", name="Anna"), SeatRequest(kind="open")


def test_a_summary_tells_game_status_time_and_who_sits_where() -> None:
    told = summary(ID, "dicy-cards", Span(AT), created_table(ANNA, OPEN))

    assert (told.table, told.game, told.status, told.created_at) == (ID, "dicy-cards", "open", AT)
    assert told.seats == (Sitter(seat=0, kind="human", name="Anna"), Sitter(seat=1, kind="open", name=None))
    assert told.open_seats == 1
    assert told.outcome is None


def test_a_summary_tells_what_one_sits_down_to() -> None:
    table = create(GAME, Create(options={"mode": "interactions"}, seats=(ANNA, OPEN), turn_seconds=30), SEED, NOW).table

    told = summary(ID, "dicy-cards", Span(AT), table)

    assert (told.options, told.turn_seconds) == ({"mode": "interactions", "cards": None, "first_seat": "random"}, 30)
    assert told.on_expiry == {"policy": "skip", "level": None, "after": None}


def test_a_summary_of_an_older_build_can_be_read() -> None:
    old = write_summary(summary(ID, "dicy-cards", Span(AT), created_table(ANNA, OPEN)))
    for name in (b"ended_at", b"options", b"turn_seconds", b"on_expiry"):
        old = re.sub(rb',?"%s":(null|\{[^}]*\}|[^,}]*)' % name, b"", old)

    told = read_summary(old)

    assert (told.table, told.ended_at, told.options) == (ID, None, None)


def test_the_result_is_told_once_there_is_one() -> None:
    outcome = Outcome("hundred", (1,), (Standing(1, 1, 104), Standing(0, 2, 80)))
    table = replace(created_table(ANNA, ANNA), status="finished", outcome=outcome)

    told = summary(ID, "dicy-cards", Span(AT), table)

    assert told.status == "finished"
    assert told.outcome is not None
    assert (told.outcome["reason"], told.outcome["winners"]) == ("hundred", (1,))


def test_a_table_stands_in_the_list_of_every_combination_of_game_status_and_player() -> None:
    told = summary(ID, "dicy-cards", Span(AT), created_table(ANNA, SeatRequest(kind="human", name="Ben")))

    found = listings(told)

    assert len(found) == 2 * 2 * 3
    assert {Listing(), Listing("dicy-cards"), Listing(None, "playing"), Listing("dicy-cards", "playing", "ben")} <= found
    assert {listing.player for listing in found} == {None, "anna", "ben"}


def test_two_seats_of_one_name_are_one_player() -> None:
    told = summary(ID, "dicy-cards", Span(AT), created_table(ANNA, SeatRequest(kind="human", name="ANNA")))

    assert {listing.player for listing in listings(told)} == {None, "anna"}


def test_an_open_seat_is_nobodys_history() -> None:
    told = summary(ID, "dicy-cards", Span(AT), created_table(ANNA, OPEN))

    assert {listing.player for listing in listings(told)} == {None, "anna"}


def test_a_table_that_everybody_left_before_the_game_is_listed_nowhere() -> None:
    before = created_table(ANNA, OPEN)
    after = decide(GAME, before, 0, Leave(), SEED, NOW).table

    change = changed(summary(ID, "dicy-cards", Span(AT), before), summary(ID, "dicy-cards", Span(AT), after))

    assert change is not None
    assert change.summary is None
    assert change.enters == frozenset()
    assert change.leaves == listings(summary(ID, "dicy-cards", Span(AT), before))


def test_only_the_lists_that_differ_are_touched() -> None:
    before = summary(ID, "dicy-cards", Span(AT), created_table(ANNA, OPEN))
    after = summary(ID, "dicy-cards", Span(AT), replace(created_table(ANNA, OPEN), status="playing"))

    change = changed(before, after)

    assert change is not None
    assert {listing.status for listing in change.enters if isinstance(listing, Listing)} == {"playing"}
    assert {listing.status for listing in change.leaves if isinstance(listing, Listing)} == {"open"}


def test_nothing_is_to_be_written_for_a_summary_that_is_kept_already() -> None:
    told = summary(ID, "dicy-cards", Span(AT), created_table(ANNA, OPEN))

    assert changed(read_stored(write_summary(told)), told) is None


def test_the_order_of_places_is_the_order_of_creation() -> None:
    times = ["1970-01-01T00:00:00.000Z", "2026-11-27T09:59:59.999Z", "2026-11-27T10:00:00.000Z", "2286-11-20T17:46:39.999Z"]
    places = [position(summary(ID, "dicy-cards", Span(at), created_table(ANNA, OPEN))) for at in times]

    assert places == sorted(places)
    assert places[2] == f"1795773600000:{ID}"


@pytest.mark.parametrize(
    ("written", "looked_up"),
    [("Anna", " ANNA "), ("Ａｎｎａ", "anna"), ("Straße", "STRASSE"), ("ﬃ", "ffi"), ("Zoe\u0308", "ZOË"), ("İ", "i̇")],
)
def test_names_that_look_the_same_are_the_same(written: str, looked_up: str) -> None:
    assert normalised(written) == normalised(looked_up)


def test_different_names_are_different_lists_whatever_signs_they_are_made_of() -> None:
    names = ["a", "a,b", 'a"', "a\\", "a}", "{a", "null", "a:b", "é", "日本"]

    assert len({Listing(None, None, name).key for name in (*names, None)}) == len(names) + 1


@pytest.mark.parametrize(
    ("types", "expected"),
    [(("dicy-cards.dice-rolled",), False), (("dicy-cards.card-scored", "table.finished"), True), (("table.created",), True)],
)
def test_only_events_of_the_table_itself_can_change_a_summary(types: tuple[str, ...], expected: bool) -> None:
    assert touches(types) is expected


def test_a_table_counts_for_its_creator_while_it_waits_and_while_it_is_played() -> None:
    waits, plays = OfCreator("waiting", "key:one"), OfCreator("running", "key:one")
    waiting = summary(ID, "dicy-cards", Span(AT), created_table(ANNA, OPEN), "key:one")
    playing = summary(ID, "dicy-cards", Span(AT), replace(created_table(ANNA, OPEN), status="playing"), "key:one")
    over = summary(ID, "dicy-cards", Span(AT), replace(created_table(ANNA, OPEN), status="finished"), "key:one")

    laid_now, started, ended = changed(None, waiting), changed(waiting, playing), changed(playing, over)

    assert laid_now is not None
    assert laid_now.enters & {waits, plays} == {waits}
    assert started is not None
    assert started.enters & {waits, plays} == {plays}
    assert started.leaves & {waits, plays} == {waits}
    assert ended is not None
    assert {waits, plays} <= ended.leaves
    assert all({waits, plays} <= without(told).leaves for told in (waiting, playing))


def test_it_counts_no_longer_once_it_has_ended_although_an_older_build_has_forgotten_whose_it_is() -> None:
    playing = summary(ID, "dicy-cards", Span(AT), replace(created_table(ANNA, OPEN), status="playing"))
    over = summary(ID, "dicy-cards", Span(AT), replace(created_table(ANNA, OPEN), status="finished"), "key:one")

    change = changed(playing, over)

    assert change is not None
    assert OfCreator("running", "key:one") in change.leaves


def test_whose_a_table_is_is_kept_and_not_shown() -> None:
    told = summary(ID, "dicy-cards", Span(AT), created_table(ANNA, OPEN), "key:one")

    assert read_stored(write_summary(told)) == told
    assert not hasattr(read_summary(write_summary(told)), "creator")
