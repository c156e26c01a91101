"""Seat tokens: the same for the same holder, and useless for any other."""

import pytest

from events.access.seat_tokens import SeatTokens
from events.tables.keyed_orders import Holder

TOKENS = SeatTokens(b"s" * 32)
TABLE, OTHER = "p03-" + "0" * 26, "p03-" + "1" * 26
HOLDER = Holder(seat=1, taken=3)


def test_a_token_names_its_holder_to_whoever_knows_the_secret() -> None:
    token = TOKENS.issue(TABLE, HOLDER)

    assert SeatTokens(b"s" * 32).read(TABLE, token) == HOLDER
    assert SeatTokens(b"s" * 32).issue(TABLE, HOLDER) == token


def test_a_secret_can_be_found_out_when_it_is_needed() -> None:
    found = SeatTokens(lambda: b"s" * 32)

    assert found.issue(TABLE, HOLDER) == TOKENS.issue(TABLE, HOLDER)
    assert found.read(TABLE, TOKENS.issue(TABLE, HOLDER)) == HOLDER


def test_a_token_is_for_one_table_and_one_holder_of_one_service() -> None:
    token = TOKENS.issue(TABLE, HOLDER)

    assert TOKENS.read(OTHER, token) is None
    assert SeatTokens(b"t" * 32).read(TABLE, token) is None
    assert TOKENS.read(TABLE, token.replace("seat.1.3.", "seat.1.4.")) is None


@pytest.mark.parametrize("text", ["", "seat", "seat.1.3", "seat.01.3." + "A" * 43, "seat.1.0." + "A" * 43, "seat.1.3." + "A" * 42 + "="])
def test_what_has_not_the_form_of_a_token_is_none(text: str) -> None:
    assert TOKENS.read(TABLE, text) is None


def test_a_token_that_was_issued_is_remembered_and_no_other() -> None:
    asked: list[bytes] = []

    def secret() -> bytes:
        asked.append(b"s" * 32)
        return asked[-1]

    tokens = SeatTokens(secret)
    issued = TOKENS.issue(TABLE, HOLDER)

    assert [tokens.read(TABLE, issued) for _ in range(3)] == [HOLDER] * 3
    assert len(asked) == 1
    assert [tokens.read(OTHER, issued) for _ in range(3)] == [None] * 3
    assert len(asked) == 4


def test_what_is_derived_follows_from_text_and_secret() -> None:
    assert TOKENS.derive("a") == SeatTokens(b"s" * 32).derive("a")
    assert len({TOKENS.derive("a"), TOKENS.derive("b"), SeatTokens(b"t" * 32).derive("a")}) == 3
    assert len(TOKENS.derive("a")) == 32
