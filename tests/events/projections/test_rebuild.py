import os
import signal
import time
from contextlib import AbstractContextManager
from pathlib import Path
from threading import Thread

import msgspec
import pytest

from events.projections.generations import BUILDING, Moved, RebuildRunning
from events.projections.rebuild import rebuild
from tests.events.projections.world import World
from tests.forking import forked
from tests.operation.processes import Started, until
from tests.size import at_size


def untold(_done: int, _of: int) -> None:
    pass


PROJECTOR = ("service.command_line", "projector")


def running(world: World, output: Path, *program: str) -> AbstractContextManager[Started]:
    """A Python program on the world's store, which is killed at the end."""
    return forked(*program, output=output, environment={**os.environ, "ROLLSTREAM_REDIS_URL": world.url})


def test_lists_kept_by_a_projector_that_is_killed_again_and_again_equal_those_rebuilt(world: World, tmp_path: Path) -> None:
    for number in range(at_size(3, 20)):
        with running(world, tmp_path / "said", "tests.events.projections.projecting", world.url):
            before = world.generations.current()
            while world.generations.current() == before or len(world.created_table) < 7 * (number + 1):
                world.something_happens()
                time.sleep(0.01)
            killed_at = time.monotonic() + world.chance.random() * 0.3
            while time.monotonic() < killed_at:
                world.something_happens()

    live = world.content(world.project())
    rebuilt = world.content(world.rebuilt())

    assert rebuilt == live


def test_a_projector_that_meets_what_it_cannot_read_says_so_in_one_line_and_goes_on_until_it_is_told_to_end(
    world: World, tmp_path: Path
) -> None:
    world.project()
    bad, good = world.create_table(), world.create_table()
    world.client.xdel(f"rs:{{{bad[:3]}}}:{bad}:log", "2-0")

    with running(world, tmp_path / "said", *PROJECTOR) as projector:
        until(lambda: listed(world) == [good])
        projector.process.send_signal(signal.SIGTERM)
        assert projector.process.wait(10) == 0

    [line] = projector.said().splitlines()
    told = msgspec.json.decode(line)
    assert (told["level"], told["table"], told["version"]) == ("error", bad, 2)
    assert told["reason"] == "the entry 3-0 stands where version 2 belongs"


def test_a_rebuild_while_games_are_played_and_projected_ends_equal_to_live(world: World) -> None:
    other, stop = World(world.url, 2), list[bool]()
    for _ in range(40):
        world.something_happens()
    world.project()
    thread = Thread(target=other.projector().run, args=[lambda: bool(stop)])
    thread.start()
    rebuilder = Thread(target=lambda: [World(world.url, seed).rebuilt() for seed in range(at_size(3, 10))])
    rebuilder.start()
    seen = set(listed(world))

    while rebuilder.is_alive():
        world.something_happens()
        now = set(listed(world))
        assert len(now) > len(seen) - 5
    rebuilder.join()
    stop.append(True)
    thread.join(5)
    live = world.content(world.project())

    assert live == world.content(world.rebuilt())


def listed(world: World) -> list[str]:
    found, cursor = [], None
    while True:
        page, cursor = world.lobby.list(limit=100, cursor=cursor)
        found += [told.table for told in page]
        if cursor is None:
            return found


def test_a_rebuild_says_how_far_it_is(world: World) -> None:
    for _ in range(3):
        world.create_table()
    told: list[tuple[int, int]] = []

    rebuild(world.tables, world.generations, lambda done, of: told.append((done, of)))

    assert told[0] == (0, 3)
    assert told[-1] == (3, 3)
    assert sorted(told) == told


def test_readers_see_the_old_lists_until_the_new_ones_are_whole(world: World) -> None:
    created_table = [world.create_table() for _ in range(5)]
    world.project()
    seen: list[list[str]] = []

    rebuild(world.tables, world.generations, lambda _done, _of: seen.append(listed(world)))

    assert len(seen) > 2
    assert all(found == created_table[::-1] for found in seen)


def test_what_happens_during_a_rebuild_is_in_the_new_lists(world: World) -> None:
    world.create_table("human", "open")
    world.project()

    def play(_done: int, _of: int) -> None:
        world.sit(world.create_table("human", "open"))

    rebuild(world.tables, world.generations, play)

    assert listed(world) == world.created_table[::-1]
    assert {told.status for told in world.lobby.list()[0]} == {"open", "playing"}


def test_nothing_is_left_of_the_old_lists(world: World) -> None:
    world.create_table(names=("Anna", "Ben"))
    before = world.project()
    after = world.rebuilt()

    assert before.generation != after.generation
    assert world.content(before) == {}
    assert world.generations.building() is None


def test_only_one_rebuild_runs_at_a_time(world: World) -> None:
    world.generations.begin()

    with pytest.raises(RebuildRunning):
        rebuild(world.tables, world.generations, untold)


def test_a_rebuild_that_was_killed_is_cleared_away_by_the_next(world: World) -> None:
    world.create_table()
    killed = world.generations.begin()
    world.generations.start_from(killed, world.store.feed_ends())
    world.client.delete(BUILDING)  # as time does

    world.rebuilt()

    assert world.content(killed) == {}


def test_a_rebuild_that_was_given_up_writes_nothing_any_more(world: World) -> None:
    world.create_table()

    def lose(_done: int, _of: int) -> None:
        world.client.set(BUILDING, "77")

    with pytest.raises(Moved):
        rebuild(world.tables, world.generations, lose)

    assert world.generations.current() is None


def test_a_rebuild_that_was_given_up_at_its_very_end_is_not_published(world: World) -> None:
    position = world.generations.begin()
    world.client.delete(BUILDING)

    with pytest.raises(Moved):
        world.generations.publish(position)


def test_the_feed_is_not_forgotten_under_a_rebuild(world: World) -> None:
    position = world.generations.begin()

    assert world.generations.building() == position._replace(checkpoints=dict.fromkeys(world.store.feed_ends(), "0-0"))
