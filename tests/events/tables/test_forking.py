"""Forks over the memory store: a new table from any point of a finished one, with its own dice and a record of its source."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count, pairwise
from random import Random
from typing import Any

import pytest

from events.errors import VersionUnknown
from events.store.memory_store import MemoryStore
from events.tables import keyed_orders
from events.tables.forking import Fork, fork
from events.tables.handler import Handler
from events.tables.keyed_orders import Holder
from events.tables.opening import LoadedTable, RecordedEvent, Tables
from rules.dice import DiceSeed, SeededDice
from rules.registry import games
from rules.rejected import Rejected
from rules.table_commands import Create, SeatRequest
from rules.table_events import Source
from tests.size import at_size

GAME = games()["dicy-cards"]
LEVEL = next(iter(GAME.players))
AI = SeatRequest(kind="ai", level=LEVEL, name="Machine")
HUMAN = SeatRequest(kind="human", name="Somebody")
NUMBERS = count()


@pytest.fixture(scope="module")
def handler() -> Handler:
    return Handler(Tables(MemoryStore(), games(), lambda: datetime(2026, 11, 28, tzinfo=UTC)), Random(3).randbytes)


def create_table(handler: Handler, order: Create, game: str = GAME.name) -> str:
    table = f"p03-{next(NUMBERS):026d}"
    handler.create(keyed_orders.create(table, game, order), game)
    return table


def play(handler: Handler, table: str) -> LoadedTable:
    """Play a table to its end, by built-in players or at random."""
    chance = Random(table)
    while (loaded := handler.tables.open(table)).table.status == "playing":
        seat = loaded.table.owing[0]
        holder, decision = Holder(seat, loaded.table.seats[seat].taken), loaded.table.decisions[seat]
        if loaded.table.seats[seat].kind == "ai":
            handler.execute(keyed_orders.automatic(table, holder, decision, attended=True))
        else:
            handler.execute(keyed_orders.move(table, holder, chance.choice(GAME.legal(loaded.table.play, seat)), decision))
    return loaded


@pytest.fixture(scope="module")
def finished(handler: Handler) -> LoadedTable:
    return play(handler, create_table(handler, Create(options={"mode": "interglacial"}, seats=(AI, HUMAN), client_seed="source")))


def log(handler: Handler, loaded: LoadedTable) -> list[RecordedEvent]:
    return list(handler.tables.recorded_events(loaded.codec, loaded.id, 0, loaded.table.version))


def ends_of_moves(events: list[RecordedEvent]) -> list[int]:
    return [one.recorded.version for one, other in pairwise(events) if one.recorded.key != other.recorded.key]


def refused(handler: Handler, source: LoadedTable, at: int) -> str:
    with pytest.raises(Rejected) as refusal:
        fork(handler.tables, source, Fork(at))
    return refusal.value.code


def test_a_fork_goes_on_from_the_state_of_its_source_and_says_where_it_comes_from(handler: Handler, finished: LoadedTable) -> None:
    events = log(handler, finished)
    at = ends_of_moves(events)[20]

    loaded = handler.tables.open(create_table(handler, fork(handler.tables, finished, Fork(at))))

    then = handler.tables.open_at(finished.id, at)
    assert loaded.table.play == then.table.play
    assert loaded.table.owing == then.table.owing
    assert [(place.kind, place.name, place.level) for place in loaded.table.seats] == [
        ("ai", "Machine", LEVEL),
        ("human", "Somebody", None),
    ]
    came_from = loaded.table.forked_from
    assert came_from is not None
    assert (came_from.table, came_from.version, came_from.hash) == (finished.id, at, events[at - 1].recorded.hash)


def test_every_point_of_a_finished_table_can_be_forked_until_the_game_is_decided(handler: Handler, finished: LoadedTable) -> None:
    events = log(handler, finished)
    last = ends_of_moves(events)[-1]

    for at in (*range(1, 12), *range(12, last, at_size(9, 1)), last):
        loaded = handler.tables.open(create_table(handler, fork(handler.tables, finished, Fork(at))))
        assert loaded.table.status == "playing"
        assert loaded.table.owing
    for at in range(last + 1, finished.table.version):
        assert fork(handler.tables, finished, Fork(at)).origin == fork(handler.tables, finished, Fork(last)).origin
    assert refused(handler, finished, finished.table.version) == "fork-too-late"
    with pytest.raises(VersionUnknown):
        fork(handler.tables, finished, Fork(finished.table.version + 1))


def test_a_point_in_the_middle_of_a_move_means_the_end_of_the_move_before(handler: Handler, finished: LoadedTable) -> None:
    events = log(handler, finished)
    inside, before = next(
        (one.recorded.version, one.recorded.version - 1)
        for one, other in pairwise(events[20:])
        if one.recorded.key == other.recorded.key and events[one.recorded.version - 2].recorded.key != one.recorded.key
    )

    order = fork(handler.tables, finished, Fork(inside))

    assert order.origin is not None
    assert order.origin.version == before


def test_a_point_before_the_start_makes_a_new_table_of_the_same_kind(handler: Handler, finished: LoadedTable) -> None:
    loaded = handler.tables.open(create_table(handler, fork(handler.tables, finished, Fork(2))))

    assert loaded.table.options == finished.table.options
    assert loaded.table.forked_from is not None
    assert (loaded.table.forked_from.version, loaded.table.forked_from.events) == (2, 0)
    assert loaded.table.status == "playing"


def draws_of(handler: Handler, loaded: LoadedTable) -> Iterator[Any]:
    for _, event in log(handler, loaded):
        if getattr(event, "draw", None) is not None:
            yield event.draw


def test_the_dice_of_a_fork_are_its_sources_up_to_where_it_left_and_its_own_from_there_on(handler: Handler, finished: LoadedTable) -> None:
    at = ends_of_moves(log(handler, finished))[10]
    once = play(handler, create_table(handler, fork(handler.tables, finished, Fork(at, client_seed="own"))))
    twice = play(handler, create_table(handler, fork(handler.tables, once, Fork(once.table.version - 5))))

    for loaded in (once, twice):
        assert loaded.table.forked_from is not None
        own = Source(table=loaded.id, secret=loaded.table.secret or "", client_seeds=loaded.table.client_seeds, draws=10**9)
        sources = [*loaded.table.forked_from.sources, own]
        draws = list(draws_of(handler, loaded))
        assert [draw.n for draw in draws] == list(range(len(draws)))
        for draw in draws:
            source = next(source for source in sources if draw.n < source.draws)
            dice = SeededDice(DiceSeed(source.table, source.secret), source.client_seeds, draw.n)
            assert draw == (dice.roll(len(draw.values), draw.of) if draw.kind == "dice" else dice.shuffle(draw.of, len(draw.values)))
    assert list(draws_of(handler, once)) != list(draws_of(handler, finished))


def test_a_point_inside_what_a_fork_took_over_is_its_sources_to_fork(handler: Handler, finished: LoadedTable) -> None:
    at = ends_of_moves(log(handler, finished))[10]
    forked = play(handler, create_table(handler, fork(handler.tables, finished, Fork(at))))

    assert refused(handler, forked, 8) == "fork-inherited"


def test_a_table_that_is_still_played_cannot_be_forked(handler: Handler) -> None:
    loaded = handler.tables.open(create_table(handler, Create(options={}, seats=(HUMAN, HUMAN))))

    assert refused(handler, loaded, 3) == "table-not-finished"


def test_other_seats_can_sit_at_a_fork_and_it_can_have_a_clock(handler: Handler, finished: LoadedTable) -> None:
    at = ends_of_moves(log(handler, finished))[5]

    order = fork(handler.tables, finished, Fork(at, seats=(HUMAN, AI), turn_seconds=60, abandon_after=3600))
    loaded = handler.tables.open(create_table(handler, order))

    assert [place.kind for place in loaded.table.seats] == ["human", "ai"]
    assert all(loaded.table.clocks[seat].deadline for seat in loaded.table.owing)


@pytest.mark.parametrize("seats", [(), (HUMAN,), (HUMAN, AI, HUMAN)])
def test_more_or_fewer_seats_than_the_source_has_are_refused(
    handler: Handler, finished: LoadedTable, seats: tuple[SeatRequest, ...]
) -> None:
    with pytest.raises(Rejected) as refusal:
        fork(handler.tables, finished, Fork(5, seats=seats))

    assert (refusal.value.code, refusal.value.field) == ("seat-count", "seats")


def test_a_seat_that_resigned_before_the_point_has_resigned_in_the_fork(handler: Handler) -> None:
    table = create_table(handler, Create(options={}, seats=(AI, HUMAN, AI)))
    handler.execute(keyed_orders.leave(table, Holder(1, handler.tables.open(table).table.seats[1].taken)))
    source = play(handler, table)

    loaded = handler.tables.open(create_table(handler, fork(handler.tables, source, Fork(source.table.version - 10))))

    assert loaded.table.seats[1].resigned
    assert 1 not in loaded.table.owing


def test_the_same_fork_asked_for_twice_is_one_table(handler: Handler, finished: LoadedTable) -> None:
    order = keyed_orders.create(f"p03-{next(NUMBERS):026d}", GAME.name, fork(handler.tables, finished, Fork(40)))

    assert not handler.create(order, GAME.name).replayed
    assert handler.create(order, GAME.name).replayed


def test_a_fork_goes_on_at_once_so_that_no_seat_can_be_open(handler: Handler, finished: LoadedTable) -> None:
    order = fork(handler.tables, finished, Fork(40, seats=(HUMAN, SeatRequest(kind="open"))))

    with pytest.raises(Rejected, match="seats-open"):
        create_table(handler, order)
    assert handler.tables.open(create_table(handler, replace(order, seats=(HUMAN, AI), auto_start=False))).table.status == "playing"


def test_a_table_whose_options_need_a_clock_is_forked_with_one(handler: Handler) -> None:
    timed = play(handler, create_table(handler, Create(options={}, seats=(AI, AI), turn_seconds=60), "ice-dice"))
    assert timed.table.options["reroll_limit"] is None
    wanted = Fork(at=timed.table.version // 2)

    with pytest.raises(Rejected) as caught:
        create_table(handler, fork(handler.tables, timed, wanted), "ice-dice")
    forked = play(handler, create_table(handler, fork(handler.tables, timed, wanted._replace(turn_seconds=30)), "ice-dice"))

    assert (caught.value.code, caught.value.field) == ("fork-clock", "turn_seconds")
    assert forked.table.options == timed.table.options


def test_a_table_that_was_played_without_a_clock_may_be_forked_with_one(handler: Handler) -> None:
    source = play(handler, create_table(handler, Create(options={}, seats=(AI, AI)), "ice-dice"))

    forked = play(handler, create_table(handler, fork(handler.tables, source, Fork(at=12, turn_seconds=60)), "ice-dice"))

    assert forked.table.options == source.table.options
    assert forked.table.options["reroll_limit"] == 5


def test_a_point_within_the_set_up_means_its_end(handler: Handler, finished: LoadedTable) -> None:
    events = log(handler, finished)
    first = next(one.recorded.version for one in events if one.recorded.type.startswith(GAME.name))
    end = ends_of_moves(events)[0]

    order = fork(handler.tables, finished, Fork(first))

    assert order.origin is not None
    assert (order.origin.version, order.origin.hash) == (end, events[end - 1].recorded.hash)
    assert order.origin.events == len(order.inherited) == 2
