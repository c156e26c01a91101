"""The messages about invalid JSON."""

from typing import Annotated, Any, Literal

import msgspec
import pytest

from events.plain_words import plain


class Sum(msgspec.Struct, forbid_unknown_fields=True):
    left: int


class Move(msgspec.Struct, forbid_unknown_fields=True):
    card: Literal["odds", "pairs"]
    dice: Annotated[list[Annotated[int, msgspec.Meta(ge=0, le=5)]], msgspec.Meta(max_length=6)] = []
    made: int | Sum = 0


class Body(msgspec.Struct, forbid_unknown_fields=True):
    move: Move


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ([], "the answer must be an object, not a list"),
        (None, "the answer must be an object, not null"),
        ({}, "move is missing"),
        ({"move": 1}, "move must be an object, not a number"),
        ({"move": "{}"}, "move must be an object, not a text"),
        ({"move": {"card": "odds"}, "more": 1}, "there is no field more"),
        ({"move": {"card": "odds", "dice": 3}}, "move.dice must be a list, not a number"),
        ({"move": {"card": "odds", "dice": [True]}}, "move.dice[0] must be a whole number, not true or false"),
        ({"move": {"card": "odds", "dice": [1.5]}}, "move.dice[0] must be a whole number, not a number with a fraction"),
        ({"move": {"card": "odds", "dice": [-1]}}, "move.dice[0] must be at least 0"),
        ({"move": {"card": "odds", "dice": [6]}}, "move.dice[0] must be at most 5"),
        ({"move": {"card": "odds", "dice": [1] * 7}}, "move.dice must have at most 6 items"),
        ({"move": {"card": "queen"}}, "move.card cannot be 'queen'"),
        ({"move": {"card": 1}}, "move.card must be a text, not a number"),
        ({"move": {}}, "move.card is missing"),
        ({"move": {"card": "odds", "{0}\n{place}": 1}}, "there is no field move.{0}\n{place}"),
        ({"move": {"card": "odds", "made": 1.0}}, "move.made must be a whole number or an object, not a number with a fraction"),
        ({"move": {"card": "odds", "made": {"left": "1"}}}, "move.made.left must be a whole number, not a text"),
        ({"move": {"card": "odds", "made": {"left": 1, "right": 1}}}, "there is no field move.made.right"),
    ],
    ids=str,
)
def test_what_is_wrong_is_said_in_plain_words(told: Any, words: str) -> None:
    with pytest.raises(msgspec.ValidationError) as wrong:
        msgspec.convert(told, Body)

    assert plain(wrong.value, "the answer") == words


def test_what_has_no_plain_words_is_said_as_it_is() -> None:
    assert plain(msgspec.ValidationError("Something else"), "the answer") == "Something else"
