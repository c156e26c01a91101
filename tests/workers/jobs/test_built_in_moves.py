"""Workers at tables: they move built-in players until somebody else owes a decision. A real store and a test clock."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from events.tables import keyed_orders
from events.tables.due import automatic_seats
from events.tables.keyed_orders import Holder
from rules.table_commands import SeatRequest
from tests.events.store.due_times import earliest_due
from tests.workers.jobs.driving import BOT, GAME, GREEDY, HUMAN, RANDOM, TABLE, World
from workers.jobs.built_in_moves import Unanswerable, advise, due, play
from workers.jobs.outcomes import Continued


@pytest.mark.parametrize("seats", [(GREEDY, GREEDY), (RANDOM, GREEDY, RANDOM), (GREEDY,) * 4])
def test_a_table_of_built_in_players_is_driven_to_its_end(world: World, seats: tuple[SeatRequest, ...]) -> None:
    world.create_table(*seats)

    play(world.tools, TABLE)

    assert world.table().status == "finished"
    assert set(world.calls()[1:]) == {()}
    assert earliest_due(world.tools.tables.store) is None


def test_a_driver_stops_where_a_person_owes_something(world: World) -> None:
    world.create_table(GREEDY, HUMAN)

    play(world.tools, TABLE)

    table = world.table()
    assert automatic_seats(table) == ()
    assert table.owing == (1,)


def test_choices_that_effects_ask_of_built_in_players_are_answered_too(world: World) -> None:
    world.create_table(HUMAN, RANDOM, GREEDY)
    world.move(0, "roll")
    world.move(0, "score", card="any-two", dice=frozenset({0, 1}))
    assert automatic_seats(world.table()) == (1, 2)

    play(world.tools, TABLE)

    assert automatic_seats(world.table()) == ()
    assert world.table().owing == (0,)


@pytest.mark.parametrize(("seats", "urgent"), [((RANDOM, RANDOM), False), ((RANDOM, RANDOM, RANDOM, HUMAN), True)])
@pytest.mark.parametrize("task", [play, due])
def test_a_driver_goes_on_when_others_had_their_turn(
    world: World, task: Callable[..., Any], seats: tuple[SeatRequest, ...], urgent: bool
) -> None:
    world.create_table(*seats)
    world.tick = world.tools.limits.turn_slice / 1000

    told = task(world.tools, TABLE)

    assert told == Continued(urgent=urgent)
    assert automatic_seats(world.table()) != ()
    assert world.calls() == [("play",), *[()] * (len(world.calls()) - 1)], "nobody else is called to the table"


@pytest.mark.parametrize("task", [play, due])
def test_a_table_where_no_person_waits_is_not_driven_before_others(world: World, task: Callable[..., Any]) -> None:
    version = world.create_table(RANDOM, RANDOM).table.version

    told = task(replace(world.tools, urgent=True), TABLE)

    assert told == Continued(urgent=False)
    assert world.table().version == version


def test_a_table_that_the_last_person_has_left_is_driven_in_the_background(world: World) -> None:
    loaded = world.create_table(RANDOM, RANDOM, HUMAN)
    play(world.tools, TABLE)
    world.tools.handler.execute(keyed_orders.leave(TABLE, Holder(2, loaded.table.seats[2].taken)))
    assert automatic_seats(world.table()) != ()

    assert play(replace(world.tools, urgent=True), TABLE) == Continued(urgent=False)


@pytest.mark.parametrize("other", [HUMAN, BOT])
def test_a_table_where_a_person_or_a_bot_waits_is_driven_at_once(world: World, other: SeatRequest) -> None:
    world.create_table(RANDOM, other)

    assert play(replace(world.tools, urgent=True), TABLE) is None

    assert world.table().owing == (1,)


def test_a_driver_that_comes_late_changes_nothing(world: World) -> None:
    world.create_table(GREEDY, HUMAN)
    play(world.tools, TABLE)
    version = world.table().version

    play(world.tools, TABLE)

    assert world.table().version == version


def cheat(*_: object) -> Any:
    return GAME.commands["score"](card="any-two", dice=frozenset({0, 1}))


def test_a_choice_that_the_rules_refuse_is_told_and_not_passed_over(world: World) -> None:
    world.create_table(GREEDY, HUMAN)

    for task in (play, due):
        with pytest.raises(Unanswerable, match="not-rolled"):
            task(world.build(greedy=cheat), TABLE)

    assert automatic_seats(world.table()) == (0,)


def test_results_are_plain_values_that_every_worker_tells_alike(world: World) -> None:
    world.create_table(HUMAN, HUMAN)
    world.move(0, "roll")
    decision = world.table().decisions[0]

    once, again = (advise(world.tools, TABLE, 0, decision, "greedy") for _ in range(2))

    assert once == again
    assert isinstance(once["moves"][0]["move"], Mapping)
