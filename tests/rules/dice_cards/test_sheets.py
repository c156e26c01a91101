"""The drawings of the cards: all cells are there and apart, and a number is drawn where the rules write it."""

from itertools import combinations

import pytest

from rules.dice_cards.cards import after
from rules.dice_cards.deck import DeckCard, stand_in
from rules.dice_cards.mechanisms.parameters import pair
from rules.dice_cards.sheets import sheet
from rules.dice_cards.sheets.labels import label

each_card = pytest.mark.parametrize("card", stand_in().values(), ids=lambda card: card.name["en"])


@each_card
def test_every_mark_of_the_example_is_drawn_in_a_cell_of_its_place(card: DeckCard) -> None:
    drawn, marks = sheet(card), card.empty

    for writing in card.example.writings:
        before, marks = marks, after(card, marks, writing)

        changed = {cell for cell in range(len(drawn.cells)) if marks[cell] != before[cell]}
        assert changed & set(drawn.places[writing.place]), writing

    assert len(drawn.places) == card.mechanism.places
    assert sorted({cell for place in drawn.places for cell in place}) == list(range(len(drawn.cells)))


@each_card
def test_the_cells_lie_apart_and_inside(card: DeckCard) -> None:
    drawn = sheet(card)

    for one, other in combinations(drawn.cells, 2):
        assert max(abs(one.x - other.x), abs(one.y - other.y)) >= 100, (one, other)
    for cell in drawn.cells:
        assert 0 <= cell.x <= drawn.width - 100, cell
        assert 0 <= cell.y <= drawn.height - 100, cell


@each_card
def test_signs_and_pieces_lie_inside_and_no_sign_is_crossed_by_a_link(card: DeckCard) -> None:
    drawn = sheet(card)
    middles = {
        ((drawn.cells[one].x + drawn.cells[other].x) // 2, (drawn.cells[one].y + drawn.cells[other].y) // 2) for one, other in drawn.links
    }

    for note in drawn.notes:
        assert 0 <= note.x <= drawn.width - 15, note
        assert 0 <= note.y <= drawn.height - 35, note
        assert not any(abs(note.x - 50 - x) < 20 and abs(note.y - 50 - y) < 20 for x, y in middles), note
    for shape in drawn.shapes:
        for right, down in shape.squares:
            assert shape.x + 35 + 25 * (right + 1) <= drawn.width, shape
            assert shape.y + 25 * (down + 1) <= drawn.height, shape


def test_a_cell_says_which_dice_it_takes() -> None:
    cards = stand_in()

    assert [{cell.dice for cell in sheet(cards[number]).cells} for number in (9, 30, 33)] == [{()}, {(1,)}, {(0, 1)}]


@pytest.mark.parametrize(
    ("accepted", "printed"),
    [((7,), "7"), ((1, 2), "1 2"), ((4, 5, 6), "4–6"), ((1, 3, 5), "135"), ((10, 12), "10 12")],
)
def test_the_numbers_that_a_cell_takes_are_printed_in_it(accepted: tuple[int, ...], printed: str) -> None:
    assert label(accepted, two=False) == printed


@pytest.mark.parametrize(
    ("words", "printed"),
    [("double", "="), ("double 3", "33"), ("sum 7", "+7"), ("difference 2", "±2"), ("product 12", "×12"), ("odd", "135"), ("even", "246")],
)
def test_what_both_dice_must_make_is_printed_as_a_sign(words: str, printed: str) -> None:
    assert label(pair(words, "cells"), two=True) == printed
