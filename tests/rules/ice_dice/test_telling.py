"""The sentences about events, and that they match the state."""

import re

import pytest
from hypothesis import given, settings

from rules.ice_dice.commands import Pass, Reroll, Setup
from rules.ice_dice.events import Event, FirstSeatChosen, GameEnded, Reason, Variant
from rules.ice_dice.state import State
from rules.testing.fixed_dice import Falling
from rules.testing.rulings import NAMES, Resigns, Ruling, check_ruling, rulings
from rules.testing.whole_games import happenings
from rules.texts.telling import sentence
from rules.texts.texts import of_game
from tests.rules.ice_dice.by_chance import GAMES, Step
from tests.rules.ice_dice.story import GAME, dealt, left_first, right_first, shift, started, take, two
from tests.size import at_size

TEXTS = of_game(GAME, "en", NAMES)
LAST = [(1, 4, 4)]
ROLLED = ["", "Ben rolls 1 4 4."]
REROLL, SHIFT = Reroll(dice=frozenset({1, 2})), shift(5, two(0, "+", 1))
TAKE = take(30, left_first(0, "+", 1, "*", 2))
TWENTY_UP = started({"variant": "experienced"}, 2, (2, *(1,) * 35), (1,))
"""Token 1 shows a 20."""

TURN = dealt(medium=(18, 30), own={0: (1,)}, dice=(2, 3, 6))

SENTENCES = rulings(
    ("a reroll", dealt(dice=(2, 1, 1)), [REROLL], {"told": ["Ann rerolls 2 dice and has 2 3 6."]}, [(3, 6)]),
    ("one is not many", dealt(), [Reroll(dice=frozenset({1}))], {"told": ["Ann rerolls 1 die and has 2 3 6."]}, [(3,)]),
    ("a shift", TURN, [SHIFT], {"told": ["Ann makes 2 + 3 = 5 and shifts the token, blue."]}),
    ("a take", TURN, [SHIFT, TAKE], {"told": ["Ann makes (2 + 3) × 6 = 30 and takes the token, green: 6 points in all.", *ROLLED]}, LAST),
    (
        "a calculation as people write it",
        dealt(),
        [shift(6, right_first(2, "/", 1, "-", 0))],
        {"told": ["Ann makes 6 ÷ (3 − 2) = 6 and shifts the token, violet."]},
    ),
    ("a pass", dealt(), [Pass()], {"told": ["Ann ends the turn.", *ROLLED]}, LAST),
    ("the number that is up", TWENTY_UP, [Setup(token=1)], {"told": ["Ann places the 20, blue."]}),
    ("who goes on setting up", started(None, 3), [Resigns(0)], {"told": ["", "Ben places the remaining tokens and goes first."]}),
    ("a resignation is told by the table", dealt(seats=3), [Resigns(1)], {"told": [""]}),
    ("and its end by the game", dealt(), [Resigns(1)], {"told": ["", "Only one player is left: the game is over."]}),
)


@pytest.mark.parametrize("ruling", SENTENCES, ids=lambda ruling: ruling.says)
def test_it_is_told(ruling: Ruling) -> None:
    check_ruling(GAME, ruling)


def told_of(event: Event, state: State | None) -> str:
    return sentence(GAME, TEXTS, state, event)


@pytest.mark.parametrize(("variant", "draws", "tokens"), [("standard", [], 36), ("young", [], 18), ("experienced", [(1,) * 36], 36)])
def test_a_beginning_tells_the_board_and_who_sets_up(variant: Variant, draws: list[tuple[int, ...]], tokens: int) -> None:
    setup = GAME.setup(GAME.options({"variant": variant}, 3, False), 3, Falling(*draws, (2,)))

    told = [told_of(event, None) for event in setup]

    assert told == [f"{tokens} tokens lie on the big board.", "Ben places three tokens and goes first."]
    assert told_of(FirstSeatChosen(first=2, draw=None), dealt()) == "Cleo places the remaining tokens and goes first."


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


@given(GAMES)
@settings(max_examples=at_size(15, 150))
def test_what_is_told_is_what_the_state_says(steps: list[Step]) -> None:
    for before, event, after in happenings(GAME, steps):
        words = told_of(event, after)
        assert moved_told(words) == moved_made(before, after), words
        assert points_told(words) in (None, *GAME.scores(after)), words
        if after.dice is not None and after.dice != before.dice:
            assert " ".join(map(str, after.dice)) in words


def moved_told(words: str) -> list[tuple[str, int]]:
    """The board to which a token moves, as the name of a player or `medium`, and the number that the token shows."""
    set_up_or_shifted = re.findall(r" places the (\d+), [a-z]+\.$| = (\d+) and shifts the token, [a-z]+\.$", words)
    taken = re.findall(r"^(.+) makes .* = (\d+) and takes the token, [a-z]+: ", words)
    return [*[("medium", int(one or other)) for one, other in set_up_or_shifted], *[(name, int(number)) for name, number in taken]]


def moved_made(before: State, after: State) -> list[tuple[str, int]]:
    number = {token.token: token.number for token in after.tokens}
    places = [("medium", before.medium, after.medium)]
    places += [(name, old.own, new.own) for name, old, new in zip(NAMES, before.players, after.players, strict=False)]
    return [(place, number[token]) for place, old, new in places for token in new if token not in old]


def points_told(words: str) -> int | None:
    found = re.search(r": (\d+) points? in all\.$", words)
    return int(found[1]) if found else None
