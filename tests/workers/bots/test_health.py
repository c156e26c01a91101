"""Bots that are paused after too many failures, and resumed after a good ping."""

import logging
from datetime import timedelta
from itertools import pairwise

import pytest
from msgspec.structs import replace

from events.timestamps import stamp
from tests.listening import Line
from tests.size import at_size
from tests.workers.bots.conftest import Serve
from tests.workers.bots.servers import Answering, BotServer, Message, good, later, moving, resetting, saying, then
from tests.workers.bots.world import HUMAN, NOON, World
from workers.bots import probe, recovery
from workers.bots.health import MOST_FAILURES, LastFailure, failed, health, healths, last_failure, wake
from workers.bots.probe import LONGEST_PROBE_INTERVAL, next_probe
from workers.bots.registry import Bot, BotPaused

WHY = "5 calls in a row have failed, the last one so: status: the status was 500, neither 200 nor 202"
FAILURE = LastFailure(stamp(NOON), "p07-table", 6, "status", "the status was 500")


def paused_bot(world: World, server: BotServer) -> Bot:
    """A bot that has just failed too often and is paused."""
    server.answering = saying(500)
    bot = world.register(server)
    for _ in range(MOST_FAILURES):
        world.create_table(bot, HUMAN)
    world.run(until=lambda: world.health(bot).paused is not None)
    return bot


def pings(world: World, server: BotServer, seconds: float) -> list[int]:
    """When the pings of the next `seconds` were sent, in seconds from now."""
    begun, before = world.now, len(server.pings)
    world.run(seconds)
    at = [int(message.headers["webhook-timestamp"]) - begun.timestamp() for message in server.pings[before:]]
    return [int(second) for second in at]


