"""Files by their content: stored once, whole or not at all, and private."""

import hashlib
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from events.archive.marked_place import OwnPlaceId
from events.archive.place import FileStoreUnusable
from workers.exports.file_store import FileStore

ADDRESS = hashlib.sha256(b"a game").hexdigest() + ".txt"


@pytest.fixture(params=["path", "file", "memory"])
def file_store(request: pytest.FixtureRequest, tmp_path: Path) -> FileStore:
    urls = {"path": str(tmp_path / "files"), "file": (tmp_path / "files").as_uri(), "memory": f"memory://{tmp_path.name}"}
    return FileStore(urls[request.param], OwnPlaceId())


def test_a_file_is_found_under_the_hash_of_its_content(file_store: FileStore) -> None:
    address = file_store.put(b"a game", "txt")

    assert address == ADDRESS
    assert file_store.read(address) == b"a game"
    assert file_store.size(address) == 6
    with file_store.open(address) as file:
        assert file.read(2) == b"a "


def test_what_is_not_there_is_said_not_to_be_there(file_store: FileStore) -> None:
    assert file_store.size(ADDRESS) is None
    with pytest.raises(FileNotFoundError):
        file_store.read(ADDRESS)
    with pytest.raises(FileNotFoundError):
        file_store.open(ADDRESS)


def test_another_shelf_at_the_same_url_has_the_same_files(tmp_path: Path) -> None:
    address = FileStore(str(tmp_path), OwnPlaceId()).put(b"a game", "txt")

    assert FileStore(tmp_path.as_uri(), OwnPlaceId()).read(address) == b"a game"


def test_the_same_content_again_is_the_same_file_untouched(tmp_path: Path) -> None:
    file_store = FileStore(str(tmp_path), OwnPlaceId())
    before = (tmp_path / file_store.put(b"a game", "txt")).stat()

    file_store.put(b"a game", "txt")

    assert [path.name for path in tmp_path.glob("*.*")] == [ADDRESS]
    after = (tmp_path / ADDRESS).stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_file_that_a_crash_left_short_is_written_anew(tmp_path: Path) -> None:
    (tmp_path / ADDRESS).write_bytes(b"a g")

    FileStore(str(tmp_path), OwnPlaceId()).put(b"a game", "txt")

    assert (tmp_path / ADDRESS).read_bytes() == b"a game"


def test_another_file_in_its_place_is_not_the_file_and_is_written_anew(tmp_path: Path) -> None:
    file_store = FileStore(str(tmp_path), OwnPlaceId())
    (tmp_path / ADDRESS).write_bytes(b"A GAME")

    with pytest.raises(FileNotFoundError):
        file_store.read(ADDRESS)
    file_store.put(b"a game", "txt")

    assert file_store.read(ADDRESS) == b"a game"


def test_a_folder_that_somebody_has_taken_away_is_laid_again(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "exports"
    file_store = FileStore(str(folder), OwnPlaceId())
    shutil.rmtree(tmp_path / "data")

    assert file_store.size(ADDRESS) is None
    file_store.put(b"a game", "txt")

    assert file_store.read(ADDRESS) == b"a game"
    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("wrong", ["../secret.txt", "", "/etc/passwd", "x.txt", ADDRESS + "\n", ADDRESS.upper(), ADDRESS.replace(".", "/")])
def test_nothing_but_its_own_files_can_be_reached(tmp_path: Path, wrong: str) -> None:
    (tmp_path / "secret.txt").write_text("not yours")
    file_store = FileStore(str(tmp_path / "files"), OwnPlaceId())

    for reach in (file_store.read, file_store.open, file_store.size):
        if reach == file_store.size:
            assert file_store.size(wrong) is None
            continue
        with pytest.raises(FileNotFoundError):
            reach(wrong)


def test_folders_that_it_makes_are_private_and_those_that_are_there_stay_as_they_are(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)

    FileStore(str(tmp_path / "data" / "exports"), OwnPlaceId())

    modes = [path.stat().st_mode & 0o777 for path in (tmp_path, tmp_path / "data", tmp_path / "data" / "exports")]
    assert modes == [0o755, 0o700, 0o700]


def test_a_full_disk_leaves_nothing_behind_that_looks_like_a_file(tmp_path: Path) -> None:
    script = """
import resource, signal, sys
from events.archive.marked_place import OwnPlaceId
from workers.exports.file_store import FileStore
file_store = FileStore(sys.argv[1], OwnPlaceId())
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    file_store.put(b"x" * 1_000_000, "txt")
except OSError as error:
    print(error.errno)
"""

    told = subprocess.run([sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=True)

    assert told.stdout.strip().isdigit()
    assert list(tmp_path.glob("*.*")) == []


def test_a_file_is_never_seen_before_it_is_whole(tmp_path: Path) -> None:
    file_store, data, sizes = FileStore(str(tmp_path), OwnPlaceId()), b"x" * 20_000_000, set()
    address = f"{hashlib.sha256(data).hexdigest()}.txt"
    writing = threading.Thread(target=file_store.put, args=(data, "txt"))

    writing.start()
    while writing.is_alive():
        sizes.add(file_store.size(address))
    writing.join()
    sizes.add(file_store.size(address))

    assert sizes <= {None, len(data)}
    assert len(data) in sizes


def test_many_who_put_the_same_at_once_make_one_file(tmp_path: Path) -> None:
    file_store = FileStore(str(tmp_path), OwnPlaceId())
    putting = [threading.Thread(target=file_store.put, args=(b"a game" * 100_000, "txt")) for _ in range(8)]

    for one in putting:
        one.start()
    for one in putting:
        one.join()

    assert len(list(tmp_path.glob("*.*"))) == 1


def test_a_url_that_leads_nowhere_is_refused_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    for url in ("nothing://bucket/folder", str(tmp_path / "file" / "below")):
        with pytest.raises(FileStoreUnusable, match="files cannot be kept at"):
            FileStore(url, OwnPlaceId())


def test_what_is_said_of_a_url_has_no_password_in_it() -> None:
    with pytest.raises(FileStoreUnusable, match="files cannot be kept at nothing://host:1/folder: ") as refused:
        FileStore("nothing://somebody:p@ssword@host:1/folder", OwnPlaceId())

    assert "ssword" not in str(refused.value)


def test_a_file_at_a_place_that_is_moved_away_is_deleted_later(tmp_path: Path) -> None:
    folder, away, known = tmp_path / "files", tmp_path / "away", OwnPlaceId()
    file_store = FileStore(str(folder), known)
    file_store.put(b"a game", "txt")
    folder.rename(away)

    for opened in (file_store, FileStore(str(folder), known)):
        with pytest.raises(FileStoreUnusable, match="README is missing"):
            opened.remove(ADDRESS)
    folder.rmdir()
    away.rename(folder)
    for _ in range(2):
        file_store.remove(ADDRESS)

    assert file_store.size(ADDRESS) is None
