"""The six modes, the options that choose them, and a deployment's own sets that replace the unofficial ones."""

from collections.abc import Mapping
from typing import Any

import pytest

from rules.dicy_cards import game
from rules.dicy_cards.cards import CARDS
from rules.dicy_cards.events import CardsChosen
from rules.dicy_cards.setup import MODES, STAND_INS
from rules.game import AnyGame
from rules.rejected import Rejected
from rules.testing.fixed_dice import Falling
from rules.texts.catalogue import catalogue
from tests.rules.dicy_cards.story import GAME

FIVE = ["sixes", "odds", "straight", "any-two", "alike-x5"]


def cards_of(chosen: Mapping[str, Any], *, at: AnyGame = GAME, dice: Falling | None = None) -> CardsChosen:
    events = at.setup(at.options({"first_seat": "creator", **chosen}, 3, False), 3, dice or Falling())
    assert isinstance(events[0], CardsChosen)
    return events[0]


def refused(chosen: Mapping[str, Any]) -> Rejected:
    with pytest.raises(Rejected) as caught:
        GAME.options(chosen, 2, False)
    return caught.value


@pytest.mark.parametrize(
    ("mode", "cards"),
    [
        ("glacial", ("any-two", "straight", "two-pairs", "odds", "all-under-six")),
        ("beginner", ("all-under-six", "straight", "pair-doubled", "different-x4", "alike-x5")),
        ("intermediate", ("two-pairs", "odds", "different-sum", "forty-minus", "sixes")),
        ("interactions", ("any-two", "sixes", "three-lowest", "straight", "forty-minus")),
    ],
)
def test_a_mode_with_a_set_of_its_own_deals_it_to_everybody(mode: str, cards: tuple[str, ...]) -> None:
    chosen = cards_of({"mode": mode})

    assert (chosen.cards, chosen.seats, chosen.draw) == (cards, 3, None)
    assert [player.active for player in GAME.evolve(None, chosen).players] == [cards] * 3


def test_interglacial_draws_five_of_the_twelve() -> None:
    chosen = cards_of({"mode": "interglacial"}, dice=Falling((11, 0, 5, 3, 7)))

    assert chosen.cards == ("alike-x5", "any-two", "sixes", "straight", "three-lowest")
    assert chosen.draw is not None
    assert (chosen.draw.kind, chosen.draw.of, chosen.draw.values) == ("shuffle", 12, (11, 0, 5, 3, 7))


def test_custom_plays_the_cards_that_the_creator_chose() -> None:
    assert cards_of({"mode": "custom", "cards": FIVE}).cards == tuple(FIVE)


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode != "custom"])
def test_complete_options_may_be_given_back(mode: str) -> None:
    complete = GAME.options({"mode": mode}, 2, False)

    assert GAME.options(complete, 2, False) == complete


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    refusal = refused({"speed": 3})

    assert (refusal.code, refusal.field) == ("option-unknown", "options.speed")
    assert "mode, cards, first_seat" in refusal.detail


@pytest.mark.parametrize("value", ["Glacial", "", "polar", True, 1, 1.0, None, [], ["glacial"], {}])
@pytest.mark.parametrize("option", ["mode", "first_seat"])
def test_a_value_that_an_option_does_not_have_is_refused(option: str, value: object) -> None:
    refusal = refused({option: value})

    assert (refusal.code, refusal.field) == ("option-invalid", f"options.{option}")
    assert {"mode": "interglacial", "first_seat": "creator"}[option] in refusal.detail


@pytest.mark.parametrize(
    "cards",
    [
        None,
        "odds",
        {},
        5,
        True,
        [],
        FIVE[:4],
        [*FIVE, "sixes"],
        [*FIVE, "two-pairs"],
        [*FIVE[:4], "sixes"],
        [*FIVE[:4], "joker"],
        [*FIVE[:4], None],
        [*FIVE[:4], 1],
        [*FIVE[:4], ["odds"]],
    ],
)
def test_custom_without_five_different_cards_is_refused(cards: object) -> None:
    refusal = refused({"mode": "custom", "cards": cards})

    assert (refusal.code, refusal.field) == ("option-invalid", "options.cards")


@pytest.mark.parametrize("chosen", [{"cards": FIVE}, {"mode": "beginner", "cards": FIVE}, {"cards": []}])
def test_cards_for_another_mode_than_custom_are_refused(chosen: Mapping[str, Any]) -> None:
    refusal = refused(chosen)

    assert (refusal.code, refusal.field) == ("option-invalid", "options.cards")


def test_custom_needs_its_cards() -> None:
    assert refused({"mode": "custom"}).field == "options.cards"


def test_a_deployment_puts_its_own_set_in_the_place_of_a_stand_in() -> None:
    ours = game(sets={"beginner": FIVE})

    assert cards_of({"mode": "beginner"}, at=ours).cards == tuple(FIVE)
    assert cards_of({"mode": "intermediate"}, at=ours).cards == STAND_INS["intermediate"]
    modes = catalogue(ours, "en")["options"]["mode"]["values"]
    assert [mode for mode, words in modes.items() if words["stand_in"]] == ["intermediate", "interactions"]


@pytest.mark.parametrize(
    ("sets", "wrong"),
    [
        ({"glacial": FIVE}, "glacial"),
        ({"polar": FIVE}, "beginner, intermediate, interactions"),
        ({"beginner": FIVE[:4]}, "beginner"),
        ({"beginner": [*FIVE[:4], "sixes"]}, "beginner"),
        ({"intermediate": [*FIVE[:4], "joker"]}, "intermediate"),
        ({"interactions": "any-two"}, "interactions"),
        ({"interactions": None}, "interactions"),
        ({5: FIVE}, "5"),
        (["beginner"], "sets"),
        (None, "sets"),
    ],
)
def test_a_bad_set_is_refused_by_name(sets: Any, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        game(sets=sets)


def test_the_stand_ins_are_marked_and_the_rest_are_not() -> None:
    modes = catalogue(GAME, "en")["options"]["mode"]["values"]

    assert [mode for mode, words in modes.items() if words["stand_in"]] == ["beginner", "intermediate", "interactions"]
    assert tuple(modes) == MODES


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_card_and_value_has_words_of_its_own(language: Any) -> None:
    whole = catalogue(GAME, language)

    cards = whole["cards"]
    assert [card["id"] for card in cards] == list(CARDS)
    assert tuple(whole["options"]["first_seat"]["values"]) == ("random", "creator")
    for texts in (
        [card["title"] for card in cards],
        [card["text"] for card in cards],
        [words["about"] for words in whole["options"]["mode"]["values"].values()],
    ):
        assert all(texts)
        assert len(set(texts)) == len(texts)