def test_a_bot_is_paused_after_five_failed_calls_in_a_row_at_whatever_tables(
    world: World, serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    server = serve(saying(500))
    bot = world.register(server)
    tables = [world.create_table(bot, HUMAN) for _ in range(3)]

    world.run(until=lambda: all(world.failures(table) for table in tables))

    assert len(server.turns) == MOST_FAILURES
    assert world.health(bot) == (MOST_FAILURES, BotPaused(stamp(NOON + timedelta(seconds=1)), "failing", WHY))
    firsts = sorted((failure.reason, failure.attempts) for failure in (world.failures(table)[0] for table in tables))
    assert firsts == [("paused", 1), ("paused", 2), ("status", 2)]
    assert "bot_dora is paused: its calls fail" in caplog.text
    assert not [record for record in caplog.records if record.levelno > logging.INFO]  # the fault is the bot's, not the service's


def test_a_paused_bot_is_given_up_at_once_and_not_called(world: World, serve: Serve) -> None:
    server = serve(good)
    bot = paused_bot(world, server)
    called = len(server.turns)

    table = world.create_table(bot, HUMAN)
    world.run(until=lambda: world.loaded(table).table.owing == (1,))

    assert {(failure.reason, failure.attempts) for failure in world.failures(table)} == {("paused", 0)}
    assert len(server.turns) == called


def test_a_good_turn_forgives_what_was_before(world: World, serve: Serve) -> None:
    def fails_four_times(line: Line, message: Message) -> None:
        (good if message.headers["rollstream-attempt"] == "4" else resetting)(line, message)

    bot = world.register(serve(fails_four_times))
    table = world.create_table(bot, HUMAN)

    world.run(until=world.answered(table))
    world.run(until=world.answered(table))

    assert world.health(bot) == (0, None)
    assert world.statistics(bot)[:5] == (8, 2, 0, 0, 6)


def test_promises_that_are_not_kept_pause_a_bot_too(world: World, serve: Serve) -> None:
    bot = world.register(serve(later))
    for _ in range(MOST_FAILURES):
        world.create_table(bot, HUMAN)

    world.run(seconds=35)

    why = "5 calls in a row have failed, the last one so: timed-out: its time was over"
    assert world.health(bot).paused == BotPaused(stamp(NOON + timedelta(seconds=31)), "failing", why)


def test_a_paused_bot_is_probed_ever_more_seldom(world: World, serve: Serve) -> None:
    server = serve(good)
    paused_bot(world, server)

    seconds = pings(world, server, 3000)

    assert [later - before for before, later in pairwise([0, *seconds])] == [10, 20, 40, 80, 160, 320, 600, 600, 600]
    assert LONGEST_PROBE_INTERVAL == 600
    assert server.pings[0].told == {"type": "bot.ping", "timestamp": stamp(NOON + timedelta(seconds=10)), "data": {"bot": "bot_dora"}}


def test_a_bot_that_answers_its_probe_is_called_again(world: World, serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    server = serve(good)
    bot = paused_bot(world, server)
    server.answering = good
    caplog.set_level(logging.INFO)

    assert pings(world, server, 3600) == [10]
    table = world.create_table(bot, HUMAN)
    world.run(until=world.answered(table))

    assert world.health(bot) == (0, None)
    assert not world.failures(table)
    assert "bot_dora is called again" in caplog.text


def only_probes(answering: Answering) -> Answering:
    """Answers pings well, and turns with `answering`."""

    def answer(line: Line, message: Message) -> None:
        (saying(200) if message.told["type"] == "bot.ping" else answering)(line, message)

    return answer


PAUSES = (10, 20, 40, 80, 160, 320, 600, 600, 600)
FEW = at_size(3, len(PAUSES))
"""What a bot does wrong has no effect on how long a pause is: after a few, only the first kind shows where they end."""


@pytest.mark.parametrize(
    ("answering", "times"),
    [
        (saying(500), len(PAUSES)),
        (saying(200, b"null"), FEW),
        (moving({"type": "score", "card": "any-two", "dice": [0, 1, 2]}), FEW),
        (later, FEW),
        (resetting, FEW),
    ],
    ids=["error", "null", "illegal", "202 and silence", "resetting"],
)
def test_a_bot_that_answers_pings_and_no_turn_is_paused_for_longer_each_time(
    world: World, serve: Serve, answering: Answering, times: int
) -> None:
    server = serve(only_probes(answering))
    bot = world.register(server)
    pauses: list[int] = []

    for _ in range(times):
        for _ in range(MOST_FAILURES):
            world.create_table(bot, HUMAN)
        called = len(server.turns)
        world.run(until=lambda: world.health(bot).paused is not None)
        assert len(server.turns) - called <= (1 if pauses and answering is not later else MOST_FAILURES)
        pauses += pings(world, server, LONGEST_PROBE_INTERVAL)[:1]

    assert pauses == [*PAUSES[:times]]


def test_a_good_turn_forgives_pauses(world: World, serve: Serve) -> None:
    server = serve(only_probes(saying(500)))
    bot = world.register(server)
    for pause in (10, 20):
        for _ in range(MOST_FAILURES):
            world.create_table(bot, HUMAN)
        world.run(until=lambda: world.health(bot).paused is not None)
        assert pings(world, server, 25) == [pause]

    server.answering = good
    table = world.create_table(bot, HUMAN)
    world.run(until=world.answered(table))
    assert world.health(bot) == (0, None)

    server.answering = only_probes(saying(500))
    for _ in range(MOST_FAILURES):
        world.create_table(bot, HUMAN)
    world.run(until=lambda: world.health(bot).paused is not None)
    assert pings(world, server, 25) == [10]


def test_pings_that_fail_and_turns_that_fail_lengthen_the_same_pause(world: World, serve: Serve) -> None:
    server = serve(good)
    bot = paused_bot(world, server)
    server.answering = only_probes(saying(500))
    assert pings(world, server, 15) == [10]
    server.answering = saying(500)
    world.create_table(bot, HUMAN)
    world.run(until=lambda: world.health(bot).paused is not None)

    assert pings(world, server, 70) == [20, 60]
    paused = world.health(bot).paused
    assert paused is not None
    assert paused.detail.startswith("calls fail again after a pause, without a good turn since, the last one so: status: ")


def test_a_bot_that_an_older_build_has_called_again_is_paused_for_longer_too(world: World) -> None:
    world.tools.client.hset("rs:{service}:bot:bot_dora:health", "interval", 40)

    assert failed(world.tools.client, "bot_dora", "turn_1", FAILURE).paused is not None
    assert next_probe(world.tools.client, "bot_dora") == 80


def test_a_pause_whose_probe_was_lost_is_probed_when_the_bot_is_wanted(world: World, serve: Serve) -> None:
    server = serve(good)
    bot = paused_bot(world, server)
    world.tools.client.delete("rs:{service}:calls")

    table = world.create_table(bot, HUMAN)
    world.run(until=lambda: world.loaded(table).table.owing == (1,))

    assert pings(world, server, 15) == [10]


def test_a_probe_of_a_bot_that_is_well_or_gone_is_none(world: World, serve: Serve) -> None:
    server = serve(good)
    bot = world.register(server)

    assert recovery.run(world.parts, bot.id) is None
    assert recovery.run(world.parts, "bot_nobody") is None

    assert not server.requests


def test_an_owner_hears_what_a_ping_came_to_and_nothing_else_happens(world: World, serve: Serve) -> None:
    server = serve(saying(404))
    bot = world.register(server)

    refused = probe.ping(world.parts.outgoing, bot, world.now)
    server.answering = resetting
    broken = probe.ping(world.parts.outgoing, bot, world.now)
    server.answering = saying(401)
    unsigned = probe.ping(world.parts.outgoing, bot, world.now)
    server.answering = saying(204)
    good_one = probe.ping(world.parts.outgoing, bot, world.now)

    assert (refused.answered, refused.status, refused.problem) == (False, 404, "status: it answered 404, not 2xx")
    assert unsigned.problem == "status: it answered 401, not 2xx: does it have the newest secret?"
    assert (broken.answered, broken.status, broken.latency_ms) == (False, None, None)
    assert broken.problem is not None
    assert broken.problem.startswith("unreachable: ")
    assert (good_one.answered, good_one.status, good_one.problem) == (True, 204, None)
    assert world.health(bot) == (0, None)


def test_why_a_bot_has_failed_last_is_known_after_it_has_done_well_again(world: World, serve: Serve) -> None:
    bot = world.register(serve(then(saying(503), good)))
    table = world.create_table(bot, HUMAN)

    world.run(until=world.answered(table))

    assert world.health(bot) == (0, None)
    failure = LastFailure(stamp(NOON), table, 6, "status", "the status was 503, neither 200 nor 202")
    assert last_failure(world.tools.client, bot.id) == failure


def test_a_bot_that_its_owner_has_paused_is_neither_called_nor_probed(world: World, serve: Serve) -> None:
    server = serve(good)
    bot = paused_bot(world, server)
    server.answering = good
    world.parts.bots.change(bot.id, lambda known: replace(known, paused=BotPaused(stamp(world.now), "owner", "As you wanted it.")))
    called = len(server.requests)

    table = world.create_table(bot, HUMAN)
    world.run(until=lambda: world.loaded(table).table.owing == (1,))
    world.run(3600)

    assert {(failure.reason, failure.attempts) for failure in world.failures(table)} == {("paused", 0)}
    assert len(server.requests) == called


def test_a_failed_call_that_is_told_twice_counts_once(world: World) -> None:
    client = world.tools.client

    for _ in range(2):
        failed(client, "bot_dora", "turn_1", FAILURE)

    assert health(client, "bot_dora") == (1, None)


def test_the_health_of_many_is_told_in_their_order(world: World) -> None:
    client = world.tools.client
    failed(client, "bot_emil", "turn_1", FAILURE)

    assert healths(client, ["bot_dora", "bot_emil"]) == [(0, None), (1, None)]
    assert healths(client, []) == []
    wake(client, "bot_emil")
    assert health(client, "bot_emil") == (0, None)
