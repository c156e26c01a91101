"""Cases in which the number of a token and its id differ, or in which the first of several tokens decides, not the last."""

from rules.ice_dice.commands import Setup
from tests.rules.ice_dice.story import GAME, dealt, play, refusal, shift, started, take, two


def test_a_turned_token_is_not_taken_once_its_number_has_been_shifted_from_the_token_of_this_number() -> None:
    """Token 1 shows a blue 20."""
    before = dealt(variant="experienced", turned=(1,), medium=(1, 9), dice=(4, 5, 1))

    shifted = play(before, 0, shift(20, two(0, "*", 1))).state

    assert refusal(shifted, 0, take(1, two(0, "*", 1))).code == "same-number"
    assert GAME.legal(shifted, 0)[:-1] == (take(9, two(0, "+", 1)),)


def test_the_third_token_is_not_of_the_line_of_the_first() -> None:
    state = started()
    for token in (20, 1):
        state = play(state, 0, Setup(token=token)).state

    assert refusal(state, 0, Setup(token=19)).code == "line-used"
