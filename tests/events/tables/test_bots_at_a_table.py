"""The results of a bot's failure: one decision answered once, the feed's calls, and the start of inactivity."""

from datetime import timedelta

import pytest

from events.errors import DecisionClosed
from events.tables import keyed_orders
from events.tables.forking import Fork, fork
from events.tables.idleness import last_act
from events.timestamps import epoch_ms, stamp
from rules.rejected import Rejected
from rules.table_events import OnExpiry
from tests.events.world import AI, BOT, GAME, HUMAN, NOON, TABLE, World

NEW = "p03-" + "1" * 26
ROLL, SKIP, SCORE = GAME.commands["roll"], GAME.commands["skip"], GAME.commands["score"]


@pytest.fixture
def world() -> World:
    return World()


def test_a_bot_is_given_up_once_whoever_does_it_and_with_whatever_reason(world: World) -> None:
    world.create_table(BOT, HUMAN)
    first, second = world.given_up(0), world.given_up(0, attempts=2)

    answer, again = world.handler.execute(first), world.handler.execute(second)

    assert (answer.replayed, again.replayed) == (False, True)
    assert [event.recorded.hash for event in again.events] == [event.recorded.hash for event in answer.events]
    assert answer.events[0].event.attempts == 4


def test_a_bot_that_answers_too_late_has_failed_and_one_that_answers_in_time_has_not(world: World) -> None:
    world.create_table(BOT, HUMAN)
    late = keyed_orders.move(TABLE, world.holder(0), ROLL(), world.owed(0))
    world.handler.execute(world.given_up(0))

    with pytest.raises(DecisionClosed):
        world.handler.execute(late)

    too_early = world.given_up(0)
    world.play(0, SKIP())
    with pytest.raises(DecisionClosed):
        world.handler.execute(too_early)


def test_a_person_is_never_given_up(world: World) -> None:
    world.create_table(HUMAN, BOT)

    with pytest.raises(Rejected, match="seat-no-bot"):
        world.handler.execute(world.given_up(0))


def test_a_table_is_due_when_its_bots_clock_runs_out(world: World) -> None:
    world.create_table(BOT, HUMAN, bot_seconds=12)

    assert world.due() == epoch_ms(NOON + timedelta(seconds=12))


def test_that_a_bot_failed_is_no_act_of_anybody(world: World) -> None:
    world.create_table(BOT, HUMAN)
    world.passes(seconds=20)

    world.handler.execute(world.given_up(0))

    assert last_act(world.tables, world.loaded) == NOON


def test_whose_turn_it_becomes_is_told_once_and_a_bot_is_called_for_every_decision(world: World) -> None:
    world.create_table(HUMAN, BOT)
    world.play(0, ROLL())
    world.play(0, SKIP())
    world.play(1, ROLL())
    world.play(1, SKIP())

    assert world.calls() == [("turn.0",), (), ("bot", "turn.1"), ("bot",), ("turn.0",)]


def test_all_whose_turn_it_becomes_at_once_are_told_at_once(world: World) -> None:
    world.create_table(HUMAN, HUMAN, BOT, BOT)
    world.play(0, ROLL())

    world.play(0, SCORE(card="any-two", dice=frozenset({0, 1})))

    assert world.calls()[-1] == ("bot", "turn.1", "turn.3")


def test_who_still_owes_a_choice_is_not_told_again_when_others_have_made_theirs(world: World) -> None:
    world.create_table(HUMAN, HUMAN, BOT, BOT)
    world.play(0, ROLL())
    world.play(0, SCORE(card="any-two", dice=frozenset({0, 1})))

    world.play(1, GAME.legal(world.loaded.table.play, 1)[0])

    assert world.loaded.table.owing == (3,)
    assert world.calls()[-1] == ()


def test_a_turn_that_a_bot_loses_is_told_like_any_other(world: World) -> None:
    world.create_table(BOT, HUMAN, on_failure=OnExpiry(policy="skip"))

    world.handler.execute(world.given_up(0))

    assert world.calls() == [("bot", "turn.0"), ("turn.1",)]


def test_nobody_is_told_of_a_built_in_players_turn(world: World) -> None:
    world.create_table(AI, HUMAN)

    assert world.calls() == [("play",)]


def test_a_fork_goes_on_with_the_same_bots_and_terms_of_its_own(world: World) -> None:
    world.create_table(BOT, HUMAN, bot_seconds=5)
    world.handler.execute(world.given_up(0))
    world.handler.execute(keyed_orders.leave(TABLE, world.holder(1)))
    at = world.loaded.table.version - 4

    order = fork(world.tables, world.loaded, Fork(at, bot_seconds=20, on_failure=OnExpiry(policy="skip")))
    table = world.handler.create(keyed_orders.create(NEW, GAME.name, order), GAME.name).loaded.table

    assert (table.seats[0].bot, table.bot_seconds, table.on_failure) == ("bot_six", 20, OnExpiry(policy="skip"))
    assert table.clocks[0].deadline == stamp(NOON + timedelta(seconds=20))
