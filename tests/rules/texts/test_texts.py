"""Texts are formatted by their messages, and nothing in a name is read as syntax."""

from pathlib import Path

import pytest

from rules.dice_cards.events import STRUCK, RollAnswer
from rules.registry import games
from rules.texts.files import LANGUAGES
from rules.texts.texts import Texts, of_game

GAME = games()["dicy-cards"]


def test_a_name_is_data_whatever_it_contains() -> None:
    names = ['{ $score } { TEXT("card", "odds") }', "\u2068-term\u2069"]

    texts = of_game(GAME, "en", names)

    assert texts.text("event-first-seat-chosen", first=0) == f"{names[0]} goes first."
    assert texts.text("event-first-seat-chosen", first=1) == f"{names[1]} goes first."


def test_lists_and_numbers_have_the_form_of_their_language() -> None:
    english, french = (of_game(GAME, language, ["Ada", "Grace", "Linus"]) for language in LANGUAGES)

    assert english.text("event-choices-owed", seats=(0, 1, 2), kind="reset") == "Ada, Grace and Linus have to choose a card to thaw."
    assert french.text("event-choices-owed", seats=(0,), kind="freeze") == "Ada doit choisir une carte à geler."
    assert french.text("points", points=0) == "0 point"
    assert english.text("points", points=0) == "0 points"


def test_what_has_no_text_of_its_own_stands_for_itself() -> None:
    texts = of_game(GAME, "en")

    assert texts.text("event-cards-chosen", cards=("odds", "of-a-later-build")) == "All players use Odds and of-a-later-build."


def test_a_message_is_told_once_for_each_value_with_its_fields_or_itself() -> None:
    english, french = (of_game(games()["dice-cards"], language, ["Ada", "Grace", "Linus"]) for language in LANGUAGES)
    answers = (RollAnswer(card=8, place=3, number=44, cells=((3, 44),), spent=2, earned=1), None, STRUCK)

    assert english.text("event-answers-revealed", answers=answers) == (
        "Ada writes 4 and 4 on Doubles (2 tickets spent, 1 earned); Linus strikes the roll."
    )
    assert french.text("event-answers-revealed", answers=answers) == (
        "Ada inscrit 4 et 4 sur Doubles (2 tickets dépensés, 1 gagné)\u202f; Linus barre le lancer."
    )
    assert english.text("event-dice-rolled", roll=7, dice=(6, 1)) == "Roll 7: black 6, red 1."
    assert english.text("event-cards-revealed", cards=((1, 2), (), (8,))) == (
        "All cards are revealed: Ada keeps Sudoku and Yin & Yang; Grace has no cards; Linus keeps Doubles."
    )


def test_values_that_come_as_json_are_told_in_the_same_way() -> None:
    texts = of_game(games()["dice-cards"], "en", ["Ada", "Grace"])
    answers = (None, {"card": 22, "place": 0, "number": 1, "cells": [[0, 1]], "spent": 0, "earned": 0})

    assert texts.text("event-answers-revealed", answers=answers) == "Grace writes 1 on Apple Tree."


def test_a_message_that_has_attributes_only_has_no_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "spoken" / "texts").mkdir(parents=True)
    (tmp_path / "spoken" / "__init__.py").write_text("")
    (tmp_path / "spoken" / "texts" / "en.ftl").write_text("card =\n    .text = Any die.\n")
    monkeypatch.syspath_prepend(tmp_path)

    texts = Texts("en", ["spoken"])

    assert texts.text("card.text") == "Any die."
    with pytest.raises(LookupError):
        texts.text("card")


def test_a_missing_message_attribute_value_or_argument_is_an_error() -> None:
    texts = Texts("en", ["rules"])

    for message in ("no-such-message", "points.no-such-attribute", "points"):
        with pytest.raises(LookupError):
            texts.text(message)
