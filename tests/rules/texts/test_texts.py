"""Texts are formatted by their messages, and nothing in a name is read as syntax."""

from pathlib import Path

import pytest

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
