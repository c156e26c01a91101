"""The sentences about events, and that they match the state."""

import re
from collections.abc import Iterator
from functools import partial
from itertools import product

import pytest

from rules.dicy_cards.cards import CARDS
from rules.dicy_cards.commands import Reroll, Reset, Roll, Skip
from rules.dicy_cards.events import ChoicesOwed, Event, GameEnded, Reason
from rules.dicy_cards.setup import MODES
from rules.dicy_cards.state import State
from rules.testing import whole_games
from rules.testing.fixed_dice import Falling
from rules.texts.telling import sentence
from rules.texts.texts import of_game
from tests.rules.dicy_cards.by_chance import whole_game
from tests.rules.dicy_cards.story import GAME, INTERACTIONS, STORY, dealt, leave, play, score
from tests.size import at_size

NAMES = ("Ann", "Ben", "Cleo", "Dan")
TEXTS = of_game(GAME, "en", NAMES)
ROLL = (6, 6, 1, 2, 3, 4)

sentences = partial(STORY.sentences, names=NAMES)


def told_of(event: Event) -> str:
    return sentence(GAME, TEXTS, None, event)


def test_a_turn_is_told_event_by_event() -> None:
    rolled = play(dealt(), 0, Roll(), Falling(ROLL))
    rerolled = play(rolled.state, 0, Reroll(freeze="odds", dice=frozenset({2, 5})), Falling((3, 1)))
    scored = play(rerolled.state, 0, score("straight", 3, 2))

    assert sentences(rolled) == ["Ann rolls 6 6 1 2 3 4."]
    assert sentences(rerolled) == ["Ann freezes Odds to reroll.", "Ann rerolls 2 dice and has 6 6 3 2 3 1."]
    assert sentences(scored) == ["Ann scores Straight with 2 3: 5 points, 5 in all.", "Ann’s Straight freezes after scoring.", ""]


def test_one_is_not_many() -> None:
    rerolled = play(dealt(dice=ROLL), 0, Reroll(freeze="any-two", dice=frozenset({0})), Falling((5,)))
    scored = play(rerolled.state, 0, score("odds", 2))

    assert sentences(rerolled)[1] == "Ann rerolls 1 die and has 5 6 1 2 3 4."
    assert sentences(scored)[0] == "Ann scores Odds with 1: 1 point, 1 in all."


def test_an_effect_is_told_for_those_whom_it_reaches() -> None:
    one_left = {3: ("sixes", "three-lowest", "straight", "forty-minus")}
    scored = play(dealt(seats=4, cards=INTERACTIONS, frozen=one_left, dice=ROLL), 0, score("three-lowest", 2, 3, 4))

    assert sentences(scored)[1:] == ["Dan has to freeze Any two, the only active card.", "Ben and Cleo have to choose a card to freeze."]


def test_a_skip_and_its_resets_are_told() -> None:
    state = dealt(cards=INTERACTIONS, frozen={0: ("sixes",), 1: ("straight", "forty-minus")})
    skipped = play(state, 0, Skip())
    chosen = play(skipped.state, 1, Reset(card="forty-minus"))

    assert sentences(skipped) == ["Ann skips.", "Ann thaws Sixes.", "Ben has to choose a card to thaw."]
    assert sentences(chosen) == ["Ben thaws Forty minus.", ""]


def test_a_beginning_tells_the_cards_and_who_begins() -> None:
    setup = GAME.setup(GAME.options({"mode": "beginner"}, 3, False), 3, Falling((3,)))

    assert [told_of(event) for event in setup] == [
        "All players use All under six, Straight, Pair doubled, Different × 4 and Alike × 5.",
        "Cleo goes first.",
    ]


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("hundred", "The round is complete and a player has at least 100 points: the game is over."),
        ("round-limit", "The last round is complete: the game is over."),
        ("resignation", "Only one player is left: the game is over."),
    ],
)
def test_an_end_tells_why(reason: Reason, words: str) -> None:
    assert told_of(GameEnded(reason=reason)) == words


def test_a_resignation_is_told_by_the_table_not_by_the_game() -> None:
    assert sentences(leave(dealt(seats=3), 1)) == [""]


def test_three_are_listed_with_one_and() -> None:
    assert told_of(ChoicesOwed(seats=(0, 1, 3), kind="reset")) == "Ann, Ben and Dan have to choose a card to thaw."


@pytest.mark.parametrize(("seats", "mode"), list(product((2, 3, 4), MODES)))
def test_what_is_told_is_what_the_state_says(seats: int, mode: str) -> None:
    for seed in range(at_size(2, 20)):
        for before, event, after in happenings(seed, seats, mode):
            words = told_of(event)
            assert points_told(words) == points_made(before, after), words
            assert cards_told(words) == cards_changed(before, after), words
            if after.dice is not None and after.dice != before.dice:
                assert " ".join(map(str, after.dice)) in words


def happenings(seed: int, seats: int, mode: str) -> Iterator[tuple[State, Event, State]]:
    """The events of a random game, each with the states before and after it."""
    return whole_games.happenings(GAME, whole_game(seed, seats, mode, leaving=True))


def points_told(sentence: str) -> list[tuple[str, int, int]]:
    found = re.findall(r"^(\w+) scores .*: (\d+) points?, (\d+) in all\.$", sentence)
    return [(name, int(points), int(total)) for name, points, total in found]


def points_made(before: State, after: State) -> list[tuple[str, int, int]]:
    return [(name, new - old, new) for name, old, new in zip(NAMES, GAME.scores(before), GAME.scores(after), strict=False) if new != old]


def cards_told(sentence: str) -> list[tuple[str, str, bool]]:
    """Names, titles of cards, and whether they become active."""
    patterns = {
        r"^(\w+) freezes (.+) to reroll\.$": False,
        r"^(\w+)’s (.+) freezes after scoring\.$": False,
        r"^(\w+) freezes (.+), by an effect\.$": False,
        r"^(\w+) has to freeze (.+), the only active card\.$": False,
        r"^(\w+) thaws (.+)\.$": True,
        r"^(\w+) has to thaw (.+), the only frozen card\.$": True,
    }
    return [(name, title, active) for pattern, active in patterns.items() for name, title in re.findall(pattern, sentence)]


def cards_changed(before: State, after: State) -> list[tuple[str, str, bool]]:
    return [
        (name, TEXTS.text(f"card-{card.id}"), card.id in new.active)
        for name, old, new in zip(NAMES, before.players, after.players, strict=False)
        for card in CARDS.values()
        if (card.id in old.active) != (card.id in new.active)
    ]
