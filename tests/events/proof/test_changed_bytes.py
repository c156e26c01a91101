"""The verifiers detect every changed byte of a file if the forger ignores the format."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.proof.verify import verify
from tests.events.proof.second import second_verdicts
from tests.events.proof.tables import GAMES, made
from tests.size import at_size

SPACE = frozenset(b" \t\n\r")
PLAYED = ("resigned for two", "left alone while playing", "rerolls for two")


def changed(file: bytes, place: int, byte: int) -> bytes:
    return file[:place] + bytes([byte]) + file[place + 1 :]


def harmless(file: bytes, place: int, byte: int) -> bool:
    """Whether the byte stays the same, or only the final line break becomes other white space."""
    return file[place] == byte or (place == len(file) - 1 and byte in SPACE)


@given(st.data(), st.sampled_from(PLAYED))
@settings(max_examples=at_size(80, 400))
def test_any_changed_byte_is_noticed(data: st.DataObject, name: str) -> None:
    file = made(name)
    place, byte = data.draw(st.integers(0, len(file) - 1)), data.draw(st.integers(0, 255))

    assert verify(changed(file, place, byte), GAMES).ok == harmless(file, place, byte)


@pytest.mark.parametrize("turn", (1, 2, 4, 8, 16, 32, 64)[:: at_size(5, 1)])
def test_each_byte_of_a_short_file_is_noticed_with_a_bit_turned(turn: int) -> None:
    file = made("never begun")

    unnoticed = [place for place, byte in enumerate(file[:-1]) if verify(changed(file, place, byte ^ turn), GAMES).ok]

    assert unnoticed == []


@given(st.data())
@settings(max_examples=at_size(40, 400))
def test_a_byte_put_in_or_left_out_is_noticed_unless_it_is_white_space(data: st.DataObject) -> None:
    file = made("left alone while playing")
    place, byte = data.draw(st.integers(0, len(file) - 2)), data.draw(st.integers(0, 255).filter(lambda byte: byte not in SPACE))

    assert not verify(file[:place] + file[place + 1 :], GAMES).ok
    assert not verify(file[:place] + bytes([byte]) + file[place:], GAMES).ok


def test_the_second_verifier_notices_the_same() -> None:
    chance, file = random.Random(1), made("resigned for two")
    changes = [(chance.randrange(len(file) - 1), chance.randrange(256)) for _ in range(at_size(100, 1000))]

    verdicts = second_verdicts(changed(file, *change) for change in changes)

    for change, verdict in zip(changes, verdicts, strict=True):
        first = verify(changed(file, *change), GAMES)
        assert verdict.ok == harmless(file, *change)
        assert (verdict.status, verdict.code, verdict.version) == (first.status, first.code, first.version)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Ünö".encode(), rb"\u00dcn\u00f6"),
        (b"resigned", rb"\u0072esigned"),
        ("😀".encode(), rb"\ud83d\ude00"),
        (b'"ruleset":1', b'"ruleset":1.0'),
        (b'"ruleset":1', b'"ruleset":1e0'),
        (b'"n":0', b'"n":-0'),
        (b'"auto_start":false', b'"auto_start":false,"auto_start":false'),
        (b'"round":1,"turns":2', b'"turns":2,"round":1'),
        (b"\xe2\x80\xae", rb"\u202e"),
        (b"\xe2\x80\xae", rb"\U202e"),
    ],
)
def test_the_same_value_written_in_another_way_is_noticed(before: bytes, after: bytes) -> None:
    file = made("resigned for two")
    rewritten = file.replace(before, after, 1)

    assert rewritten != file
    assert verify(rewritten, GAMES).code in {"not-canonical", "unreadable"}
    assert second_verdicts([rewritten])[0].code == verify(rewritten, GAMES).code
