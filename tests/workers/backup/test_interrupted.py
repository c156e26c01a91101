"""A backup or a restore that is interrupted anywhere is visibly not complete, and is simply run again."""

from collections.abc import Callable
from pathlib import Path

import pytest

from events.access.api_keys import SECRET_BYTES
from events.access.seat_tokens import SeatTokens
from events.archive.place import Place
from events.names.erasures import Erasures, only
from events.projections.generations import Generations, Moved
from events.store.keys import service_key
from events.timestamps import now, stamp
from tests.full_disk import room_for
from tests.size import at_size
from tests.workers.backup.busy import Service
from tests.workers.backup.conftest import BackedUp
from workers.backup.backups import Backups
from workers.backup.emptiness import NotEmpty
from workers.backup.making import Progress
from workers.backup.parts import BackupUnusable
from workers.retention.erasing import at_tables


class Interrupted(Exception):
    """The process ends here."""


def interrupted_at(step: int) -> Progress:
    """Progress that ends with this step."""
    steps = iter(range(step + 1))

    def progress(_what: str, _done: int, _of: int) -> None:
        if next(steps) == step:
            raise Interrupted

    return progress


def interrupted_in(what: str) -> Progress:
    """Progress that ends in the first step of this kind."""

    def progress(name: str, _done: int, _of: int) -> None:
        if name == what:
            raise Interrupted

    return progress


def steps_of(run: Callable[[Progress], object]) -> int:
    """How many steps it has."""
    seen: list[str] = []
    run(lambda what, _done, _of: seen.append(what))
    return len(seen)


def test_an_interrupted_backup_is_not_complete_and_the_next_one_is(place: Service, tmp_path: Path) -> None:
    for _ in range(3):
        place.tools.archiving.archive(place.leave(place.play(place.create_table("dicy-cards"), 2)))
        place.create_table("ice-dice")
    place.tokens.derive("a secret")
    backups = Backups(Place(str(tmp_path / "target")))
    steps = steps_of(lambda progress: place.back_up(tmp_path / "first", progress))
    assert steps >= 10

    for step in range(0, steps, at_size(3, 1)):
        with pytest.raises(Interrupted):
            place.back_up(tmp_path / "target", interrupted_at(step))
    with pytest.raises(BackupUnusable, match=r"there is no (complete )?backup"):
        backups.open()

    made = place.back_up(tmp_path / "target")
    assert [*backups.complete()] == [made.name]
    assert made.manifest.count("tables") == 3


def test_a_backup_that_finds_no_room_leaves_nothing_and_the_next_one_is_complete(place: Service, tmp_path: Path) -> None:
    for _ in range(3):
        place.play(place.create_table("ice-dice"), 5)
    place.tokens.derive("a secret")

    with room_for(1000), pytest.raises(OSError, match="File too large"):
        place.back_up(tmp_path / "target")

    assert [*(tmp_path / "target").iterdir()] == []
    assert place.back_up(tmp_path / "target").manifest.count("tables") == 3


def test_a_restore_that_finds_no_room_for_the_files_is_run_again(backed_up: BackedUp, place: Service, tmp_path: Path) -> None:
    with room_for(1000), pytest.raises(OSError, match="File too large"):
        place.restore(backed_up.target)
    assert place.client.exists(service_key("restoring"))

    place.restore(backed_up.target)

    files = {file.name: file.size for file in backed_up.backup.files()}
    assert {name: (tmp_path / "other-exports" / name).stat().st_size for name in files} == files


def test_a_file_that_an_interrupted_restore_left_damaged_is_written_again(backed_up: BackedUp, place: Service, tmp_path: Path) -> None:
    """A power cut may leave a file of the right size with other bytes."""
    file = next(file for file in backed_up.backup.files() if file.name.endswith(".json"))
    (tmp_path / "other-exports").mkdir()
    (tmp_path / "other-exports" / file.name).write_bytes(b"x" * file.size)

    place.restore(backed_up.target)

    assert (tmp_path / "other-exports" / file.name).read_bytes() == backed_up.backup.content(file)


