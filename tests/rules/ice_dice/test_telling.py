"""The sentences about events, and that they match the state."""

import re
from collections.abc import Iterator
from functools import partial
from itertools import product

import pytest

from rules.ice_dice.commands import Pass, Reroll, Setup
from rules.ice_dice.events import Event, FirstSeatChosen, GameEnded, Reason, Variant
from rules.ice_dice.setup import VARIANTS
from rules.ice_dice.state import State
from rules.testing import whole_games
from rules.testing.fixed_dice import Falling
from rules.texts.telling import sentence
from rules.texts.texts import of_game
from tests.rules.ice_dice.by_chance import whole_game
from tests.rules.ice_dice.story import GAME, STORY, dealt, leave, left_first, play, right_first, shift, started, take, two

NAMES = ("Ada", "Grace", "Player 3", "Player 4", "Player 5", "Player 6")
TEXTS = of_game(GAME, "en", NAMES)
ROLL = (2, 3, 6)

sentences = partial(STORY.sentences, names=NAMES)


def told_of(event: Event, state: State) -> str:
    return sentence(GAME, TEXTS, state, event)


def test_a_turn_is_told_event_by_event() -> None:
    rerolled = play(dealt(medium=(18, 30), own={0: (1,)}, dice=(2, 1, 1)), 0, Reroll(dice=frozenset({1, 2})), Falling((3, 6)))
    shifted = play(rerolled.state, 0, shift(5, two(0, "+", 1)))
    taken = play(shifted.state, 0, take(30, left_first(0, "+", 1, "*", 2)), Falling((1, 4, 4)))

    assert sentences(rerolled) == ["Ada rerolls 2 dice and has 2 3 6."]
    assert sentences(shifted) == ["Ada makes 2 + 3 = 5 and shifts the token, blue."]
    assert sentences(taken) == ["Ada makes (2 + 3) × 6 = 30 and takes the token, green: 6 points in all.", "", "Grace rolls 1 4 4."]


def test_one_is_not_many() -> None:
    rerolled = play(dealt(), 0, Reroll(dice=frozenset({1})), Falling((3,)))

    assert sentences(rerolled) == ["Ada rerolls 1 die and has 2 3 6."]


def test_a_calculation_is_told_as_people_write_it() -> None:
    state = dealt(dice=ROLL)

    shifted = play(state, 0, shift(6, right_first(2, "/", 1, "-", 0)))

    assert sentences(shifted) == ["Ada makes 6 ÷ (3 − 2) = 6 and shifts the token, violet."]


def test_a_pass_is_told() -> None:
    assert sentences(play(dealt(), 0, Pass(), Falling((1, 4, 4)))) == ["Ada ends the turn.", "", "Grace rolls 1 4 4."]


@pytest.mark.parametrize(
    ("variant", "draws", "created_table"),
    [
        ("standard", [(2,)], "36 tokens lie on the big board."),
        ("young", [(2,)], "18 tokens lie on the big board."),
        ("experienced", [(1,) * 36, (2,)], "36 tokens lie on the big board."),
    ],
)
def test_a_beginning_tells_the_board_and_who_sets_up(variant: Variant, draws: list[tuple[int, ...]], created_table: str) -> None:
    setup = GAME.setup(GAME.options({"variant": variant}, 3, False), 3, Falling(*draws))

    assert [sentence(GAME, TEXTS, None, event) for event in setup] == [created_table, "Grace places three tokens and goes first."]


def test_setting_up_is_told_by_the_number_that_is_up() -> None:
    """Token 1 shows a 20."""
    state = started({"variant": "experienced"}, 2, (2, *(1,) * 35), (1,))

    assert sentences(play(state, 0, Setup(token=1))) == ["Ada places the 20, blue."]


def test_whoever_goes_on_setting_up_is_named() -> None:
    assert sentences(leave(started(None, 3), 0)) == ["", "Grace places the remaining tokens and goes first."]
    assert told_of(FirstSeatChosen(first=2, draw=None), dealt()) == "Player 3 places the remaining tokens and goes first."


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("eight-left", "The round is complete and at most eight tokens are left on the big board: the game is over."),
        ("stalemate", "No token was moved for three rounds: the game is over."),
        ("resignation", "Only one player is left: the game is over."),
    ],
)
def test_every_end_says_why(reason: Reason, words: str) -> None:
    assert told_of(GameEnded(reason=reason), dealt()) == words


def test_a_resignation_is_told_by_the_table() -> None:
    assert sentences(leave(dealt(seats=3), 1)) == [""]
    assert sentences(leave(dealt(seats=2), 1)) == ["", "Only one player is left: the game is over."]


@pytest.mark.parametrize(("seats", "variant"), list(product((2, 4, 6), VARIANTS)))
def test_what_is_told_is_what_the_state_says(seats: int, variant: Variant) -> None:
    for seed in range(10):
        for before, event, after in happenings(seed, seats, variant):
            words = told_of(event, after)
            assert moved_told(words) == moved_made(before, after), words
            assert points_told(words) in (None, *GAME.scores(after)), words
            if after.dice is not None and after.dice != before.dice:
                assert " ".join(map(str, after.dice)) in words


def test_a_sentence_is_one_line_that_ends_with_a_full_stop() -> None:
    sentences = {told_of(event, after) for seed in range(5) for _, event, after in happenings(seed, 4, "experienced")}

    assert all(re.fullmatch(r"|[A-Z0-9][^\n]*[^.\n]\.", sentence) for sentence in sentences)


def happenings(seed: int, seats: int, variant: Variant) -> Iterator[tuple[State, Event, State]]:
    """The events of a random game, each with the states before and after it."""
    return whole_games.happenings(GAME, whole_game(seed, seats, variant, leaving=True))


def moved_told(sentence: str) -> list[tuple[str, int]]:
    """The board to which a token moves, as the name of a player or `medium`, and the number that the token shows."""
    set_up_or_shifted = re.findall(r" places the (\d+), [a-z]+\.$| = (\d+) and shifts the token, [a-z]+\.$", sentence)
    taken = re.findall(r"^(.+) makes .* = (\d+) and takes the token, [a-z]+: ", sentence)
    return [*[("medium", int(one or other)) for one, other in set_up_or_shifted], *[(name, int(number)) for name, number in taken]]


def moved_made(before: State, after: State) -> list[tuple[str, int]]:
    number = {token.token: token.number for token in after.tokens}
    places = [("medium", before.medium, after.medium)]
    places += [(name, old.own, new.own) for name, old, new in zip(NAMES, before.players, after.players, strict=False)]
    return [(place, number[token]) for place, old, new in places for token in new if token not in old]


def points_told(sentence: str) -> int | None:
    found = re.search(r": (\d+) points? in all\.$", sentence)
    return int(found[1]) if found else None
