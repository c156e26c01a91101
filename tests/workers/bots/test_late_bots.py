"""Bots that answer through the API, and bots whose answer comes too late."""

from datetime import timedelta

import pytest

from events.tables import keyed_orders
from tests.listening import Line
from tests.workers.bots.conftest import Serve
from tests.workers.bots.servers import Answering, Message, good, later, resetting, saying, then
from tests.workers.bots.world import GAME, HUMAN, NOON, World
from workers.bots import turn
from workers.bots.health import MOST_FAILURES
from workers.jobs.built_in_moves import due


def answer_through_the_api(world: World, table: str) -> None:
    """Make the bot's move as the route for moves does."""
    decision = world.loaded(table).table.decisions[0]
    world.tools.handler.execute(keyed_orders.move(table, world.holder(table, 0), GAME.commands["roll"](), decision))


def test_a_bot_that_wants_time_answers_through_the_api(world: World, serve: Serve) -> None:
    server = serve(then(later, good))
    bot = world.register(server)
    table = world.create_table(bot, HUMAN, bot_seconds=600)
    world.run(seconds=300)
    assert len(server.turns) == 1

    answer_through_the_api(world, table)
    world.run(seconds=310)

    assert not {"table.bot-failed", "table.decision-expired"} & set(world.types(table))
    assert world.statistics(bot)[:3] == (len(server.turns), len(server.turns), 0)
    assert world.health(bot).failures == 0


def test_a_promise_that_was_kept_before_a_bot_went_away_does_not_end_its_pause(world: World, serve: Serve) -> None:
    server = serve(later)
    bot = world.register(server)
    table = world.create_table(bot, HUMAN, bot_seconds=60)
    world.run(seconds=1)
    answer_through_the_api(world, table)
    world.passes(seconds=1)
    server.answering = saying(500)
    others = [world.create_table(bot, HUMAN) for _ in range(MOST_FAILURES)]
    world.run(seconds=5)
    paused = world.health(bot).paused

    world.run(seconds=120)

    assert paused is not None
    assert world.health(bot).paused == paused
    assert world.statistics(bot).answered == 1
    assert all(world.failures(other) for other in others)


def test_a_bot_that_promises_an_answer_and_gives_none_is_left_to_the_clock(world: World, serve: Serve) -> None:
    server = serve(later)
    bot = world.register(server)
    table = world.create_table(bot, HUMAN, bot_seconds=60)

    world.run(until=lambda: world.loaded(table).table.owing == (1,))
    world.run(seconds=5)

    assert len(server.turns) == 1
    assert "table.decision-expired" in world.types(table)
    assert not world.failures(table)
    assert world.statistics(bot)[:5] == (1, 0, 1, 0, 0)
    assert world.health(bot).failures == 1


def test_what_became_of_a_promise_is_asked_again_while_nobody_carries_out_clocks(world: World, serve: Serve) -> None:
    server = serve(later)
    bot = world.register(server)
    table = world.create_table(bot, HUMAN, bot_seconds=60)
    ids = (bot.id, table, "0", str(world.loaded(table).table.decisions[0]))
    first = turn.run(world.parts, *ids)

    world.passes(seconds=300)
    again = turn.run(world.parts, *ids)
    due(world.tools, table)
    at_last = turn.run(world.parts, *ids)

    assert (first, again, at_last) == (NOON + timedelta(seconds=61), world.now + timedelta(seconds=1), None)
    assert world.statistics(bot).late == 1


def test_a_move_that_comes_after_the_clock_has_no_effect(world: World, serve: Serve) -> None:
    def too_late(line: Line, message: Message) -> None:
        world.passes(seconds=60)
        due(world.tools, table)
        good(line, message)

    bot = world.register(serve(too_late))
    table = world.create_table(bot, HUMAN, bot_seconds=60)

    world.run(until=lambda: world.loaded(table).table.owing == (1,))

    assert "table.decision-expired" in world.types(table)
    assert not world.failures(table)
    assert world.statistics(bot)[:5] == (1, 0, 1, 0, 0)
    assert world.health(bot).failures == 1


def test_a_call_that_ends_just_before_the_time_for_it_is_left_to_the_clock(world: World, serve: Serve) -> None:
    def at_the_end(line: Line, message: Message) -> None:
        world.passes(seconds=59.96)
        resetting(line, message)

    bot = world.register(serve(at_the_end))
    table = world.create_table(bot, HUMAN, bot_seconds=60)

    world.run(until=lambda: world.loaded(table).table.owing == (1,))

    assert "table.decision-expired" in world.types(table)
    assert not world.failures(table)
    assert world.statistics(bot)[:5] == (1, 0, 1, 0, 0)


@pytest.mark.parametrize("answering", [good, resetting])
def test_nothing_happens_at_a_table_that_is_over_when_its_bot_answers(world: World, serve: Serve, answering: Answering) -> None:
    def when_all_have_left(line: Line, message: Message) -> None:
        world.tools.handler.execute(keyed_orders.leave(table, world.holder(table, 1)))
        answering(line, message)

    bot = world.register(serve(when_all_have_left))
    table = world.create_table(bot, HUMAN)

    world.run()

    assert world.types(table)[-2:] == ["table.finished", "table.seed-revealed"]
    assert not world.failures(table)
    assert world.statistics(bot)[1:4] == (0, 0, 0)


def test_a_decision_is_asked_for_no_more_when_the_bot_has_given_up_its_seat(world: World, serve: Serve) -> None:
    server = serve(resetting)
    table = world.create_table(world.register(server), HUMAN, HUMAN)
    world.run(until=lambda: len(server.turns) == 1)

    world.tools.handler.execute(keyed_orders.leave(table, world.holder(table, 0)))
    world.run(seconds=20)

    assert len(server.turns) == 1
    assert not world.failures(table)


def test_a_bot_that_was_not_asked_in_time_is_not_asked_any_more(world: World, serve: Serve) -> None:
    server = serve(good)
    table = world.create_table(world.register(server), HUMAN, bot_seconds=60)
    world.passes(seconds=60)

    world.run(until=lambda: world.loaded(table).table.owing == (1,))

    assert not server.turns
    assert "table.decision-expired" in world.types(table)


def test_a_table_that_is_gone_is_asked_about_no_more(world: World) -> None:
    assert turn.run(world.parts, "bot_dora", "p03-" + "0" * 26, "0", "6") is None
