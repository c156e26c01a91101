"""A dispatcher that did not run for a while counts no failures of bots for that time, and marks a repeated message as repeated."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from tests.listening import Line
from tests.workers.bots.conftest import Serve
from tests.workers.bots.servers import Message, good, later, resetting, saying, then
from tests.workers.bots.world import HUMAN, World
from tests.workers.dispatching import HERE
from workers.absences import Absences
from workers.bots import recovery, turn
from workers.bots.health import MOST_FAILURES
from workers.bots.probe import next_probe
from workers.bots.progress import CallProgress, Owed, load_progress, save_progress
from workers.health import dispatcher_lives
from workers.jobs.built_in_moves import due
from workers.outgoing.client import Outgoing

SEEN = "rs:{service}:dispatcher:seen"


class Away:
    """Whether the dispatcher has been away."""

    def __init__(self) -> None:
        self.now = False

    def __call__(self, _since: datetime) -> bool:
        return self.now


@pytest.fixture
def away(world: World) -> Away:
    away = Away()
    world.parts = replace(world.parts, outgoing=Outgoing([HERE], away_since=away))
    return away


def meanwhile(away: Away, answering: Callable[[Line, Message], None]) -> Callable[[Line, Message], None]:
    """An answer during which the dispatcher is away."""

    def answer(line: Line, message: Message) -> None:
        away.now = True
        answering(line, message)

    return answer


def back(away: Away, answering: Callable[[Line, Message], None]) -> Callable[[Line, Message], None]:
    """An answer to a dispatcher that has not been away since the call began."""

    def answer(line: Line, message: Message) -> None:
        away.now = False
        answering(line, message)

    return answer


def test_a_call_that_was_lost_while_the_dispatcher_was_away_is_made_again_and_counts_for_nothing(
    world: World, serve: Serve, away: Away
) -> None:
    server = serve(then(meanwhile(away, resetting), back(away, good)))
    bot = world.register(server)
    table = world.create_table(bot, HUMAN)

    world.run(until=lambda: len(server.turns) == 1)
    away.now = False
    world.run(until=world.answered(table))

    first, second = server.turns[:2]
    assert (second.id, second.body) == (first.id, first.body)
    assert [first.headers["rollstream-attempt"], second.headers["rollstream-attempt"]] == ["1", "2"]
    assert world.health(bot) == (0, None)
    assert (world.statistics(bot).failed, world.statistics(bot).late) == (0, 0)


def test_what_a_bot_says_is_its_own_fault_all_the_same(world: World, serve: Serve, away: Away) -> None:
    server = serve(meanwhile(away, saying(500)))
    bot = world.register(server)
    world.create_table(bot, HUMAN)

    world.run(until=lambda: len(server.turns) == 1)

    assert world.health(bot).failures == 1


def test_a_call_begun_before_an_absence_is_not_made_after_it(world: World, serve: Serve, away: Away) -> None:
    server = serve(good)
    world.create_table(world.register(server), HUMAN)
    away.now = True

    [call] = [call for entry in world.feed() for call in turn.wanted_calls(world.parts, entry)]
    assert turn.run(world.parts, *call.ids) == world.now

    assert not server.turns
    away.now = False
    assert turn.run(world.parts, *call.ids) is None
    assert server.turns[0].headers["rollstream-attempt"] == "1"


def test_a_promise_that_was_not_kept_while_the_dispatcher_was_away_is_no_failure(world: World, serve: Serve, away: Away) -> None:
    bot = world.register(serve(later))
    for _ in range(MOST_FAILURES):
        world.create_table(bot, HUMAN)

    world.run(seconds=5)
    away.now = True
    world.run(seconds=35)

    assert world.health(bot) == (0, None)
    assert world.statistics(bot).late == 0


def test_a_promise_is_not_held_against_a_bot_that_no_dispatcher_was_there_for(world: World, serve: Serve) -> None:
    bot = world.register(serve(later))
    tables = [world.create_table(bot, HUMAN) for _ in range(MOST_FAILURES)]
    world.run(seconds=5)
    one_beat(world, Absences())

    passes(world, seconds=60)
    for table in tables:
        due(world.tools, table)
    absences = Absences()
    world.parts = replace(world.parts, outgoing=Outgoing([HERE], away_since=absences.was_absent_since))
    one_beat(world, absences)
    world.passes(seconds=1)
    world.run(seconds=5)

    assert world.parts.schedule.count() == 0
    assert world.health(bot) == (0, None)
    assert world.statistics(bot).late == 0


def test_a_promise_that_was_not_kept_while_one_dispatcher_followed_another_is_a_failure(world: World, serve: Serve) -> None:
    bot = world.register(serve(later))
    table = world.create_table(bot, HUMAN)
    world.run(seconds=5)
    for _ in range(20):
        one_beat(world, Absences())
        passes(world, seconds=2)
    absences = Absences()
    one_beat(world, absences)
    due(world.tools, table)
    world.parts = replace(world.parts, outgoing=Outgoing([HERE], away_since=absences.was_absent_since))
    world.run(seconds=5)

    assert world.statistics(bot).late == 1


def test_dispatchers_whose_clocks_differ_are_not_away(world: World) -> None:
    client = world.tools.client

    for ahead in (0, 3600, -3600, 7 * 24 * 3600, 0):
        assert dispatcher_lives(client, world.now + timedelta(seconds=ahead)) is None


def test_when_somebody_was_there_again_is_said_by_the_clock_of_whoever_asks(world: World) -> None:
    client, ahead = world.tools.client, world.now + timedelta(hours=1)
    dispatcher_lives(client, world.now)
    passes(world, seconds=60)

    for now in (world.now, ahead):
        back = dispatcher_lives(client, now)
        assert back is not None
        assert timedelta(0) <= now - back < timedelta(seconds=30)


def passes(world: World, seconds: float) -> None:
    """Advance the world's clock, and make the dispatcher's sign of life in the store older by the same time."""
    world.passes(seconds=seconds)
    given = world.tools.client.get(SEEN)
    assert given is not None
    world.tools.client.set(SEEN, int(given) - int(seconds * 1000))


def one_beat(world: World, absences: Absences) -> None:
    """Record a dispatcher's sign of life. If there was none for a while, report the downtime."""
    if back := dispatcher_lives(world.tools.client, world.now):
        absences.report_downtime(back)


