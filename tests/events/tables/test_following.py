"""Reading from a position in the log: the events after it, unless the log does not contain it."""

import pytest

from events.errors import BranchLost
from events.tables.following import EventRange, resume, stretch, up_to_now
from events.tables.lineage import START, LogPosition
from tests.events.branches import fail_over, forked
from tests.events.world import TABLE, World


def places(world: World) -> list[LogPosition]:
    """The position of each event of the table."""
    loaded = world.loaded
    return [
        LogPosition.of(recorded_event.recorded)
        for recorded_event in world.tables.recorded_events(loaded.codec, TABLE, 0, loaded.table.version)
    ]


def lost(world: World, place: LogPosition) -> tuple[str, int]:
    """Why reading cannot resume from a position, and the version at which the log ends."""
    with pytest.raises(BranchLost) as raised:
        resume(world.tables, world.loaded, place, 100)
    with pytest.raises(BranchLost) as raised_again:
        up_to_now(world.tables, world.loaded, place, 100)
    assert (raised.value.reason, raised.value.head) == (raised_again.value.reason, raised_again.value.head)
    return raised.value.reason, raised.value.head.version


def test_from_every_place_on_the_rest_of_the_log_follows_however_it_is_written() -> None:
    world, _ = forked(3, 0, 0)
    whole = [START, *places(world)]
    for number, place in enumerate(whole):
        for written in (place, LogPosition.read(str(place)), LogPosition(place.version)):
            assert written is not None
            for read in (resume, up_to_now):
                found = read(world.tables, world.loaded, written, 100)
                assert [found.before, *(LogPosition.of(recorded_event.recorded) for recorded_event in found.events)] == whole[number:]


def test_no_more_is_read_than_was_asked_for() -> None:
    world, _ = forked(3, 0, 0)

    assert [recorded_event.recorded.version for recorded_event in resume(world.tables, world.loaded, LogPosition(2), 3).events] == [3, 4, 5]
    assert [recorded_event.recorded.version for recorded_event in up_to_now(world.tables, world.loaded, START, 1).events] == [1]


def test_what_came_after_the_table_was_opened_is_not_read_up_to_now() -> None:
    world, _ = forked(2, 0, 0)
    loaded = world.loaded
    later, _ = forked(4, 0, 0)
    fail_over(world, later)

    assert up_to_now(world.tables, loaded, START, 100).end == LogPosition(loaded.table.version, loaded.head)
    assert up_to_now(world.tables, loaded, LogPosition(loaded.table.version), 100) == EventRange(
        LogPosition(loaded.table.version, loaded.head), ()
    )


def test_a_place_beyond_the_log_is_ahead_of_it_with_and_without_a_hash() -> None:
    world, _ = forked(2, 0, 0)
    newest = world.loaded.table.version

    for place in (LogPosition(newest + 1), LogPosition(newest + 1, "3fa9c0d1"), LogPosition(newest + 5000), LogPosition(10**15 - 1)):
        assert lost(world, place) == ("ahead", newest)


def test_a_place_on_a_branch_that_was_lost_is_replaced_wherever_the_log_ends() -> None:
    world, other = forked(2, 2, 1)
    newest = places(world)
    fail_over(world, other)
    ends = world.loaded.table.version
    common = [place for place in newest if place in places(other)]

    for place in newest[len(common) :]:
        why = "replaced" if place.version <= ends else "ahead"
        assert lost(world, place) == (why, ends)
        assert lost(world, LogPosition(place.version, place.hash[:8])) == (why, ends)
    assert resume(world.tables, world.loaded, common[-1], 100).end.version == ends


def test_a_hash_before_the_first_event_is_of_no_branch() -> None:
    world, _ = forked(1, 0, 0)

    assert lost(world, LogPosition(0, "3fa9c0d1"))[0] == "replaced"


def test_a_table_that_was_lost_itself_ends_at_its_start() -> None:
    world, _ = forked(1, 0, 0)
    loaded = world.loaded
    fail_over(world, World())

    with pytest.raises(BranchLost) as raised:
        resume(world.tables, loaded, LogPosition(loaded.table.version, loaded.head), 100)

    assert (raised.value.reason, raised.value.head) == ("ahead", START)


def test_only_news_that_hold_a_place_say_what_follows_it() -> None:
    world, other = forked(2, 1, 1)
    loaded = world.loaded
    [*_, before, last] = places(world)
    news = stretch(world.tables, loaded.codec, TABLE, before.version, 100)
    elsewhere = stretch(other.tables, loaded.codec, TABLE, before.version, 100)
    assert news is not None
    assert elsewhere is not None

    assert news.after(before) == news.events
    assert news.after(last) == ()
    assert news.after(START) is None
    assert news.after(LogPosition(last.version + 1, "e" * 64)) is None
    assert elsewhere.after(last) is None


def test_there_is_no_stretch_after_the_end_of_a_log() -> None:
    world, _ = forked(1, 0, 0)
    newest = world.loaded.table.version

    assert stretch(world.tables, world.loaded.codec, TABLE, newest + 1, 10) is None
    assert stretch(world.tables, world.loaded.codec, TABLE, newest, 10) == EventRange(LogPosition(newest, world.loaded.head), ())
