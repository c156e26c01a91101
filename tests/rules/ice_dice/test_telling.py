"""The sentences about events, and that they match the state."""

import re
from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any

import pytest

from rules.ice_dice.commands import Pass, Reroll, Setup
from rules.ice_dice.events import Event, FirstSeatChosen, GameEnded, Reason, Variant
from rules.ice_dice.sentences import words
from rules.ice_dice.setup import VARIANTS
from rules.ice_dice.state import State
from rules.testing import whole_games
from rules.testing.fixed_dice import Falling
from tests.rules.ice_dice.by_chance import whole_game
from tests.rules.ice_dice.story import GAME, STORY, dealt, leave, left_first, play, right_first, shift, started, take, two

NAMES = ("Ada", "Grace", "Player 3", "Player 4", "Player 5", "Player 6")
ROLL = (2, 3, 6)

sentences = partial(STORY.sentences, names=NAMES)


def test_a_turn_is_told_event_by_event() -> None:
    rerolled = play(dealt(medium=(18, 30), own={0: (1,)}, dice=(2, 1, 1)), 0, Reroll(dice=frozenset({1, 2})), Falling((3, 6)))
    shifted = play(rerolled.state, 0, shift(5, two(0, "+", 1)))
    taken = play(shifted.state, 0, take(30, left_first(0, "+", 1, "*", 2)), Falling((1, 4, 4)))

    assert sentences(rerolled) == ["Ada rerolls 2 dice and has 2 3 6."]
    assert sentences(shifted) == ["Ada makes 2 + 3 = 5 and shifts the 5 to the medium board."]
    assert sentences(taken) == ["Ada makes (2 + 3) × 6 = 30 and takes the 30: 6 points in all.", "", "Grace rolls 1 4 4."]


def test_one_is_not_many() -> None:
    rerolled = play(dealt(), 0, Reroll(dice=frozenset({1})), Falling((3,)))

    assert sentences(rerolled) == ["Ada rerolls 1 die and has 2 3 6."]


def test_a_calculation_is_told_as_people_write_it() -> None:
    state = dealt(dice=ROLL)

    assert sentences(play(state, 0, shift(6, right_first(2, "/", 1, "-", 0)))) == [
        "Ada makes 6 ÷ (3 − 2) = 6 and shifts the 6 to the medium board."
    ]


def test_a_pass_is_told() -> None:
    assert sentences(play(dealt(), 0, Pass(), Falling((1, 4, 4)))) == ["Ada ends the turn.", "", "Grace rolls 1 4 4."]


@pytest.mark.parametrize(
    ("variant", "draws", "created_table"),
    [
        ("standard", [(2,)], "The big board has 36 tokens in 6 lines."),
        ("young", [(2,)], "The big board has 18 tokens in 3 lines."),
        ("experienced", [(1,) * 36, (2,)], "The big board has 36 tokens in 6 lines."),
    ],
)
def test_a_beginning_tells_the_board_and_who_sets_up(variant: Variant, draws: list[tuple[int, ...]], created_table: str) -> None:
    setup = GAME.setup(GAME.options({"variant": variant}, 3, False), 3, Falling(*draws))

    assert [words(event, NAMES) for event in setup] == [created_table, "Grace places three tokens and goes first."]


def test_setting_up_is_told_by_the_number_that_is_up() -> None:
    """Token 1 shows a 20."""
    state = started({"variant": "experienced"}, 2, (2, *(1,) * 35), (1,))

    assert sentences(play(state, 0, Setup(token=1))) == ["Ada places the 20 on the medium board."]


def test_whoever_goes_on_setting_up_is_named() -> None:
    assert sentences(leave(started(None, 3), 0)) == ["", "Grace places the remaining tokens and goes first."]
    assert words(FirstSeatChosen(first=2, draw=None), NAMES) == "Player 3 places the remaining tokens and goes first."


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("eight-left", "The round is complete and at most eight tokens are left on the big board: the game is over."),
        ("stalemate", "No token was moved for three rounds: the game is over."),
        ("resignation", "Only one player is left: the game is over."),
    ],
)
def test_every_end_says_why(reason: Reason, sentence: str) -> None:
    assert words(GameEnded(reason=reason), NAMES) == sentence


def test_a_resignation_is_told_by_the_table() -> None:
    assert sentences(leave(dealt(seats=3), 1)) == [""]
    assert sentences(leave(dealt(seats=2), 1)) == ["", "Only one player is left: the game is over."]


@pytest.mark.parametrize(("seats", "variant"), list(product((2, 4, 6), VARIANTS)))
def test_what_is_told_is_what_the_state_says(seats: int, variant: Variant) -> None:
    for seed in range(10):
        for before, event, after in happenings(seed, seats, variant):
            sentence = words(event, NAMES)
            assert moved_told(sentence) == moved_made(before, after), sentence
            assert points_told(sentence) in (None, *GAME.scores(after)), sentence
            if after.dice is not None and after.dice != before.dice:
                assert " ".join(map(str, after.dice)) in sentence


def test_a_sentence_is_one_line_that_ends_with_a_full_stop() -> None:
    sentences = {words(event, NAMES) for seed in range(5) for _, event, _ in happenings(seed, 4, "experienced")}

    assert all(re.fullmatch(r"|[A-Z][^\n]*[^.\n]\.", sentence) for sentence in sentences)


def test_an_event_that_nobody_has_found_words_for_fails_loudly() -> None:
    stranger: Any = object()

    with pytest.raises(AssertionError):
        words(stranger, NAMES)


def happenings(seed: int, seats: int, variant: Variant) -> Iterator[tuple[State, Event, State]]:
    """The events of a random game, each with the states before and after it."""
    return whole_games.happenings(GAME, whole_game(seed, seats, variant, leaving=True))


def moved_told(sentence: str) -> list[tuple[str, int]]:
    """The board to which a token moves, as the name of a player or `medium`, and the number that the token shows."""
    set_up_or_shifted = re.findall(r" (?:places the (\d+) on|shifts the (\d+) to) the medium board\.$", sentence)
    taken = re.findall(r"^(.+) makes .* takes the (\d+): ", sentence)
    return [*[("medium", int(one or other)) for one, other in set_up_or_shifted], *[(name, int(number)) for name, number in taken]]


def moved_made(before: State, after: State) -> list[tuple[str, int]]:
    number = {token.token: token.number for token in after.tokens}
    places = [("medium", before.medium, after.medium)]
    places += [(name, old.own, new.own) for name, old, new in zip(NAMES, before.players, after.players, strict=False)]
    return [(place, number[token]) for place, old, new in places for token in new if token not in old]


def points_told(sentence: str) -> int | None:
    found = re.search(r": (\d+) points? in all\.$", sentence)
    return int(found[1]) if found else None
