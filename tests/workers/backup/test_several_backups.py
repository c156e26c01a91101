"""Backups at one place share the files that never change, and the old ones are deleted with the files that only they need."""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import pytest

from events.archive.place import FileStoreUnusable, Place
from events.timestamps import now
from tests.workers.backup.busy import Service, silent
from workers.backup.backups import Backups, name_at
from workers.backup.checking import check
from workers.backup.parts import BackupUnusable
from workers.backup.pruning import INTERRUPTED_AFTER, prune
from workers.exports.task import export
from workers.retention.removing import clean, remove


def with_a_file(place: Service) -> str:
    """A finished table with an exported file."""
    table = place.leave(place.create_table("dicy-cards"))
    export(place.tools, table, "json")
    return table


def times(target: Path) -> Mapping[str, int]:
    return {file.name: file.stat().st_mtime_ns for file in (target / "files").iterdir()}


def test_a_file_is_copied_once(place: Service, tmp_path: Path) -> None:
    place.tokens.derive("a secret")
    with_a_file(place)
    place.back_up(tmp_path / "target")
    first = times(tmp_path / "target")
    with_a_file(place)

    second = place.back_up(tmp_path / "target")

    assert (second.manifest.count("files"), second.missing) == (2, 0)
    assert times(tmp_path / "target").items() > first.items()


def test_a_shared_file_that_is_gone_is_copied_again(place: Service, tmp_path: Path) -> None:
    place.tokens.derive("a secret")
    with_a_file(place)
    place.back_up(tmp_path / "target")
    [name] = times(tmp_path / "target")
    (tmp_path / "target" / "files" / name).unlink()

    place.back_up(tmp_path / "target")

    assert [*times(tmp_path / "target")] == [name]


def test_a_shared_file_that_is_damaged_is_copied_again(place: Service, tmp_path: Path) -> None:
    place.tokens.derive("a secret")
    with_a_file(place)
    place.back_up(tmp_path / "target")
    [copy] = (tmp_path / "target" / "files").iterdir()
    whole = copy.read_bytes()
    copy.write_bytes(b"x" * len(whole))

    place.back_up(tmp_path / "target")

    assert copy.read_bytes() == whole


@pytest.mark.parametrize("inside", [".", "backups", "../link", "../link/backups"])
def test_a_backup_among_the_exports_is_refused(place: Service, tmp_path: Path, inside: str) -> None:
    place.tokens.derive("a secret")
    exports = tmp_path / "other-exports"
    (tmp_path / "link").symlink_to(exports)

    with pytest.raises(BackupUnusable, match="name a folder outside"):
        place.back_up(exports / inside)
    assert [*exports.rglob("*")] == []


def test_a_backup_whose_exports_are_not_mounted_is_refused(place: Service, tmp_path: Path) -> None:
    place.tokens.derive("a secret")
    with_a_file(place)
    exports = tmp_path / "other-exports"
    exports.rename(tmp_path / "unmounted")

    with pytest.raises(FileStoreUnusable, match="mount the place of the exports"):
        place.back_up(tmp_path / "target")

    assert Backups(Place(str(tmp_path / "target"))).complete() == []


def test_a_file_that_is_not_there_is_counted(place: Service, tmp_path: Path) -> None:
    place.tokens.derive("a secret")
    with_a_file(place)
    [exported] = (tmp_path / "other-exports").glob("*.*")
    exported.unlink()

    made = place.back_up(tmp_path / "target")

    assert (made.manifest.count("files"), made.missing) == (0, 1)


def test_old_backups_are_deleted_with_the_files_that_only_they_need(place: Service, tmp_path: Path) -> None:
    place.tokens.derive("a secret")
    backups = Backups(Place(str(tmp_path / "target")))
    gone, kept = with_a_file(place), with_a_file(place)
    place.back_up(tmp_path / "target")
    remove(place.tools, gone)
    clean(place.tools)
    newest = [place.back_up(tmp_path / "target").name for _ in range(2)]

    assert prune(backups, 2, now()) == 1

    assert [*backups.complete()] == newest
    assert len(times(tmp_path / "target")) == 1
    assert place.tables.exists(kept)


def test_a_backup_that_may_still_run_is_kept_with_all_files(place: Service, tmp_path: Path) -> None:
    place.tokens.derive("a secret")
    with_a_file(place)
    target, backups = tmp_path / "target", Backups(Place(str(tmp_path / "target")))
    made = place.back_up(target)
    for name in (name_at(now()), name_at(now() - INTERRUPTED_AFTER - timedelta(hours=1))):
        (target / name).mkdir()
        (target / name / "tables-00001.zst").write_bytes(b"")
    (target / "files" / "needed-by-the-one-that-runs").write_bytes(b"")

    assert prune(backups, 1, now()) == 1

    assert len(backups.incomplete()) == 1
    assert len(times(target)) == 2
    assert [*backups.complete()] == [made.name]


def test_a_backup_that_runs_keeps_its_files_while_another_deletes_old_ones(place: Service, tmp_path: Path) -> None:
    """The one that ends first has not seen the newest file, and none of the other's parts is written yet."""
    place.tokens.derive("a secret")
    with_a_file(place)
    target, backups = tmp_path / "target", Backups(Place(str(tmp_path / "target")))
    place.back_up(target)
    with_a_file(place)

    def meanwhile(what: str, done: int, of: int) -> None:
        if what == "exported files" and done == of:
            prune(backups, 1, now())

    made = place.back_up(target, meanwhile)

    assert made.manifest.count("files") == 2
    assert check(backups.open(made.name), place.tables.codecs, silent).broken == {}
