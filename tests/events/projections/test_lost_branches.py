"""Lists and checkpoints with data that the store has lost correct themselves."""

from typing import Any

import pytest

from events.store.keys import PARTITIONS
from tests.events.projections.world import World
from tests.events.store.branch import Branch


def listed(world: World, table: str) -> tuple[str, Any]:
    """The lobby's entry of a table."""
    [found] = [one for one in world.lobby.list()[0] if one.table == table]
    return found.status, found.outcome


def agrees(world: World) -> bool:
    """Whether the lists equal those that a rebuild makes from the logs."""
    before = {name: value for name, value in world.content(world.project()).items() if name != "checkpoints"}
    return before == {name: value for name, value in world.content(world.rebuilt()).items() if name != "checkpoints"}


@pytest.mark.parametrize("more", [1, 3])
def test_an_end_that_was_lost_is_replaced_when_the_table_goes_on(world: World, more: int) -> None:
    table = world.create_table()
    world.move(table)
    before = Branch(world.client, table)
    world.move(table, more)
    world.leave(table)
    world.project()
    assert listed(world, table)[0] == "finished"

    before.bring_back()
    world.move(table)
    world.project()

    assert listed(world, table)[0] == "playing"
    assert agrees(world)


def test_the_end_of_another_branch_is_listed_also_if_it_comes_sooner(world: World) -> None:
    table = world.create_table()
    before = Branch(world.client, table)
    world.move(table, 4)
    world.project()

    before.bring_back()
    world.leave(table, 1)
    world.project()

    assert listed(world, table)[0] == "finished"
    assert agrees(world)


def test_checkpoints_ahead_of_the_feed_are_taken_back(world: World, caplog: pytest.LogCaptureFixture) -> None:
    table = world.create_table()
    world.project()
    position = world.position()
    ahead = dict.fromkeys(PARTITIONS, "99999999999999-0")
    world.generations.start_from(position, ahead)
    world.leave(table)

    world.project()

    assert listed(world, table)[0] == "finished"
    assert "projected again" in caplog.text
    assert agrees(world)


def test_a_projector_that_remembers_a_lost_position_finds_out_where_the_lists_stand(world: World) -> None:
    time = [0.0]
    table = world.create_table()
    projector = world.projector()
    projector._monotonic = lambda: time[0]
    for _ in range(3):
        projector.step(0)
    assert projector._position is not None
    projector._position = projector._position._replace(checkpoints=dict.fromkeys(PARTITIONS, "99999999999999-0"))
    world.leave(table)

    projector.step(0)
    assert listed(world, table)[0] == "playing"
    time[0] += 10
    projector.step(0)

    assert listed(world, table)[0] == "finished"
