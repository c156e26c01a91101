"""A place has a file whole or not at all."""

from pathlib import Path

import pytest

from events.archive.place import Place


def test_a_file_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="too long"):
        Place(str(tmp_path)).write("p00/" + "x" * 250, b"x")

    assert [*(tmp_path / "p00").iterdir()] == []


def test_a_new_file_replaces_the_one_of_its_name(tmp_path: Path) -> None:
    place = Place(str(tmp_path))
    for data in (b"one", b"two"):
        place.write("p00/name", data)

    assert place.read("p00/name") == b"two"
    assert place.size("p00/name") == 3


def test_a_place_contains_itself_and_its_folders_also_by_links(tmp_path: Path) -> None:
    place = Place(str(tmp_path / "files"))
    (tmp_path / "link").symlink_to(tmp_path / "files")

    inside = [tmp_path / "files", tmp_path / "files" / "p00", tmp_path / "link", tmp_path / "link" / "p01"]
    assert all(place.contains(Place(str(folder))) for folder in inside)
    assert not any(place.contains(Place(str(folder))) for folder in (tmp_path, tmp_path / "files-2"))


def test_a_bucket_contains_its_folders() -> None:
    place = Place("memory://one")

    assert [place.contains(Place(f"memory://{url}")) for url in ("one", "one/two", "one-two", "two")] == [True, True, False, False]
