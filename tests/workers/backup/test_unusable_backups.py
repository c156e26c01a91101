"""A backup that is damaged, incomplete, or for another release or service is refused before anything is written."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from events.archive.place import Place
from events.store.keys import service_key
from tests.workers.backup.busy import Service, silent
from tests.workers.backup.conftest import BackedUp
from workers.backup.backups import FORMAT, MANIFEST, Backup, Backups
from workers.backup.checking import CheckedBackup, check
from workers.backup.emptiness import NotEmpty
from workers.backup.parts import BackupUnusable
from workers.backup.secret import check_secret


def opened(target: Path, name: str | None = None) -> Backup:
    return Backups(Place(str(target))).open(name)


def checked(service: Service, target: Path) -> CheckedBackup:
    return check(opened(target), service.tables.codecs, silent)


def part(target: Path, kind: str) -> Path:
    return next(target.glob(f"2*/{kind}-*.zst"))


def flipped(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def with_manifest(target: Path, **members: object) -> None:
    path = next(target.glob(f"2*/{MANIFEST}"))
    path.write_bytes(msgspec.json.encode({**msgspec.json.decode(path.read_bytes()), **members}))


def test_a_whole_backup_is_found_whole_without_a_store(backed_up: BackedUp, place: Service) -> None:
    found = checked(place, backed_up.target)

    assert (found.tables, found.archived, found.newer) == (backed_up.made.manifest.count("tables"), 3, {})
    assert [*found.broken] == [backed_up.busy.damaged]


@pytest.mark.parametrize("kind", ["early", "tables", "late", "files"])
@pytest.mark.parametrize(("spoil", "why"), [(Path.unlink, "is missing"), (flipped, "is damaged")])
def test_a_part_that_is_missing_or_damaged_is_named(
    own_backup: Path, place: Service, kind: str, spoil: Callable[[Path], None], why: str
) -> None:
    spoil(part(own_backup, kind))

    with pytest.raises(BackupUnusable, match=rf"{kind}-00001\.zst {why}"):
        checked(place, own_backup)
    assert place.client.dbsize() == 0


@pytest.mark.parametrize(("spoil", "why"), [(Path.unlink, "is missing"), (flipped, "is damaged")])
@pytest.mark.parametrize("files", ["*.json", "archive/p*/*.zst"])
def test_a_copied_file_that_is_missing_or_damaged_is_named(
    own_backup: Path, place: Service, files: str, spoil: Callable[[Path], None], why: str
) -> None:
    spoil(next(own_backup.glob(f"files/{files}")))

    with pytest.raises(BackupUnusable, match=why):
        checked(place, own_backup)


def test_a_damaged_manifest_is_no_backup(own_backup: Path) -> None:
    next(own_backup.glob(f"2*/{MANIFEST}")).write_text("{")

    with pytest.raises(BackupUnusable, match=r"manifest\.json is damaged"):
        opened(own_backup)


def test_a_backup_without_a_manifest_is_not_complete(own_backup: Path, backed_up: BackedUp) -> None:
    next(own_backup.glob(f"2*/{MANIFEST}")).unlink()

    with pytest.raises(BackupUnusable, match=f"no complete backup at {own_backup}; {backed_up.made.name}: not complete"):
        opened(own_backup)
    with pytest.raises(BackupUnusable, match="was interrupted"):
        opened(own_backup, backed_up.made.name)


def test_there_is_nothing_to_restore_in_another_folder(tmp_path: Path) -> None:
    (tmp_path / "2026").mkdir()
    (tmp_path / "2026" / MANIFEST).write_text("{}")

    with pytest.raises(BackupUnusable, match=f"there is no backup at {tmp_path}$"):
        opened(tmp_path)
    with pytest.raises(BackupUnusable, match=f"there is no backup 2026 at {tmp_path}$"):
        opened(tmp_path, "2026")


def test_a_backup_of_a_newer_form_says_which_release_reads_it(own_backup: Path) -> None:
    with_manifest(own_backup, format=FORMAT + 1, release="9.9", parts=None)

    with pytest.raises(BackupUnusable, match=f"has format {FORMAT + 1}, made by 9.9"):
        opened(own_backup)


def test_tables_of_a_game_that_is_not_installed_are_named(backed_up: BackedUp, place: Service) -> None:
    codecs = {name: codec for name, codec in place.tables.codecs.items() if name != "ice-dice"}

    newer = check(backed_up.backup, codecs, silent).newer

    assert {backed_up.busy.running[1], backed_up.busy.finished[1], backed_up.busy.archived[1]} <= newer.keys()


def test_a_service_with_another_secret_is_refused(backed_up: BackedUp) -> None:
    manifest = backed_up.made.manifest

    check_secret(manifest, None)
    with pytest.raises(BackupUnusable, match="ROLLSTREAM_SECRET is not the secret of the backup"):
        check_secret(manifest, b"another secret of enough characters")


def test_a_backup_without_its_secret_asks_for_it(backed_up: BackedUp) -> None:
    with pytest.raises(BackupUnusable, match="set ROLLSTREAM_SECRET as it was there"):
        check_secret(msgspec.structs.replace(backed_up.made.manifest, secret_inside=False), None)


def test_a_service_whose_secret_is_not_known_is_not_backed_up(place: Service, tmp_path: Path) -> None:
    place.create_table("dicy-cards")

    with pytest.raises(BackupUnusable, match="set ROLLSTREAM_SECRET as the service has it"):
        place.back_up(tmp_path / "target")
    assert not (tmp_path / "target").exists()


@pytest.mark.parametrize("key", ["api-keys", "reader:projector", "something-unknown"])
def test_a_store_that_is_not_empty_is_refused_and_left_alone(backed_up: BackedUp, place: Service, key: str) -> None:
    place.client.hset(service_key(key), "one", "two")

    with pytest.raises(NotEmpty, match=r"empty store|empty one"):
        place.restore(backed_up.target)
    assert place.client.dbsize() == 1
