"""The page of the cards of Dice Cards: it follows from the deck, and its pictures can be read."""

from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.docs import dice_cards
from tests.rules.dice_cards.story import DECK

DRAWN = dict(dice_cards.pictures())
SVG = "{http://www.w3.org/2000/svg}"
PATHS = {20, 44}
"""Cards whose last mark is where their path ends, and no cell."""

each_picture = pytest.mark.parametrize("path", DRAWN, ids=lambda path: path.stem)


def halves(path: Path) -> list[ET.Element]:
    """The empty card, and the one that is filled in."""
    return drawing(path).findall(f"{SVG}g")


def drawing(path: Path) -> ET.Element:
    return ET.fromstring(DRAWN[path])  # noqa: S314 - our own pictures


def test_the_page_is_made_from_the_deck_as_it_is_now() -> None:
    assert dice_cards.PUBLISHED.read_text(encoding="utf-8") == dice_cards.page(), "Run python -m tests.docs.dice_cards."


def test_every_card_has_its_picture_and_no_other_is_there() -> None:
    assert sorted(dice_cards.PICTURES.iterdir()) == sorted(DRAWN)
    assert len(DRAWN) == len(DECK)


@each_picture
def test_a_picture_is_made_from_its_card_as_it_is_now(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == DRAWN[path], "Run python -m tests.docs.dice_cards."


@each_picture
def test_a_picture_has_every_cell_twice_within_its_edges_and_apart_from_the_others(path: Path) -> None:
    number, whole = int(path.stem), drawing(path).attrib
    cells = DECK[number].mechanism.cells - (number in PATHS)

    assert len(halves(path)) == 2
    for half in halves(path):
        left, top = map(int, half.attrib["transform"].removeprefix("translate(").removesuffix(")").split())
        boxes = [tuple(float(box.attrib[name]) for name in ("x", "y", "width", "height")) for box in half.findall(f"{SVG}rect")]
        assert len(boxes) == cells
        assert all(x >= 0 and left + x + width <= float(whole["width"]) for x, _, width, _ in boxes)
        assert all(y >= 0 and top + y + height <= float(whole["height"]) for _, y, _, height in boxes)
        for (x, y, width, height), (other_x, other_y, *_) in combinations(boxes, 2):
            assert abs(x - other_x) >= width or abs(y - other_y) >= height


@each_picture
def test_only_the_second_half_of_a_picture_has_numbers_those_of_the_example(path: Path) -> None:
    card = DECK[int(path.stem)]
    by_cell = card.mechanism.places == card.mechanism.cells
    numbers = {(by_cell and card.sources[place] == "both", number) for place, number in card.example.writings}

    empty, full = ([text.text for text in half.findall(f"{SVG}text") if text.get("font-weight")] for half in halves(path))

    assert empty == []
    assert set(full) == {(" " if both else "").join(str(number)) for both, number in numbers}
