"""Whatever stops a process while it archives, restores or deletes, no table is lost and no file stays."""

from collections.abc import Callable
from typing import Any

import pytest

from events.archive.archiving import LOOSE_FOR
from tests.events.archive.conftest import ArchivedWorld
from tests.events.archive.looking import content, name_of


class Killed(BaseException):
    """The end of a process."""


def killed(*_: Any, **__: Any) -> Any:
    raise Killed


STEPS: list[tuple[str, Callable[[ArchivedWorld], tuple[Any, str]]]] = [
    ("before the file", lambda world: (world.archive, "write")),
    ("after the file", lambda world: (world.archiving, "_examined")),
    ("before the store lets go", lambda world: (world.stubs, "let_go")),
]


@pytest.mark.parametrize("where", [step for _, step in STEPS], ids=[name for name, _ in STEPS])
def test_a_process_may_die_at_each_step_of_archiving(
    world: ArchivedWorld, where: Callable[[ArchivedWorld], tuple[Any, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = world.finished()
    before = content(world, table)

    with monkeypatch.context() as patched:
        patched.setattr(*where(world), killed)
        with pytest.raises(Killed):
            world.archiving.archive(table)

    assert content(world, table) == before
    assert world.archiving.archive(table)
    assert content(world, table) == before
    world.time += LOOSE_FOR
    world.archiving.delete_loose()
    assert world.files() == [name_of(world, table)]


def test_a_reply_that_is_lost_when_the_store_lets_go_changes_nothing(world: ArchivedWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    table, let_go = world.finished(), world.stubs.let_go

    with monkeypatch.context() as patched:
        patched.setattr(world.stubs, "let_go", lambda *given: let_go(*given) and let_go(*given))
        assert world.archiving.archive(table)

    world.time += LOOSE_FOR
    assert world.archiving.delete_loose() == 0
    world.archiving.check(table)


def test_a_process_may_die_while_it_restores(world: ArchivedWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    table = world.finished()
    before = content(world, table)
    world.archiving.archive(table)

    with monkeypatch.context() as patched:
        patched.setattr("events.store.redis_whole_tables.PUT_BACK", killed)
        with pytest.raises(Killed):
            world.archiving.restore(table)

    assert content(world, table) == before
    assert world.stubs.find(table) is not None
    assert world.archiving.restore(table)
    assert content(world, table) == before


def test_a_process_may_die_while_it_deletes_files(world: ArchivedWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    table = world.finished()
    world.archiving.archive(table)
    world.archiving.restore(table)
    world.time += LOOSE_FOR

    with monkeypatch.context() as patched:
        patched.setattr(world.archive, "remove", killed)
        with pytest.raises(Killed):
            world.archiving.delete_loose()

    assert world.archiving.delete_loose() == 1
    assert world.files() == []


def test_a_process_that_was_frozen_for_long_does_not_archive_to_a_deleted_file(
    world: ArchivedWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, let_go = world.finished(), world.stubs.let_go

    def late(*given: Any) -> bool:
        world.time += LOOSE_FOR
        world.archiving.delete_loose()
        return let_go(*given)

    with monkeypatch.context() as patched:
        patched.setattr(world.stubs, "let_go", late)
        assert not world.archiving.archive(table)

    assert world.stubs.find(table) is None
    assert world.files() == []
    assert world.tables.open(table).table.status == "finished"


def test_a_table_that_is_removed_while_it_is_archived_leaves_no_file(world: ArchivedWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    table, write = world.finished(), world.archive.write

    def slow(*given: Any) -> Any:
        world.store.remove(table, 0)
        return write(*given)

    with monkeypatch.context() as patched:
        patched.setattr(world.archive, "write", slow)
        assert not world.archiving.archive(table)

    assert world.files() == []
    assert world.stubs.find(table) is None


def test_a_table_that_vanishes_while_it_is_read_is_not_archived(world: ArchivedWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    table = world.finished()
    monkeypatch.setattr(world.store, "read_whole", lambda _: None)

    assert not world.archiving.archive(table)
