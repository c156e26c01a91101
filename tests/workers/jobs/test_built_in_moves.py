"""Workers at tables: they move built-in players, answer for people, and handle due clocks. A real store and a test clock."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from events.errors import DecisionClosed, VersionUnknown
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.tables import keyed_orders
from events.tables.due import automatic_seats
from events.tables.handler import Handler
from events.tables.keyed_orders import Holder
from events.tables.opening import LoadedTable, Tables
from events.timestamps import epoch_ms
from rules.game import BuiltInPlayer, Seat
from rules.registry import games
from rules.rejected import Rejected
from rules.table_commands import Create, SeatRequest
from rules.table_events import OnExpiry
from tests.events.store.due_times import earliest_due
from workers.jobs.built_in_moves import Unanswerable, advise, due, play, turn
from workers.jobs.outcomes import Continued
from workers.jobs.parked import ParkedJobs
from workers.jobs.parts import WorkerParts
from workers.jobs.queues import Jobs

GAME = games()["dicy-cards"]
TABLE = "p03-" + "0" * 26
HUMAN, OPEN = SeatRequest(kind="human"), SeatRequest(kind="open")
RANDOM, GREEDY = (SeatRequest(kind="ai", level=level) for level in ("random", "greedy"))
BOT = SeatRequest(kind="bot", name="Six", bot="bot_six")
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


class World:
    """Tools of a worker, the time of day and the worker's monotonic clock."""

    def __init__(self, url: str) -> None:
        self.now, self.running, self.tick = NOON, 0.0, 0.0
        client = connect(url)
        handler = Handler(Tables(RedisStore(client), games(), lambda: self.now), Random(5).randbytes)
        self.tools = WorkerParts(
            client=client, handler=handler, jobs=Jobs(client, {}), parked=ParkedJobs(client), monotonic=self._monotonic
        )

    def _monotonic(self) -> float:
        self.running += self.tick
        return self.running

    def create_table(self, *seats: SeatRequest, **wanted: Any) -> LoadedTable:
        order = Create(options={"first_seat": "creator"}, seats=seats, **wanted)
        return self.tools.handler.create(keyed_orders.create(TABLE, GAME.name, order), GAME.name).loaded

    def build(self, **players: Callable[..., Any]) -> WorkerParts:
        """The tools of another build, which has these built-in players and no others."""
        game = replace(GAME, players={level: BuiltInPlayer(choose=choose) for level, choose in players.items()})
        tables = Tables(self.tools.tables.store, {game.name: game}, lambda: self.now)
        return replace(self.tools, handler=Handler(tables, Random(5).randbytes))

    def table(self) -> Any:
        return self.tools.tables.open(TABLE).table

    def passes(self, **time: int) -> None:
        self.now += timedelta(**time)

    def move(self, seat: Seat, kind: str, **fields: Any) -> None:
        table = self.table()
        holder = Holder(seat, table.seats[seat].taken)
        self.tools.handler.execute(keyed_orders.move(TABLE, holder, GAME.commands[kind](**fields), table.decisions[seat]))

    def types(self, after: int = 0) -> list[str]:
        loaded = self.tools.tables.open(TABLE)
        return [event.recorded.type for event in self.tools.tables.recorded_events(loaded.codec, TABLE, after, loaded.table.version)]

    def calls(self) -> list[tuple[str, ...]]:
        store = self.tools.tables.store
        return [entry.calls for entry in store.follow(dict.fromkeys(store.feed_ends(), "0-0"), 0)]


@pytest.fixture
def world(fresh_store_url: str) -> Iterator[World]:
    world = World(fresh_store_url)
    yield world
    world.tools.client.close()


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


def test_somebody_asks_for_a_turn_and_gets_the_whole_of_it_marked(world: World) -> None:
    world.create_table(HUMAN, HUMAN)
    before = world.table()

    told = turn(world.tools, TABLE, 0, before.decisions[0], "greedy")

    assert told["version"] == world.table().version
    assert told["moves"] >= 2
    assert world.types(before.version).count("table.seat-substituted") == told["moves"]
    assert world.table().owing == (1,)


def test_a_turn_job_that_runs_again_plays_no_other_turn(world: World) -> None:
    world.create_table(HUMAN, HUMAN)
    decision = world.table().decisions[0]
    turn(world.tools, TABLE, 0, decision, "greedy")
    world.move(1, "skip")
    version = world.table().version

    turn(world.tools, TABLE, 0, decision, "greedy")

    assert world.table().version == version


def test_a_turn_job_that_died_half_way_is_finished_by_the_next_one(world: World) -> None:
    world.create_table(HUMAN, HUMAN)
    loaded = world.tools.tables.open(TABLE)
    decision, holder = loaded.table.decisions[0], Holder(0, loaded.table.seats[0].taken)
    world.tools.handler.execute(keyed_orders.substitute(TABLE, holder, decision, "greedy"))

    turn(world.tools, TABLE, 0, decision, "greedy")

    assert world.table().owing == (1,)


