"""A bot that fails at one table and plays well at others: it is paused at that table only."""

from datetime import timedelta

from events.timestamps import stamp
from tests.listening import Line
from tests.workers.bots.conftest import Serve
from tests.workers.bots.servers import BotServer, Message, good, saying
from tests.workers.bots.world import GREEDY, HUMAN, NOON, World
from workers.bots import health
from workers.bots.health import MOST_FAILURES, LastFailure

BAD, WELL = "p07-bad", "p07-well"


def failing_at(server: BotServer, tables: list[str]) -> None:
    """Make the bot fail at these tables, and answer well at all others."""

    def answer(line: Line, message: Message) -> None:
        (saying(500) if message.data["table"] in tables else good)(line, message)

    server.answering = answer


def fail(world: World, table: str, call: int, seconds: float) -> None:
    failure = LastFailure(stamp(NOON + timedelta(seconds=seconds)), table, 6, "timed-out", "no answer")
    health.failed_at_table(world.tools.client, "bot_dora", f"turn_{call}", failure)


def paused(world: World, table: str, seconds: float) -> bool:
    return health.paused_at_table(world.tools.client, "bot_dora", table, NOON + timedelta(seconds=seconds))


def test_a_bot_that_fails_at_one_table_is_paused_there_and_called_at_the_others(world: World, serve: Serve) -> None:
    server = serve(good)
    bot = world.register(server)
    bad: list[str] = []
    failing_at(server, bad)
    bad.append(world.create_table(bot, GREEDY))
    own = []

    for _ in range(12):  # seconds, with a good turn elsewhere in each
        own.append(world.create_table(bot, HUMAN))
        world.run(seconds=1)

    assert world.over(bad[0])  # by its policy
    assert sum(message.data["table"] == bad[0] for message in server.turns) == MOST_FAILURES
    assert {(failure.reason, failure.attempts) for failure in world.failures(bad[0])[2:]} == {("paused", 0)}
    assert world.health(bot).paused is None
    assert not any(world.failures(table) for table in own)
    assert all(world.loaded(table).table.owing == (1,) for table in own)


def test_each_pause_at_a_table_is_twice_as_long_and_ends_by_itself(world: World) -> None:
    for call in range(MOST_FAILURES):
        assert not paused(world, BAD, 0)
        fail(world, BAD, call, 0)

    assert (paused(world, BAD, 9.9), paused(world, BAD, 10)) == (True, False)
    fail(world, BAD, 11, 12)
    assert (paused(world, BAD, 31.9), paused(world, BAD, 32)) == (True, False)
    assert not paused(world, WELL, 5)


def test_only_a_good_turn_at_the_table_forgives_what_failed_there(world: World) -> None:
    for call in range(MOST_FAILURES):
        fail(world, BAD, call, 0)
    client = world.tools.client

    health.did_well_at_table(client, "bot_dora", WELL, stamp(NOON + timedelta(seconds=1)))
    health.did_well_at_table(client, "bot_dora", BAD, stamp(NOON - timedelta(seconds=1)))  # reported after the failure
    assert paused(world, BAD, 2)

    health.did_well_at_table(client, "bot_dora", BAD, stamp(NOON + timedelta(seconds=1)))
    assert not paused(world, BAD, 2)
    fail(world, BAD, 7, 3)
    assert not paused(world, BAD, 3)
