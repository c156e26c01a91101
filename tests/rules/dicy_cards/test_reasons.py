"""The reasons for the moves of Dicy Cards: true to the numbers of the ranking, and to the plan of the turn."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from rules.advice import Advice, advice, rounded
from rules.dice import DiceSeed, SeededDice
from rules.dicy_cards.cards import CardId
from rules.dicy_cards.commands import Command, Freeze, Reroll, Reset, Score, Skip
from rules.dicy_cards.players.aims import SKIP, SURE, aims
from rules.dicy_cards.players.hands import hand_of, in_order
from rules.dicy_cards.players.steady import turn_alone
from rules.dicy_cards.players.valuing import kept_after
from rules.dicy_cards.setup import GLACIAL, MODES
from rules.dicy_cards.state import State
from rules.game import Language
from rules.judging import Ranked, Reason
from rules.testing.fixed_dice import Low
from rules.texts.advising import advised
from rules.texts.files import LANGUAGES
from rules.texts.texts import of_game
from tests.rules.dicy_cards.by_chance import whole_game
from tests.rules.dicy_cards.by_values import INFORMED
from tests.rules.dicy_cards.story import BEGINNER, GAME, INTERACTIONS, all_but, dealt, play, score
from tests.size import at_size

N = "\u202f"
STEADY = GAME.players["steady"]


def given(state: State, seat: int = 0, level: str = "expert") -> Advice:
    return advice(INFORMED, level, state, seat)


def about(known: Advice, command: Command) -> Reason:
    return known.reason(next(one for one in known.ranked if one.command == command))


def told(state: State, command: Command, language: Language = "en", seat: int = 0, level: str = "expert") -> str:
    return advised(INFORMED, of_game(INFORMED, language), state, command, about(given(state, seat, level), command))


# --- true to the ranking ---


def decisions(level: str) -> Iterator[tuple[State, Advice]]:
    """Every decision of some whole games, with its advice: the expert has a table for the cards of the rules only."""
    modes = MODES if level == "steady" else ("glacial",)
    for number, (mode, seats) in enumerate(product(modes, (2, 3) if level == "steady" else (2,))):
        for before, seat, _ in whole_game(number, seats, mode, levels=("greedy", "steady"))[:: at_size(12, 1)]:
            if seat in GAME.to_move(before):
                yield before, given(before, seat, level)


@pytest.mark.parametrize("level", ["steady", "expert"])
def test_every_number_of_a_reason_is_that_of_a_ranked_move(level: str) -> None:
    texts = {language: of_game(INFORMED, language) for language in LANGUAGES}

    for state, known in decisions(level):
        for one in (*known.sensible(), known.ranked[-1]):
            reason = known.reason(one)
            if reason.message == "advice-only":
                continue
            numbers = _numbers(known, one)
            assert {name: reason.arguments[name] for name in numbers} == numbers, reason
            for language, text in texts.items():
                sentence = advised(INFORMED, text, state, one.command, reason)
                shown = [str(number) if language == "en" else str(number).replace(".", ",") for number in numbers.values()]
                assert all(number in sentence for number in shown), sentence


def _numbers(known: Advice, one: Ranked[Any]) -> dict[str, float]:
    """The numbers that its reason must have: a reroll is compared with what ends the turn, any other move with the best of another kind."""
    if isinstance(one.command, Reroll):
        still = next(other for other in known.ranked if not isinstance(other.command, Reroll))
        return {"now": rounded(still), "after": rounded(one)}
    kind, card = type(one.command), getattr(one.command, "card", None)
    other = next(other for other in known.ranked if (type(other.command), getattr(other.command, "card", None)) != (kind, card))
    return {"now": rounded(one), "other": rounded(other)}


# --- what a reroll aims at ---


@pytest.mark.parametrize(
    ("active", "dice", "reroll"),
    [
        (("straight", "odds"), (1, 3, 5, 5, 2, 4), Reroll(freeze="straight", dice=frozenset({4, 5}))),
        (("straight", "odds", "two-pairs"), (1, 1, 3, 3, 2, 6), Reroll(freeze="straight", dice=frozenset({4, 5}))),
        (("straight", "odds", "two-pairs", "any-two"), (2, 3, 4, 5, 5, 6), Reroll(freeze="any-two", dice=frozenset({3}))),
        (GLACIAL, (2, 2, 4, 5, 6, 6), Reroll(freeze="any-two", dice=frozenset({4, 5}))),
    ],
)
def test_the_chances_of_the_ends_of_a_turn_are_those_of_every_roll(
    active: tuple[CardId, ...], dice: tuple[int, ...], reroll: Reroll
) -> None:
    """A roll ends the turn with the card that is scored then, or as the next reroll ends it."""
    state = dealt(frozen=all_but(GLACIAL, *active), dice=dice)
    left = [card for card in active if card != reroll.freeze]
    ends = [0.0] * (SKIP + 1)

    for fallen in product(range(1, 7), repeat=len(reroll.dice)):
        falling = iter(fallen)
        rolled = tuple(next(falling) if position in reroll.dice else face for position, face in enumerate(dice))
        then = dealt(frozen=all_but(GLACIAL, *left), dice=rolled)
        for end, chance in enumerate(_ends(then, STEADY.choose(then, 0, Low()))):
            ends[end] += chance / 6 ** len(reroll.dice)

    assert sum(ends) == pytest.approx(1)
    assert [chance / SURE for chance in _after(state, reroll)] == pytest.approx(ends, abs=1e-5)


def _ends(state: State, command: Command) -> list[float]:
    match command:
        case Score(card=card):
            return [float(card == other) for other in in_order(GLACIAL)] + [0.0]
        case Reroll():
            return [chance / SURE for chance in _after(state, command)]
        case _:
            return [0.0] * SKIP + [1.0]


def _after(state: State, reroll: Reroll) -> list[int]:
    assert state.dice is not None
    five = in_order(state.cards)
    left = hand_of(five, (card for card in state.players[0].active if card != reroll.freeze))
    return list(aims(turn_alone(five)).after(left, *kept_after(state.dice)[reroll.dice]))


# --- each kind of move ---


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Freeze Two pairs and reroll the 6 for All under six: 33% to win, 32% without a reroll."),
        ("fr", f"Geler Deux paires et relancer le 6 pour Aucun six{N}: 33{N}% de chances de gagner, 32{N}% sans relancer."),
    ],
)
def test_a_reroll_says_its_card_and_the_chance_with_and_without_it(language: Language, sentence: str) -> None:
    state = dealt(dice=(5, 5, 4, 4, 3, 6), frozen={0: ("any-two", "odds")})

    assert told(state, Reroll(freeze="two-pairs", dice=frozenset({5})), language) == sentence


def test_a_reroll_that_mostly_ends_in_a_skip_names_no_card() -> None:
    state = dealt(dice=(6, 6, 1, 2, 2, 3), frozen=all_but(GLACIAL, "two-pairs", "straight"))

    assert about(given(state), Reroll(freeze="straight", dice=frozenset(range(6)))).arguments["aim"] == "none"


def test_a_score_that_makes_others_freeze_says_the_chance_without_that() -> None:
    two, three = (dealt(seats=seats, dice=(6, 6, 1, 2, 3, 4)) for seats in (2, 3))

    arguments = about(given(two), score("any-two", 0, 1)).arguments

    assert arguments["without"] < arguments["now"] - 3
    assert f"{arguments['now']}% to win ({arguments['without']}% if the other player froze no card), " in told(two, score("any-two", 0, 1))
    assert about(given(two, level="steady"), score("any-two", 0, 1)).arguments["whom"] == "nobody"
    assert about(given(three, level="steady"), score("straight", 2, 3)).arguments["whom"] == "nobody"


def test_a_score_that_stays_below_100_to_move_last_says_so() -> None:
    frozen: dict[int, tuple[CardId, ...]] = {0: ("all-under-six", "odds"), 1: ("two-pairs", "all-under-six", "odds")}
    state = dealt(scores={0: 90, 1: 96}, frozen=frozen, dice=(3, 1, 2, 5, 5, 1))

    sentence = told(state, score("any-two", 0, 4))

    assert sentence.startswith("Score Any two with 3 5 for 8 points, without starting the last round: 3% to win")
    assert sentence.endswith(", 0% if it starts now.")
    assert about(given(state), score("any-two", 3, 4)).message == "advice-score"


def test_a_skip_says_how_many_cards_thaw() -> None:
    frozen = dealt(dice=(1, 1, 2, 2, 3, 3), frozen=all_but(GLACIAL, "any-two"))

    assert told(frozen, Skip()).startswith("Skip to thaw 4 cards: ")
    assert told(dealt(dice=(1, 1, 2, 2, 3, 3)), Skip(), "fr").startswith(f"Passer, sans carte à dégeler{N}: ")


def test_a_choice_says_which_card_is_missed_least_and_which_helps_most() -> None:
    freezing = play(dealt(dice=(6, 6, 1, 2, 3, 4)), 0, score("any-two", 0, 1)).state
    thawing = play(dealt(frozen={0: GLACIAL, 1: GLACIAL}), 0, Skip()).state
    best, *_, worst = given(freezing, 1).ranked
    first = given(thawing, 1).ranked[0].command

    assert isinstance(best.command, Freeze)
    assert ", which you will miss least: " in told(freezing, best.command, seat=1)
    assert "least" not in told(freezing, worst.command, seat=1)
    assert isinstance(first, Reset)
    assert ", qui vous aidera le plus" in told(thawing, first, "fr", seat=1)


def test_a_seat_that_can_only_skip_is_told_so() -> None:
    assert told(dealt(frozen={0: GLACIAL}), Skip()) == "Skip: this is the only move."


@pytest.mark.parametrize("cards", [BEGINNER, INTERACTIONS])
def test_the_plan_does_not_change_by_being_explained(cards: Any) -> None:
    state = dealt(cards=cards, dice=(6, 6, 1, 2, 3, 4))
    before = STEADY.choose(state, 0, SeededDice(DiceSeed("t", "00" * 32), (), 0))

    assert told(state, before, level="steady")
    assert STEADY.choose(state, 0, SeededDice(DiceSeed("t", "00" * 32), (), 0)) == before
