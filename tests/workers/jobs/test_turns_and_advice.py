"""What a seat asks of a built-in player: its turn, or advice."""

import pytest

from events.errors import DecisionClosed, VersionUnknown
from events.tables import keyed_orders
from events.tables.keyed_orders import Holder
from rules.rejected import Rejected
from tests.workers.jobs.driving import HUMAN, TABLE, World
from workers.jobs.built_in_moves import advise, turn


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