def test_a_ping_that_was_lost_meanwhile_makes_no_pause_longer(world: World, serve: Serve, away: Away) -> None:
    server = serve(saying(500))
    bot = world.register(server)
    for _ in range(MOST_FAILURES):
        world.create_table(bot, HUMAN)
    world.run(until=lambda: world.health(bot).paused is not None)

    away.now = True
    assert recovery.run(world.parts, bot.id) == world.now
    assert next_probe(world.tools.client, bot.id) == 10
    away.now = False
    recovery.run(world.parts, bot.id)
    assert next_probe(world.tools.client, bot.id) == 20


def test_a_call_that_another_dispatcher_had_begun_has_the_next_number(world: World, serve: Serve) -> None:
    server = serve(good)
    bot = world.register(server)
    table = world.create_table(bot, HUMAN)
    decision = world.loaded(table).table.decisions[0]
    owed = Owed(bot.id, table, 0, decision)
    save_progress(world.tools.client, owed, CallProgress(sent=1))

    world.run(until=world.answered(table))

    assert server.turns[0].headers["rollstream-attempt"] == "2"
    assert world.health(bot) == (0, None)


def test_what_an_older_build_has_counted_goes_on(world: World) -> None:
    owed = Owed("bot_dora", "p07-table", 0, 6)
    save_progress(world.tools.client, owed, CallProgress(attempts=2, reason="status"))

    assert load_progress(world.tools.client, owed).next == 3
