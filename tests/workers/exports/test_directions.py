"""No text of an unknown author changes the direction of what follows it in a line."""

import pytest

from workers.exports.text import printable

CONTROLS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Embeddings, overrides and isolates, and what ends them (UAX #9)."""


@pytest.mark.parametrize("control", CONTROLS, ids=ascii)
def test_a_control_of_direction_is_replaced(control: str) -> None:
    assert printable(f"a{control}b") == "a\N{REPLACEMENT CHARACTER}b"