def test_a_turn_is_refused_for_a_decision_that_somebody_has_answered(world: World) -> None:
    world.create_table(HUMAN, HUMAN)
    decision = world.table().decisions[0]
    world.move(0, "skip")

    with pytest.raises(DecisionClosed):
        turn(world.tools, TABLE, 0, decision, "greedy")
    with pytest.raises(VersionUnknown):
        turn(world.tools, TABLE, 0, 9999, "greedy")


def test_advice_ranks_what_may_be_posted_and_plays_nothing(world: World) -> None:
    world.create_table(HUMAN, HUMAN)
    world.move(0, "roll")
    table = world.table()

    told = advise(world.tools, TABLE, 0, table.decisions[0], "greedy")

    points = [advice["points"] for advice in told["moves"]]
    assert points == sorted(points, reverse=True)
    assert all(advice["move"]["decision"] == table.decisions[0] for advice in told["moves"])
    assert world.table() == table


def test_advice_is_for_open_decisions_and_from_players_who_judge(world: World) -> None:
    world.create_table(HUMAN, HUMAN)
    decision = world.table().decisions[0]

    with pytest.raises(Rejected, match="level-unknown"):
        advise(world.tools, TABLE, 0, decision, "random")
    with pytest.raises(DecisionClosed):
        advise(world.tools, TABLE, 1, decision, "greedy")
    world.move(0, "skip")
    with pytest.raises(DecisionClosed):
        advise(world.tools, TABLE, 0, decision, "greedy")


def test_a_clock_that_has_run_out_is_carried_out_once_whoever_comes_when(world: World) -> None:
    world.create_table(HUMAN, HUMAN, turn_seconds=60)
    world.passes(seconds=59)
    due(world.tools, TABLE)
    assert "table.decision-expired" not in world.types()

    world.passes(seconds=1)
    for _ in range(3):
        due(world.tools, TABLE)

    assert world.types().count("table.decision-expired") == 1
    assert world.table().owing == (1,)
    assert earliest_due(world.tools.tables.store) == epoch_ms(world.now) + 60_000


def test_a_substitute_plays_the_rest_of_a_turn_whose_time_is_over(world: World) -> None:
    world.create_table(HUMAN, HUMAN, turn_seconds=60, on_expiry=OnExpiry(policy="substitute", level="greedy"))
    world.passes(seconds=60)

    due(world.tools, TABLE)

    types = world.types()
    assert types.count("table.decision-expired") == types.count("table.seat-substituted") >= 2
    assert world.table().owing == (1,)


def test_all_whose_time_is_over_are_answered_for_at_once(world: World) -> None:
    world.create_table(HUMAN, HUMAN, HUMAN, HUMAN, turn_seconds=60)
    world.move(0, "roll")
    world.move(0, "score", card="any-two", dice=frozenset({0, 1}))
    assert len(world.table().owing) == 2
    world.passes(seconds=60)

    due(world.tools, TABLE)

    assert world.types().count("table.decision-expired") == 2
    assert world.table().owing == (1,)


def test_a_bots_turn_whose_time_is_over_is_played_by_what_the_table_lays_down_for_bots(world: World) -> None:
    world.create_table(BOT, HUMAN, bot_seconds=10, turn_seconds=60, on_expiry=OnExpiry(policy="skip"))
    world.passes(seconds=10)

    due(world.tools, TABLE)

    assert world.types().count("table.decision-expired") == world.types().count("table.seat-substituted") >= 2
    assert world.table().owing == (1,)


def test_a_built_in_player_nobody_was_called_for_is_found_when_it_is_due(world: World) -> None:
    world.create_table(RANDOM, HUMAN)
    world.passes(seconds=5)

    due(world.tools, TABLE)

    assert automatic_seats(world.table()) == ()


@pytest.mark.parametrize(("seats", "reason"), [((HUMAN, OPEN), "abandoned"), ((HUMAN, HUMAN), "inactive")])
def test_a_table_nobody_acts_at_ends_with_a_reason_of_its_own(world: World, seats: tuple[SeatRequest, ...], reason: str) -> None:
    world.create_table(*seats, abandon_after=3600)
    world.passes(seconds=3599)
    due(world.tools, TABLE)
    assert world.table().status != "finished"
    assert earliest_due(world.tools.tables.store) == epoch_ms(NOON) + 3_600_000

    world.passes(seconds=1)
    due(world.tools, TABLE)

    assert world.table().outcome.reason == reason
    assert earliest_due(world.tools.tables.store) is None


