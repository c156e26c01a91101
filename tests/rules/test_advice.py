"""Advice: which moves are listed, and the reason that any game has."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest

from rules.advice import Advice, advice, by_numbers
from rules.dicy_cards.commands import Reroll, Skip
from rules.dicy_cards.players.tables import named
from rules.dicy_cards.setup import GLACIAL
from rules.game import Language
from rules.judging import Ranked, Reason
from rules.registry import games
from rules.testing.walks import sampled
from rules.texts.advising import advised, phrase
from rules.texts.texts import Texts, of_game
from rules.value_tables import with_library
from tests.rules.dicy_cards.story import GAME, dealt, score
from workers.values.shipped import shipped

ROLL = (6, 6, 1, 2, 3, 4)
N = "\u202f"
"""French puts it before : and %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """A move for which no game has a phrase."""

    type: ClassVar[str] = "walk"


@dataclass(frozen=True, slots=True, kw_only=True)
class Put:
    """A move with a card and a place on it."""

    type: ClassVar[str] = "put"
    card: int = field(metadata={"names": "card"})
    place: int


def given(*ranked: Ranked[Any]) -> Advice:
    return Advice(ranked=ranked, values=None, reason=lambda one: by_numbers(one, ranked))


def test_the_best_move_of_each_kind_is_listed_before_the_places_are_filled() -> None:
    rerolls: list[Ranked[Any]] = [Ranked(Reroll(freeze="odds", dice=frozenset({number % 6})), 50.0 - number) for number in range(30)]
    worst: Ranked[Any] = Ranked(Skip(), -9.0)

    listed = given(*rerolls, worst).sensible()

    assert listed == [*rerolls[:19], worst]


def test_of_moves_of_one_kind_that_are_worth_the_same_one_is_listed() -> None:
    equal: list[Ranked[Any]] = [Ranked(Put(card=3, place=place), 2.0) for place in range(5)]
    others: list[Ranked[Any]] = [Ranked(Put(card=4, place=1), 2.0), Ranked(Put(card=3, place=7), 1.0)]

    assert given(*equal, *others).sensible() == [equal[0], *others]


@pytest.mark.parametrize(
    ("now", "others", "place"),
    [
        (Ranked(Skip(), 5.0), (), "only"),
        (Ranked(Skip(), 5.0), (3.0,), "best"),
        (Ranked(Skip(), 3.0), (5.0,), "worse"),
        (Ranked(Skip(), 5.01), (5.04,), "equal"),
    ],
)
def test_a_move_is_compared_with_the_best_of_the_others(now: Ranked[Any], others: tuple[float, ...], place: str) -> None:
    ranked = sorted([now, *(Ranked(Put(card=1, place=0), points) for points in others)], key=lambda one: -one.points)

    assert by_numbers(now, ranked).arguments.get("place", "only") == place


def test_a_chance_is_said_in_whole_percent_and_points_to_one_decimal_place() -> None:
    other: Ranked[Any] = Ranked(Put(card=1, place=0), 1.0, 41.4)

    assert by_numbers(Ranked(Skip(), 9.25, 57.5), [other]).arguments == {
        "place": "best",
        "unit": "chance",
        "now": 58,
        "other": 41,
    }
    assert by_numbers(Ranked(Skip(), 9.25), [other._replace(chance=None)]).arguments == {"place": "best", "unit": "points", "points": 8.2}


@pytest.mark.parametrize(
    ("worth", "language", "sentence"),
    [
        (-3.0, "en", "Skip: worth 1.5 points more than the next best move."),
        (-4.5, "en", "Skip: worth as much as the best other move."),
        (-5.5, "fr", f"Passer{N}: vaut 1 point de moins que le meilleur coup."),
    ],
)
def test_points_are_compared_with_those_of_the_other_move(worth: float, language: Language, sentence: str) -> None:
    """What a player plays for may be a lead, and below zero: how much better or worse a move is has the same meaning at every game."""
    skip: Ranked[Any] = Ranked(Skip(), worth)
    ranked = sorted([skip, Ranked(Put(card=1, place=0), -4.5)], key=lambda one: -one.points)

    assert advised(GAME, of_game(GAME, language), dealt(dice=ROLL), Skip(), by_numbers(skip, ranked)) == sentence


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Freeze Odds and reroll the 2 and the two 6s: 58% to win; the next best move gives 41%."),
        (
            "fr",
            f"Geler Impairs et relancer le 2 et les deux 6{N}: 58{N}% de chances de gagner, contre 41{N}% avec le deuxième meilleur coup.",
        ),
    ],
)
def test_a_reason_is_told_with_the_move(language: Language, sentence: str) -> None:
    told = Reason("advice-compared", {"place": "best", "unit": "chance", "now": 58, "other": 41})

    reroll = Reroll(freeze="odds", dice=frozenset({0, 1, 3}))

    assert advised(GAME, of_game(GAME, language), dealt(dice=ROLL), reroll, told) == sentence


def test_a_move_without_a_phrase_has_the_name_of_its_kind() -> None:
    texts = Texts("en", [], words="move-walk = Walk")

    assert phrase(GAME, texts, None, Walk()) == "Walk"
    assert phrase(GAME, of_game(GAME, "en"), dealt(dice=ROLL), score("any-two", 0, 1)) == "Score Any two with 6 6 for 12 points"


@pytest.mark.parametrize("name", games())
def test_moves_in_the_same_words_are_worth_the_same(name: str) -> None:
    game = games()[name]
    texts, judge = of_game(game, "en"), [level for level, player in game.players.items() if player.rank is not None][-1]
    for step in sampled(game, game.seats[-1]):
        worth: dict[str, float] = {}
        for one in advice(game, judge, step.state, step.seat).ranked:
            words = phrase(game, texts, step.state, one.command)
            assert one.value == worth.setdefault(words, one.value), words


def test_with_a_table_of_values_the_advice_names_it_and_knows_chances() -> None:
    state = dealt(dice=ROLL)

    informed_game = with_library({GAME.name: GAME}, shipped)[GAME.name]

    alone, informed = (advice(game, "expert", state, 0) for game in (GAME, informed_game))

    known = shipped(named(GLACIAL, 2))
    assert known is not None
    assert (alone.values, informed.values) == (None, known.checksum)
    assert {one.chance for one in alone.ranked} == {None}
    assert all(one.chance is not None for one in informed.ranked)
    assert {one.command: one.points for one in informed.ranked} == {one.command: one.points for one in alone.ranked}


def test_a_level_that_ranks_nothing_gives_no_advice() -> None:
    with pytest.raises(LookupError, match="random"):
        advice(games()["ice-dice"], "random", None, 0)
