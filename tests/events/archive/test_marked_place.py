"""The right place of files is known again: what is not mounted, or is another place, is never written to, and never marked."""

from collections.abc import Callable
from pathlib import Path
from threading import Barrier, Thread

import pytest
from redis import Redis

from events.archive.marked_place import KEY, MarkedPlace, OwnPlaceId, StoredPlaceId
from events.archive.place import FileStoreUnusable, Place
from events.store.redis_connection import connect


@pytest.fixture
def client(fresh_store_url: str) -> Redis:
    return connect(fresh_store_url)


def place(client: Redis, folder: Path) -> MarkedPlace:
    """The place as a process that has just started has it."""
    return MarkedPlace(lambda: Place(str(folder)), StoredPlaceId(client))


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_the_first_file_marks_the_place_and_the_store_knows_it(client: Redis, tmp_path: Path) -> None:
    assert not place(client, tmp_path).check()
    assert files(tmp_path) == set()

    place(client, tmp_path).to_write().write("one", b"1")

    assert place(client, tmp_path).check()
    assert files(tmp_path) == {"README", "one"}
    known = client.get(KEY)
    assert isinstance(known, bytes)
    assert f"place {known.decode()}\n" in (tmp_path / "README").read_text()


@pytest.mark.parametrize(
    "use", [lambda one: one.to_write(), lambda one: one.remove("one"), lambda one: one.check()], ids=["write", "remove", "check"]
)
def test_a_process_that_starts_before_the_place_is_mounted_leaves_the_bare_folder_alone(
    client: Redis, tmp_path: Path, use: Callable[[MarkedPlace], object]
) -> None:
    running = place(client, tmp_path / "exports")
    running.to_write().write("one", b"1")
    (tmp_path / "exports").rename(tmp_path / "unmounted")

    for process in (running, place(client, tmp_path / "exports")):
        with pytest.raises(FileStoreUnusable, match=r"README is missing at .*: mount the place of the exports"):
            use(process)
    assert files(tmp_path / "exports") == set()

    (tmp_path / "exports").rmdir()
    (tmp_path / "unmounted").rename(tmp_path / "exports")
    for process in (running, place(client, tmp_path / "exports")):
        use(process)


def test_another_place_is_not_the_right_one_and_keeps_its_marker(client: Redis, tmp_path: Path) -> None:
    place(client, tmp_path / "right").to_write()
    MarkedPlace(lambda: Place(str(tmp_path / "other")), OwnPlaceId()).to_write().write("one", b"1")
    before = (tmp_path / "other" / "README").read_bytes()

    with pytest.raises(FileStoreUnusable, match="README is that of another place"):
        place(client, tmp_path / "other").remove("one")
    with pytest.raises(FileStoreUnusable, match="README is that of another place"):
        place(client, tmp_path / "other").to_write()

    assert files(tmp_path / "other") == {"README", "one"}
    assert (tmp_path / "other" / "README").read_bytes() == before


def test_an_operator_moves_the_files_and_the_place_stays_the_right_one(client: Redis, tmp_path: Path) -> None:
    place(client, tmp_path / "old").to_write().write("one", b"1")

    (tmp_path / "old").rename(tmp_path / "new")

    assert place(client, tmp_path / "new").to_write().read("one") == b"1"


def test_an_operator_who_has_lost_the_files_makes_another_place_the_right_one(client: Redis, tmp_path: Path) -> None:
    place(client, tmp_path / "old").to_write()
    with pytest.raises(FileStoreUnusable) as refused:
        place(client, tmp_path / "new").to_write()
    [_, line, _] = str(refused.value).split("`")

    (tmp_path / "new" / "README").write_text(f"{line}\n")

    place(client, tmp_path / "new").to_write().write("one", b"1")
    assert place(client, tmp_path / "new").check()


def test_a_store_that_has_lost_the_id_learns_it_from_the_place(client: Redis, tmp_path: Path) -> None:
    place(client, tmp_path).to_write()
    known = client.get(KEY)
    client.delete(KEY)

    assert place(client, tmp_path).check()
    place(client, tmp_path).to_write()

    assert client.get(KEY) == known


def test_a_marker_without_an_id_is_written_again(client: Redis, tmp_path: Path) -> None:
    (tmp_path / "README").write_text("Exported files of rollstream, named by their content.\n")

    place(client, tmp_path).to_write()

    assert place(client, tmp_path).check()


def test_a_process_that_dies_while_it_marks_the_place_is_followed_by_another(client: Redis, tmp_path: Path) -> None:
    proposed = StoredPlaceId(client).propose("0" * 32)

    place(client, tmp_path).to_write()

    assert StoredPlaceId(client).known() == proposed
    assert place(client, tmp_path).check()


def test_a_place_that_has_an_id_keeps_it_also_if_another_was_proposed_before(client: Redis, tmp_path: Path) -> None:
    """The first process found a bare folder, to which it could not write. Then the place of an earlier store was mounted."""
    StoredPlaceId(client).propose("0" * 32)
    MarkedPlace(lambda: Place(str(tmp_path)), OwnPlaceId()).to_write()
    before = (tmp_path / "README").read_bytes()

    place(client, tmp_path).to_write()

    assert (tmp_path / "README").read_bytes() == before
    assert place(client, tmp_path).check()


def test_the_line_of_an_operator_may_end_as_editors_end_lines_and_a_wrong_one_is_named(client: Redis, tmp_path: Path) -> None:
    place(client, tmp_path).to_write()
    known = StoredPlaceId(client).known()

    (tmp_path / "README").write_bytes(f"moved\r\nplace {known} \r\n".encode())
    assert place(client, tmp_path).check()

    (tmp_path / "README").write_text(f"place: {known}\n")
    with pytest.raises(FileStoreUnusable, match="README has no line with an id"):
        place(client, tmp_path).to_write()


def test_many_who_write_the_first_file_agree_about_the_place(client: Redis, tmp_path: Path) -> None:
    together, written = Barrier(8), list[str]()

    def write(number: int) -> None:
        together.wait()
        place(client, tmp_path).to_write().write(str(number), b"1")
        written.append(str(number))

    threads = [Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert place(client, tmp_path).check()
    assert len(written) + 1 == len(files(tmp_path))


def test_a_file_of_a_release_without_markers_is_removed_and_a_missing_one_may_be_elsewhere(client: Redis, tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(b"1")

    place(client, tmp_path).remove("one")

    assert files(tmp_path) == set()
    with pytest.raises(FileStoreUnusable, match="no place of files is known yet"):
        place(client, tmp_path).remove("one")
