"""The points of tokens, compared with a separate calculation colour by colour."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ice_dice.events import Ties
from rules.ice_dice.points import collected, majorities, points
from rules.ice_dice.tokens import TOKENS
from rules.testing.fixed_dice import Low
from tests.rules.ice_dice.story import GAME, dealt, leave, lying, play, shift, take, two, worth

RED = (1, 12, 17, 22, 27, 32)
ORANGE = (2, 7, 18)
BLUE = (5, 10, 15)

EITHER: list[Ties] = ["adults", "children"]


@pytest.mark.parametrize(
    ("own", "adults", "children"),
    [
        ({}, (0, 0, 0), (0, 0, 0)),
        ({0: RED[:1]}, (1 + 1 + 1, 0, 0), (3, 0, 0)),
        ({0: RED[:3]}, (3 + 3 + 1, 0, 0), (7, 0, 0)),
        ({0: RED[:3], 1: RED[3:4]}, (3 + 3 + 1, 1 + 1, 0), (7, 2, 0)),
        ({0: RED[:2], 1: RED[2:4]}, (2 + 1, 2 + 1, 0), (2 + 2 + 1, 2 + 2 + 1, 0)),
        ({0: RED[:2], 1: RED[2:4], 2: RED[4:6]}, (3, 3, 3), (5, 5, 5)),
        ({0: RED[:2], 1: RED[2:4], 2: RED[4:5]}, (3, 3, 2), (5, 5, 2)),
        ({0: (*RED[:2], *ORANGE[:1]), 1: (*RED[2:3], *ORANGE[1:3])}, (3 + 2 + 2, 3 + 2 + 2, 0), (7, 7, 0)),
        ({0: (RED[0], ORANGE[0], BLUE[0]), 1: (BLUE[1],)}, (3 + 2 + 3, 1 + 1, 0), (3 + 2 + 1 + 3, 1 + 1 + 1, 0)),
    ],
)
def test_one_for_each_token_one_more_for_those_of_a_majority_one_for_each_colour(
    own: dict[int, tuple[int, ...]], adults: tuple[int, ...], children: tuple[int, ...]
) -> None:
    for ties, expected in zip(EITHER, (adults, children), strict=True):
        state = dealt(seats=3, own=own, ties=ties)

        assert points(collected(state), ties) == expected
        assert worth(state.tokens, [player.own for player in state.players], ties) == expected


@pytest.mark.parametrize("ties", EITHER)
def test_who_leads_is_the_one_who_has_strictly_more_or_one_of_those_who_share_most(ties: Ties) -> None:
    state = dealt(seats=3, own={0: (*RED[:2], BLUE[0]), 1: (*RED[2:4], ORANGE[0]), 2: (*ORANGE[1:3],)}, ties=ties)

    leading = majorities(collected(state), ties)

    shared = ("red",) if ties == "children" else ()
    assert leading == ((*shared, "blue"), shared, ("orange",))


def test_a_take_may_cost_another_seat_its_majority() -> None:
    before = dealt(medium=(10,), own={1: BLUE[:1]}, dice=(2, 5, 6))
    shifted = play(before, 0, shift(7, two(0, "+", 1))).state

    after = play(shifted, 0, take(10, two(0, "*", 1)), Low()).state

    assert GAME.scores(before) == (0, 1 + 1 + 1)
    assert GAME.scores(after) == (1 + 1, 1 + 1)


def test_the_tokens_of_a_seat_that_resigned_count_for_majorities_as_before() -> None:
    """Seat 1 has resigned with two red tokens. With one more red token, no seat has the majority in red."""
    gone = leave(dealt(seats=3, medium=(12,), own={0: RED[:1], 1: RED[2:4]}, dice=(2, 6, 1)), 1).state
    shifted = play(gone, 0, shift(8, two(0, "+", 1))).state

    after = play(shifted, 0, take(12, two(0, "*", 1)), Low()).state

    assert GAME.scores(gone) == (1 + 1, 2 + 2 + 1, 0)
    assert GAME.scores(after) == (2 + 1, 2 + 1, 0)


OWNED = st.lists(st.integers(0, 6), min_size=36, max_size=36)
"""For every token the seat that owns it; 6 means no seat."""


@given(OWNED, st.integers(2, 6), st.sampled_from(EITHER))
def test_any_division_of_the_tokens_is_worth_what_the_second_account_says(owners: list[int], seats: int, ties: Ties) -> None:
    own = [tuple(token for token, owner in zip(TOKENS, owners, strict=True) if owner == seat) for seat in range(seats)]
    tokens = lying()
    colour = {token.token: token.colour for token in tokens}

    counted = points([Counter(colour[token] for token in tokens_of) for tokens_of in own], ties)

    assert counted == worth(tokens, own, ties)
