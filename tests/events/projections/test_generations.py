"""Batches of a generation: written whole or not at all, by the first writer."""

import pytest

from events.projections.changes import changed, without
from events.projections.generations import BUILDING, CURRENT, Batch, GenerationPosition, Moved
from events.projections.summaries import Sitter, StoredSummary
from tests.events.projections.world import World

TABLE, UNKNOWN = "p07-" + "0" * 26, "p07-" + "1" * 26
TOLD = StoredSummary(
    table=TABLE,
    game="dicy-cards",
    status="open",
    created_at="2026-11-27T10:00:00.000Z",
    open_seats=1,
    seats=(Sitter(seat=0, kind="human", name="Änne"), Sitter(seat=1, kind="open", name=None)),
    outcome=None,
)


def batch(reached: str) -> Batch:
    change = changed(None, TOLD)
    assert change is not None
    return Batch("p07", reached, {TABLE: 2}, [change])


@pytest.fixture
def start(world: World) -> GenerationPosition:
    return world.project()


def test_a_batch_is_written_whole_and_moves_the_checkpoint(world: World, start: GenerationPosition) -> None:
    after = world.generations.write(start, batch("7-0"))

    assert after.checkpoints == {**start.checkpoints, "p07": "7-0"}
    assert world.position() == after
    assert world.generations.known(after, [TABLE, UNKNOWN]) == {TABLE: (2, TOLD), UNKNOWN: (0, None)}
    assert [told.table for told in world.lobby.list(player="Änne")[0]] == [TABLE]


def test_the_same_batch_again_is_no_error_for_its_reply_may_have_been_lost(world: World, start: GenerationPosition) -> None:
    world.generations.write(start, batch("7-0"))
    before = world.content(start)

    assert world.generations.write(start, batch("7-0")) == world.position()
    assert world.content(start) == before


def test_nothing_is_written_by_whoever_comes_second(world: World, start: GenerationPosition) -> None:
    world.generations.write(start, Batch("p07", "7-0", {}, ()))
    before = world.content(start)

    with pytest.raises(Moved):
        world.generations.write(start, batch("6-0"))

    assert world.content(start) == before


def test_nothing_is_written_to_a_generation_that_is_not_current_any_more(world: World, start: GenerationPosition) -> None:
    before = world.content(start)
    world.client.set(CURRENT, "77")

    with pytest.raises(Moved):
        world.generations.write(start, batch("7-0"))
    with pytest.raises(Moved):
        world.generations.known(start, [TABLE])

    assert world.content(start) == before


def test_a_summary_that_is_taken_back_leaves_no_trace(world: World, start: GenerationPosition) -> None:
    after = world.generations.write(start, batch("7-0"))

    world.generations.write(after, Batch("p07", "8-0", {}, [without(TOLD)]))

    assert {*world.content(start)} == {"checkpoints", "versions"}


def test_a_generation_is_built_with_a_warrant_that_ends_by_itself(world: World) -> None:
    world.generations.begin()

    assert 0 < world.client.pttl(BUILDING) <= 60_000