def test_an_interrupted_restore_is_run_again(backed_up: BackedUp, place: Service) -> None:
    restored = place.restore(backed_up.target)
    expected = {table: place.tables.store.read_whole(table) for table in backed_up.busy.running}
    steps = steps_of(lambda progress: (place.client.flushall(), place.restore(backed_up.target, progress)))
    assert steps > restored.tables
    place.client.flushall()

    for step in range(0, steps, at_size(steps // 4, 1)):
        with pytest.raises(Interrupted):
            place.restore(backed_up.target, interrupted_at(step))
        assert place.client.exists(service_key("restoring"))

    assert place.restore(backed_up.target) == restored
    assert {table: place.tables.store.read_whole(table) for table in expected} == expected
    assert not place.client.exists(service_key("restoring"))


def test_a_restore_that_was_killed_in_its_last_step_is_run_again_at_once(backed_up: BackedUp, place: Service) -> None:
    with pytest.raises(Interrupted):
        place.restore(backed_up.target, interrupted_in("tables in the lists"))
    killed = Generations(place.client).begin()  # a process that is killed leaves its lease

    restored = place.restore(backed_up.target)

    assert restored.tables == backed_up.backup.manifest.count("tables")
    assert not place.client.exists(service_key("restoring"))
    listed = Generations(place.client).current()
    assert listed is not None
    assert listed.generation != killed.generation


def test_of_two_restores_in_their_last_step_the_earlier_one_ends(backed_up: BackedUp, place: Service) -> None:
    def meanwhile(what: str, done: int, _of: int) -> None:
        if what == "tables in the lists" and done:
            place.restore(backed_up.target)

    with pytest.raises(Moved):
        place.restore(backed_up.target, meanwhile)

    listed = Generations(place.client).current()
    assert listed is not None
    known = Generations(place.client).known(listed, backed_up.busy.running)
    assert all(table.summary is not None for table in known.values())


def test_another_backup_is_not_restored_over_an_interrupted_restore(backed_up: BackedUp, place: Service, own_backup: Path) -> None:
    with pytest.raises(Interrupted):
        place.restore(backed_up.target, interrupted_at(0))
    (own_backup / backed_up.made.name).rename(own_backup / "2030-01-01T00-00-00.000Z")

    with pytest.raises(NotEmpty, match=f"a restore of {backed_up.made.name} was interrupted here"):
        place.restore(own_backup)


def test_a_table_that_was_removed_after_the_backup_stays_removed(backed_up: BackedUp, place: Service, tmp_path: Path) -> None:
    busy = backed_up.busy
    running, archived, exported = busy.running[0], busy.archived[0], busy.finished[0]
    for table in (running, archived, exported, busy.damaged):
        place.client.hset(f"rs:{{{table[:3]}}}:removed:{table[4:6]}", table[6:], "1790000000")

    restored, files = place.restore(backed_up.target), tmp_path / "other-exports"

    assert {*restored.removed} == {running, exported}
    assert {table for table in backed_up.before if place.tables.exists(table)} == backed_up.before.keys() - {running, archived, exported}
    assert place.tables.store.damaged() == {}
    assert [*files.glob("*.json")] == []
    assert len([*files.glob("archive/*/*.zst")]) == 2


def test_a_name_that_was_erased_after_the_backup_stays_erased(backed_up: BackedUp, place: Service) -> None:
    """The store into which it is restored still knows of the erasure. The backup has tables in play, finished and archived ones."""
    tokens = SeatTokens(bytes(range(SECRET_BYTES)))
    Erasures(place.client, tokens.derive).remember("Ada", stamp(now()))

    place.restore(backed_up.target)

    readable = [table for table in backed_up.before if place.tables.exists(table) and table != backed_up.busy.damaged]
    names = {seat.name for table in readable for seat in place.tables.open(table).table.seats}
    assert "Ada" not in names
    assert {None, "Grace"} <= names
    assert [*at_tables(place.tools).standing(only("Ada", stamp(now())))] == []
