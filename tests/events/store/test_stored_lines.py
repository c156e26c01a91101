"""Compact lines: every line comes out as it went in, and what is no line is left to those who read lines."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.store import frames
from events.store.stored_lines import compact, plain, write_new_lines
from events.tables.envelope import write_line
from tests.events.store.tables import any_table

TABLE = "p07-" + "0" * 26
SAMPLES = Path(__file__).parents[2] / "samples"
KEPT = Path(__file__).with_name("compact_lines.json")
"""Lines with the compact form that the first release with compact lines gave them."""

ats = st.datetimes().map(lambda at: f"{at.isoformat(timespec='milliseconds')}Z")
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
)


def a_line(**changes: Any) -> bytes:
    body: dict[str, Any] = {
        "table": TABLE,
        "version": 7,
        "type": "test.happened",
        "schema": 1,
        "seat": 0,
        "at": "2026-12-01T12:00:00.000Z",
        "decision": 6,
    }
    body = {**body, "data": {"n": 1}, **changes}
    return write_line("", body, "0:6#" + "a" * 32).plain(body["table"], body["version"])


@given(at=ats, data=st.dictionaries(st.text(), values), seat=st.none() | st.integers(-2, 9), kind=st.text(), key=st.text())
def test_any_line_comes_out_as_it_went_in(at: str, data: dict[str, object], seat: int | None, kind: str, key: str) -> None:
    body = {"table": TABLE, "version": 7, "type": kind, "schema": 2, "seat": seat, "at": at, "decision": None, "data": data}
    line = write_line("", body, key)
    [stored] = write_new_lines(TABLE, 7, [line], 2)

    assert plain(TABLE, 7, stored) == line.plain(TABLE, 7)
    assert compact(TABLE, 7, line.plain(TABLE, 7)) == stored
    assert write_new_lines(TABLE, 7, [line], 1) == [line.plain(TABLE, 7)]


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.json")), ids=lambda sample: sample.stem)
def test_a_line_of_every_type_is_stored_in_less_than_half_of_its_bytes(sample: Path) -> None:
    recorded = json.loads(sample.read_text())
    line = write_line("", recorded, recorded["key"]).plain(recorded["table"], recorded["version"])

    stored = compact(recorded["table"], recorded["version"], line)

    assert plain(recorded["table"], recorded["version"], stored) == line
    assert len(stored) < len(line) / 2


@pytest.mark.parametrize(
    "line",
    [
        a_line(at="2026-12-01T12:00:00Z"),
        a_line(at="1969-12-31T23:59:59.999Z"),
        a_line(version=8),
        a_line(table="p08-" + "0" * 26),
        a_line().replace(b"test.happened", b"test\nhappened"),
        re.sub(rb'"hash":"[0-9a-f]{64}"', b'"hash":"' + b"x" * 64 + b'"', a_line()),
        re.sub(rb'"hash":"[0-9a-f]{64}"', b'"hash":"' + b"A" * 64 + b'"', a_line()),
        a_line().replace(b'"version":7', b'"version":07'),
        a_line() + b" ",
        b"",
        b"{}",
    ],
)
def test_a_line_of_another_shape_is_stored_as_it_is(line: bytes) -> None:
    assert compact(TABLE, 7, line) == plain(TABLE, 7, line) == line


def test_lines_are_bound_to_their_place() -> None:
    stored = compact(TABLE, 7, a_line())

    assert plain(TABLE, 8, stored) == a_line().replace(b'"version":7', b'"version":8')
    assert plain(other := any_table(), 7, stored) == a_line().replace(TABLE.encode(), other.encode())


def test_a_damaged_line_comes_out_as_something_else_and_never_fails() -> None:
    stored = compact(TABLE, 7, a_line())
    flipped = [stored[:place] + bytes([stored[place] ^ 1 << bit]) + stored[place + 1 :] for place in range(len(stored)) for bit in range(8)]

    assert a_line() not in [plain(TABLE, 7, line) for line in (*flipped[: 8 * 39], *(stored[:length] for length in range(len(stored))))]
    assert all(isinstance(plain(TABLE, 7, line), bytes) for line in flipped)


def test_what_was_stored_once_is_read_for_ever() -> None:
    for kept in json.loads(KEPT.read_text()):
        assert plain(kept["table"], kept["version"], bytes.fromhex(kept["stored"])) == kept["line"].encode()


def test_the_dictionary_of_stored_lines_never_changes() -> None:
    dictionary = Path(frames.__file__).with_name("frames-2.zdict")

    assert hashlib.sha256(dictionary.read_bytes()).hexdigest() == "fae35556abd0d16f3799eaa397791c41e6f34943eafbd77c3b059ed03b1749f5"
