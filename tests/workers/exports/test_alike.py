"""Names that look alike are shown with the number of the seat, everywhere."""

from collections.abc import Sequence

import pytest

from rules.texts.texts import common
from tests.workers.exports.tables import played
from workers.exports.alike import could_be_confused, shown
from workers.exports.format import formats

ENGLISH = common("en")

TWINS = [
    ("Ada", "Ada"),
    ("Ada", "ADA"),
    ("Ada", "A\u200bda"),
    ("Ada", "Ada\u2060"),
    ("Ada", "\u0410da"),  # Cyrillic
    ("Ada", "\uff21\uff44\uff41"),  # full width
    ("Ada", "\U0001d4d0da"),  # mathematical
    ("Ada", "Ad\u0251"),  # phonetic
    ("Ada", "\u202eadA"),
    ("Ada", "A da"),
    ("Zo\u00eb", "Zo\u00eb\u0308"),
    ("Bill", "BiII"),
    ("Modern", "Modem"),
    ("Ada", "Seat 1 (Ada)"),
    ("Seat 2", "Ada"),
    ("\u0391\u0394\u0391", "A\u0394A"),  # Greek, and Greek with Latin
]
DIFFERENT = [
    ("Ada", "Grace", "Linus", "Zoë"),
    ("Player 1", "Player 2"),
    ("Seat 1", "Seat 2"),
    ("Søren", "Łukasz", "Ægir", "José"),
    ("日本", "中国"),
    ("Аня", "Борис"),
    ("Ada 😀", "Ada 😃"),
]


@pytest.mark.parametrize("names", TWINS, ids=ascii)
def test_names_that_could_be_confused_have_the_number_of_their_seat(names: Sequence[str]) -> None:
    assert could_be_confused(names)
    assert shown(ENGLISH, names) == tuple(f"Seat {number} ({name})" for number, name in enumerate(names, 1))


@pytest.mark.parametrize("names", DIFFERENT, ids=ascii)
def test_names_that_differ_stay_as_they_are(names: Sequence[str]) -> None:
    assert shown(ENGLISH, names) == names


@pytest.mark.parametrize("format", ["txt", "html", "svg", "csv"])
@pytest.mark.parametrize("names", TWINS[:6], ids=ascii)
def test_a_file_tells_twins_apart_wherever_it_names_one(names: Sequence[str], format: str) -> None:
    transcript = played(*names, seed=3)

    told = formats()[format].render(transcript).decode()

    for number, name in enumerate(names, 1):
        assert f"Seat {number} ({name})" in told
    assert transcript.result.startswith("Seat ")
    assert all(f"Seat {step.seat + 1} (" in step.words for step in transcript.steps if step.seat is not None and step.words)


def test_a_score_sheet_tells_names_apart_that_are_alike_as_far_as_they_have_room() -> None:
    names = [f"The one and only Ada Lovelace {end}" for end in ("the First", "the Second")]

    told = formats()["txt"].render(played(*names, seed=3)).decode()

    [heading] = [line for line in told.splitlines() if line.startswith("Round  ")]
    assert heading.split("Seat ")[1:] == ["1 (The one and onl…  ", "2 (The one and onl…"]
    assert f"{names[0]} " in told
    assert f"Seat 1 ({names[0]}" not in told
