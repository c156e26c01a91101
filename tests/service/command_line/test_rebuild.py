from events.store.keys import PARTITIONS, due_key
from tests.events.projections.world import World
from tests.events.store.due_times import earliest_due
from tests.service.command_line.conftest import Ask


def test_a_rebuild_tells_how_far_it_is_and_when_it_is_done(rollstream: Ask, fresh_store_url: str) -> None:
    world = World(fresh_store_url)
    created_table = [world.create_table() for _ in range(3)]

    result = rollstream("rebuild")

    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "0 of 3 tables"
    assert lines[-2:] == ["3 of 3 tables", "The lists and due times are rebuilt."]
    assert [told.table for told in world.lobby.list()[0]] == created_table[::-1]


def test_all_logs_that_cannot_be_read_are_named_and_the_others_are_listed(rollstream: Ask, fresh_store_url: str) -> None:
    world = World(fresh_store_url)
    good, *bad = (world.create_table() for _ in range(3))
    for table in bad:
        world.client.xdel(f"rs:{{{table[:3]}}}:{table}:log", "2-0")

    for _ in range(2):
        done = rollstream("rebuild")

        assert done.exit_code == 0, done.output
        assert all(f"left out, damaged: {table}: " in done.stderr for table in bad)
        assert [told.table for told in world.lobby.list()[0]] == [good]


def test_a_table_is_left_out_for_as_long_as_nobody_brings_it_back(rollstream: Ask, fresh_store_url: str) -> None:
    world = World(fresh_store_url)
    good, other = world.create_table(), world.create_table()

    for arguments in (["--without", other], []):
        done = rollstream("rebuild", *arguments)

        assert done.exit_code == 0, done.output
        assert f"left out, damaged: {other}: set aside by hand" in done.stderr
        assert [told.table for told in world.lobby.list()[0]] == [good]


def test_a_table_that_is_not_there_cannot_be_left_out(rollstream: Ask, fresh_store_url: str) -> None:
    result = rollstream("rebuild", "--without", "p00-" + "0" * 26)

    assert result.exit_code == 1
    assert "there is no table" in result.stderr


def test_due_times_that_were_lost_are_made_anew(rollstream: Ask, fresh_store_url: str) -> None:
    world = World(fresh_store_url)
    world.create_table(turn_seconds=60)
    due = earliest_due(world.tables.store)
    for partition in PARTITIONS:
        world.client.delete(due_key(partition))

    result = rollstream("rebuild")

    assert result.exit_code == 0, result.output
    assert due is not None
    assert earliest_due(world.tables.store) == due


def test_only_a_table_can_be_left_out(rollstream: Ask) -> None:
    result = rollstream("rebuild", "--without", "everything")

    assert result.exit_code == 2
    assert "'everything' is no table id" in result.stderr


def test_a_second_rebuild_is_refused_while_one_runs(rollstream: Ask, fresh_store_url: str) -> None:
    World(fresh_store_url).generations.begin()

    result = rollstream("rebuild")

    assert result.exit_code == 1
    assert "another rebuild is running" in result.stderr
