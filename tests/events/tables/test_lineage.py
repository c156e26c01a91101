"""A position in a log is written as a version and the first digits of a hash, or as a version alone."""

import pytest

from events.tables.lineage import START, LogPosition

HASH = "3fa9c0d1" + "e" * 56


def test_a_place_is_written_with_its_version_and_eight_digits_of_the_hash() -> None:
    assert str(LogPosition(17, HASH)) == "17-3fa9c0d1"
    assert LogPosition.read("17-3fa9c0d1") == LogPosition(17, "3fa9c0d1")


def test_a_bare_version_is_a_place_whose_hash_nobody_knows() -> None:
    assert LogPosition.read("17") == LogPosition(17)
    assert LogPosition.read("0") == START
    assert str(LogPosition(17)) == "17"


@pytest.mark.parametrize(
    "text",
    ["", "x", "-1", "1.0", "1 2", "٣", "9" * 16, "17-", "17-3fa9c0d", "17-3fa9c0d1e", "17-3FA9C0D1", "-3fa9c0d1", "17-3fa9c0dg", "17\n"],
)
def test_what_is_written_otherwise_is_no_place(text: str) -> None:
    assert LogPosition.read(text) is None


@pytest.mark.parametrize(("known", "fits"), [("", True), ("3fa9c0d1", True), (HASH, True), ("3fa9c0d2", False), ("f" * 64, False)])
def test_an_event_fits_what_is_known_of_its_hash(known: str, fits: bool) -> None:
    assert LogPosition(17, known).fits(HASH) is fits


def test_no_hash_fits_before_the_first_event() -> None:
    assert START.fits("")
    assert not LogPosition(0, "3fa9c0d1").fits("")