def test_clocks_that_run_out_one_after_the_other_do_not_keep_a_table_alive(world: World) -> None:
    world.create_table(HUMAN, HUMAN, turn_seconds=60, abandon_after=300)
    for _ in range(5):
        world.passes(seconds=60)
        due(world.tools, TABLE)

    assert world.types().count("table.decision-expired") == 4
    assert world.table().outcome.reason == "inactive"


def test_built_in_players_who_are_asked_too_late_answer_all_the_same(world: World) -> None:
    world.create_table(GREEDY, HUMAN, turn_seconds=5, on_expiry=OnExpiry(policy="resign", after=1))
    world.passes(seconds=60)

    due(world.tools, TABLE)

    assert "table.decision-expired" not in world.types()
    assert world.table().owing == (1,)


def test_a_built_in_player_who_is_interrupted_in_a_turn_whose_time_is_over_goes_on_later(world: World) -> None:
    world.create_table(GREEDY, HUMAN, turn_seconds=5, on_expiry=OnExpiry(policy="resign", after=1))
    world.passes(seconds=60)
    world.tick = 1.0  # a single move uses up the slice of time

    assert due(world.tools, TABLE) == Continued(urgent=True)

    assert "table.decision-expired" not in world.types()
    assert automatic_seats(world.table()) == (0,)


def test_a_table_that_waits_for_built_in_players_is_not_left(world: World) -> None:
    world.create_table(GREEDY, HUMAN, abandon_after=30)
    world.passes(seconds=60)

    due(world.tools, TABLE)

    assert world.table().owing == (1,)
    assert earliest_due(world.tools.tables.store) == epoch_ms(world.now) + 30_000


def faint(*_: object) -> Any:
    raise ZeroDivisionError("marker")


def cheat(*_: object) -> Any:
    return GAME.commands["score"](card="any-two", dice=frozenset({0, 1}))


def test_time_runs_out_only_for_a_built_in_player_who_cannot_answer(world: World) -> None:
    world.create_table(GREEDY, HUMAN, turn_seconds=60, abandon_after=3600)
    broken = world.build(greedy=faint)
    world.passes(seconds=59)
    with pytest.raises(ZeroDivisionError, match="marker"):
        due(broken, TABLE)
    assert "table.decision-expired" not in world.types()
    assert earliest_due(world.tools.tables.store) == epoch_ms(NOON) + 5_000

    world.passes(seconds=1)
    due(broken, TABLE)

    assert world.types().count("table.decision-expired") == 1
    assert world.table().owing == (1,)


def test_a_table_whose_built_in_player_cannot_answer_is_left_in_the_end(world: World) -> None:
    world.create_table(GREEDY, HUMAN, abandon_after=3600)
    world.passes(seconds=3600)

    due(world.build(greedy=faint), TABLE)

    assert world.table().outcome.reason == "inactive"


def test_a_choice_that_the_rules_refuse_is_told_and_not_passed_over(world: World) -> None:
    world.create_table(GREEDY, HUMAN)

    for task in (play, due):
        with pytest.raises(Unanswerable, match="not-rolled"):
            task(world.build(greedy=cheat), TABLE)

    assert automatic_seats(world.table()) == (0,)


def test_a_substitute_whom_this_build_does_not_know_is_told_and_not_passed_over(world: World) -> None:
    world.create_table(HUMAN, HUMAN, turn_seconds=60, on_expiry=OnExpiry(policy="substitute", level="greedy"))
    world.passes(seconds=60)

    with pytest.raises(Unanswerable, match="level-unknown"):
        due(world.build(random=faint), TABLE)

    due(world.tools, TABLE)
    assert world.table().owing == (1,)


def test_a_table_that_somebody_has_deleted_is_due_no_more(world: World) -> None:
    world.tools.client.zadd("rs:{p03}:due", {TABLE: 1})

    due(world.tools, TABLE)

    assert earliest_due(world.tools.tables.store) is None


def test_what_is_due_at_a_finished_table_is_nothing(world: World) -> None:
    loaded = world.create_table(HUMAN, HUMAN, turn_seconds=60, abandon_after=60)
    world.tools.handler.execute(keyed_orders.leave(TABLE, Holder(0, loaded.table.seats[0].taken)))
    version = world.table().version
    world.passes(seconds=600)

    due(world.tools, TABLE)

    assert world.table().version == version


def test_results_are_plain_values_that_every_worker_tells_alike(world: World) -> None:
    world.create_table(HUMAN, HUMAN)
    world.move(0, "roll")
    decision = world.table().decisions[0]

    once, again = (advise(world.tools, TABLE, 0, decision, "greedy") for _ in range(2))

    assert once == again
    assert isinstance(once["moves"][0]["move"], Mapping)
