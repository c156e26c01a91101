import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from events.projections.changes import changed, listings, moves, position, without
from events.projections.list_forms import COMPACT, PLAIN, ListForm, Position
from events.projections.summaries import (
    Listing,
    OfCreator,
    Sitter,
    Span,
    normalised,
    read_stored,
    read_summary,
    summary,
    touches,
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


FORMS = pytest.mark.parametrize("form", [PLAIN, COMPACT], ids=["plain", "compact"])
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

    found = listings(told, PLAIN)

    assert len(found) == 2 * 2 * 3
    assert {Listing(), Listing("dicy-cards"), Listing(None, "playing"), Listing("dicy-cards", "playing", "ben")} <= found
    assert {listing.player for listing in found} == {None, "anna", "ben"}


def test_in_the_compact_form_a_table_is_in_a_list_of_its_status_of_its_game_and_of_each_player() -> None:
    told = summary(ID, "dicy-cards", Span(AT), created_table(ANNA, SeatRequest(kind="human", name="Ben")))

    assert listings(told, COMPACT) == {
        Listing(None, "playing"),
        Listing("dicy-cards", "playing"),
        Listing(None, "playing", "anna"),
        Listing(None, "playing", "ben"),
    }


def test_in_the_compact_form_any_status_means_the_lists_of_all() -> None:
    assert [*COMPACT.asked("dicy-cards", None, None)] == [Listing("dicy-cards", status) for status in ("open", "playing", "finished")]
    assert [*COMPACT.asked("dicy-cards", "open", "anna")] == [Listing(None, "open", "anna")]


def test_a_compact_summary_comes_out_as_it_went_in() -> None:
    told = summary(ID, "dicy-cards", Span(AT), created_table(ANNA, OPEN), "key:one")

    stored = COMPACT.write(told)

    assert COMPACT.read_stored(stored) == told
    assert len(stored) < len(PLAIN.write(told)) / 2


@pytest.mark.parametrize("last", ["0" * 26, "z" * 26, "0123456789abcdefghjkmnpqrs", "tvwxyz00000000000000000000"])
@pytest.mark.parametrize("partition", ["p00", "p15"])
def test_any_table_id_is_17_bytes(partition: str, last: str) -> None:
    place = COMPACT.position(Position(1795773600000, f"{partition}-{last}"))

    assert len(place) == 6 + 17
    assert COMPACT.read_position(place) == (1795773600000, f"{partition}-{last}")


def test_two_seats_of_one_name_are_one_player() -> None:
    told = summary(ID, "dicy-cards", Span(AT), created_table(ANNA, SeatRequest(kind="human", name="ANNA")))

    assert {listing.player for listing in listings(told, PLAIN)} == {None, "anna"}


def test_an_open_seat_is_nobodys_history() -> None:
    told = summary(ID, "dicy-cards", Span(AT), created_table(ANNA, OPEN))

    assert {listing.player for listing in listings(told, PLAIN)} == {None, "anna"}


@FORMS
def test_a_table_that_everybody_left_before_the_game_is_listed_nowhere(form: ListForm) -> None:
    before = created_table(ANNA, OPEN)
    after = decide(GAME, before, 0, Leave(), SEED, NOW).table

    change = changed(told := summary(ID, "dicy-cards", Span(AT), before), summary(ID, "dicy-cards", Span(AT), after))

    assert change is not None
    assert moves(change, form) == (frozenset(), listings(told, form), False)


@FORMS
def test_only_the_lists_that_differ_are_touched(form: ListForm) -> None:
    before = summary(ID, "dicy-cards", Span(AT), created_table(ANNA, OPEN))
    after = summary(ID, "dicy-cards", Span(AT), replace(created_table(ANNA, OPEN), status="playing"))

    change = changed(before, after)

    assert change is not None
    enters, leaves, _ = moves(change, form)
    assert {listing.status for listing in enters if isinstance(listing, Listing)} == {"playing"}
    assert {listing.status for listing in leaves if isinstance(listing, Listing)} == {"open"}


def test_nothing_is_to_be_written_for_a_summary_that_is_kept_already() -> None:
    told = summary(ID, "dicy-cards", Span(AT), created_table(ANNA, OPEN))

    assert changed(read_stored(write_summary(told)), told) is None


@FORMS
def test_the_order_of_places_is_the_order_of_creation(form: ListForm) -> None:
    times = ["1970-01-01T00:00:00.000Z", "2026-11-27T09:59:59.999Z", "2026-11-27T10:00:00.000Z", "2286-11-20T17:46:39.999Z"]
    positions = [position(summary(ID, "dicy-cards", Span(at), created_table(ANNA, OPEN))) for at in times]
    places = [form.position(one) for one in positions]

    assert places == sorted(places)
    assert [form.read_position(place) for place in places] == positions
    assert positions[2] == (1795773600000, ID)
    assert all(place[form.time_bytes :] == form.table(ID) for place in places)


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


@FORMS
def test_a_table_counts_for_its_creator_while_it_waits_and_while_it_is_played(form: ListForm) -> None:
    waits, plays = OfCreator("waiting", "key:one"), OfCreator("running", "key:one")
    waiting = summary(ID, "dicy-cards", Span(AT), created_table(ANNA, OPEN), "key:one")
    playing = summary(ID, "dicy-cards", Span(AT), replace(created_table(ANNA, OPEN), status="playing"), "key:one")
    over = summary(ID, "dicy-cards", Span(AT), replace(created_table(ANNA, OPEN), status="finished"), "key:one")

    created, started, ended = (
        moves(change, form) for change in (changed(None, waiting), changed(waiting, playing), changed(playing, over)) if change
    )

    assert created.enters & {waits, plays} == {waits}
    assert started.enters & {waits, plays} == {plays}
    assert started.leaves & {waits, plays} == {waits}
    assert {waits, plays} <= ended.leaves
    assert all({waits, plays} <= moves(without(told), form).leaves for told in (waiting, playing))


def test_it_counts_no_longer_once_it_has_ended_although_an_older_build_has_forgotten_whose_it_is() -> None:
    playing = summary(ID, "dicy-cards", Span(AT), replace(created_table(ANNA, OPEN), status="playing"))
    over = summary(ID, "dicy-cards", Span(AT), replace(created_table(ANNA, OPEN), status="finished"), "key:one")

    change = changed(playing, over)

    assert change is not None
    assert OfCreator("running", "key:one") in moves(change, PLAIN).leaves


def test_whose_a_table_is_is_kept_and_not_shown() -> None:
    told = summary(ID, "dicy-cards", Span(AT), created_table(ANNA, OPEN), "key:one")

    assert read_stored(write_summary(told)) == told
    assert not hasattr(read_summary(write_summary(told)), "creator")
