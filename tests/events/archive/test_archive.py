"""The archive reads each file once, and tells a damaged file from a place that does not answer."""

from collections.abc import Callable
from pathlib import Path

import pytest

from events.archive.archive import FOLDER, Archive, archive_at
from events.archive.marked_place import MarkedPlace, OwnPlaceId
from events.archive.place import FileStoreUnusable, Place
from events.errors import ArchiveUnreachable, BrokenLog
from events.store.stub import Stub, file_name
from events.store.whole_table import WholeTable
from tests.events.archive.wholes import FILES, of_file

WHOLE, OTHER = of_file(FILES[0]), of_file(FILES[1])
TOKEN = "0a1b2c3d"


def stub(whole: WholeTable, token: str = TOKEN) -> Stub:
    return Stub(whole.version, token, 0, "", "")


def path_of(folder: Path, whole: WholeTable) -> Path:
    return folder / FOLDER / whole.table[:3] / f"{file_name(whole.table, TOKEN)}.zst"


@pytest.mark.parametrize("url", [str, lambda folder: f"memory://{folder.name}"], ids=["folder", "memory"])
def test_a_table_is_read_as_it_was_written(tmp_path: Path, url: Callable[[Path], str]) -> None:
    archive = archive_at(url(tmp_path), OwnPlaceId())

    written = archive.write(WHOLE, TOKEN)

    assert written == WHOLE
    assert archive.read(WHOLE.table, stub(WHOLE)) == WHOLE


def test_what_changes_after_the_end_is_no_part_of_the_file(tmp_path: Path) -> None:
    archive = archive_at(str(tmp_path), OwnPlaceId())

    archive.write(WHOLE._replace(forks={OTHER.table: 1}, exports={"json": b"{}"}, due=7), TOKEN)

    assert archive.read(WHOLE.table, stub(WHOLE)) == WHOLE


def test_the_tables_read_last_are_read_once(tmp_path: Path) -> None:
    size = sum(map(len, WHOLE.lines)) + sum(map(len, OTHER.lines))
    archive = Archive(MarkedPlace(lambda: Place(str(tmp_path)), OwnPlaceId()), size - 1)
    for whole in (WHOLE, OTHER):
        archive.write(whole, TOKEN)

    archive.read(WHOLE.table, stub(WHOLE))
    path_of(tmp_path, WHOLE).unlink()
    assert archive.read(WHOLE.table, stub(WHOLE)) == WHOLE

    archive.read(OTHER.table, stub(OTHER))
    with pytest.raises(BrokenLog):
        archive.read(WHOLE.table, stub(WHOLE))


def test_a_file_that_is_missing_is_damage(tmp_path: Path) -> None:
    archive = archive_at(str(tmp_path), OwnPlaceId())
    archive.write(OTHER, TOKEN)

    with pytest.raises(BrokenLog, match="is missing") as broken:
        archive.read(WHOLE.table, stub(WHOLE))

    assert not isinstance(broken.value, ArchiveUnreachable)


def test_a_place_without_an_archive_is_not_damage(tmp_path: Path) -> None:
    """The folder is not mounted, or another one is named."""
    known = OwnPlaceId()
    archive_at(str(tmp_path / "right"), known).write(WHOLE, TOKEN)

    for place_id, why in ((known, "README is missing"), (OwnPlaceId(), "no archive is at the place")):
        with pytest.raises(ArchiveUnreachable, match=why):
            archive_at(str(tmp_path / "wrong"), place_id).read(WHOLE.table, stub(WHOLE))


@pytest.mark.parametrize("error", [OSError("no route"), FileStoreUnusable("no such bucket"), RuntimeError("a bucket's own error")])
def test_a_place_that_does_not_answer_is_not_damage(error: Exception) -> None:
    def unreachable() -> Place:
        raise error

    archive = Archive(MarkedPlace(unreachable, OwnPlaceId()))

    for use in (
        lambda: archive.read(WHOLE.table, stub(WHOLE)),
        lambda: archive.write(WHOLE, TOKEN),
        lambda: archive.remove(file_name(WHOLE.table, TOKEN)),
    ):
        with pytest.raises(ArchiveUnreachable, match=str(error)):
            use()


def test_a_table_that_its_file_does_not_give_back_is_refused(tmp_path: Path) -> None:
    spaced = WHOLE._replace(lines=[WHOLE.lines[0].replace(b":", b": ", 1), *WHOLE.lines[1:]])

    with pytest.raises(BrokenLog, match="does not give it back"):
        archive_at(str(tmp_path), OwnPlaceId()).write(spaced, TOKEN)


def test_a_disk_that_loses_what_is_written_is_found_out(tmp_path: Path) -> None:
    class Losing(Place):
        def read(self, name: str) -> bytes:
            return super().read(name)[:-1]

    with pytest.raises(BrokenLog, match="cannot be read"):
        Archive(MarkedPlace(lambda: Losing(str(tmp_path)), OwnPlaceId())).write(WHOLE, TOKEN)


def test_a_file_is_removed_however_often(tmp_path: Path) -> None:
    archive = archive_at(str(tmp_path), OwnPlaceId())
    archive.write(WHOLE, TOKEN)

    for _ in range(2):
        archive.remove(file_name(WHOLE.table, TOKEN))

    assert not path_of(tmp_path, WHOLE).exists()


def test_a_file_at_a_place_that_is_moved_away_is_not_removed_but_later(tmp_path: Path) -> None:
    folder, away, known = tmp_path / "files", tmp_path / "away", OwnPlaceId()
    archive = archive_at(str(folder), known)
    archive.write(WHOLE, TOKEN)
    folder.rename(away)

    for opened in (archive, archive_at(str(folder), known)):  # the second one finds an empty folder, or makes it
        with pytest.raises(ArchiveUnreachable, match="README is missing"):
            opened.remove(file_name(WHOLE.table, TOKEN))
    folder.rmdir()
    away.rename(folder)
    archive.remove(file_name(WHOLE.table, TOKEN))

    assert not path_of(folder, WHOLE).exists()
