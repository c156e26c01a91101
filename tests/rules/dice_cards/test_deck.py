"""The deck: what it must show, its examples, and decks of others with what is wrong in them."""

import copy
import re
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from rules.dice_cards import game
from rules.dice_cards.cards import after, is_complete, most_points, points, tickets
from rules.dice_cards.deck import deck
from rules.texts.catalogue import catalogue
from tests.rules.dice_cards.story import DECK, PLAIN, plain

FILE = tomllib.loads(files("rules.dice_cards").joinpath("deck.toml").read_text(encoding="utf-8"))

each_card = pytest.mark.parametrize("number", DECK)


# --- the fifty cards ---


def test_the_deck_has_as_many_cards_of_each_kind_as_it_should() -> None:
    cards = DECK.values()

    assert list(DECK) == list(range(1, 51))
    assert len({card["mechanism"] for card in FILE["cards"]}) >= 12
    assert sum(card.all_or_nothing for card in cards) >= 8
    assert sum(bool(card.steps) for card in cards) >= 8
    assert sum(bool(card.tickets) for card in cards) >= 10
    assert sum(card.one_colour for card in cards) >= 10
    assert sum(card.two_numbers for card in cards) >= 4
    assert all(card.stand_in for card in cards)


@each_card
def test_a_card_says_which_numbers_may_be_written_unless_all_may_or_they_are_printed(number: int) -> None:
    card, board = DECK[number], FILE["cards"][number - 1]["board"]

    limits = [board[limit] for limit in ("lowest", "highest") if limit in board and "any" in card.sources]  # a die has only six

    for text in card.text.values():
        assert [limit for limit in limits if str(limit) not in re.findall(r"\d+", text)] == []


def test_the_young_cards_are_those_of_the_rulebook_and_none_is_all_or_nothing() -> None:
    young = [card for card in DECK.values() if card.young]

    assert [card.number for card in young] == [2, 22, 24, 27, 30, 31, 37, 40, 41, 42]
    assert not any(card.all_or_nothing or card.two_numbers for card in young)


def test_the_known_cards_keep_what_is_known_of_them() -> None:
    known = {number: (card.name["en"], card.one_colour, card.two_numbers, bool(card.steps)) for number, card in DECK.items() if number <= 8}

    assert known == {
        1: ("Sudoku", False, False, True),
        2: ("Yin & Yang", True, False, False),
        3: ("Blackout Bingo", False, False, False),
        4: ("Reverse Pyramid", False, False, False),
        5: ("Solitaire", True, False, False),
        6: ("Polyomino Rows", False, False, False),
        7: ("Hopscotch", False, True, True),
        8: ("Doubles", False, True, False),
    }
    assert (DECK[3].each, DECK[3].tickets) == ((4, 4, 4, 8), (1, 2, 3))
    assert 8 in [points for _, points in DECK[7].steps]


def test_no_two_cards_are_the_same_after_relabelling() -> None:
    """Neither when black and red change places, nor when only names and points differ."""
    swapped = str.maketrans("br", "rb")
    found = set()
    for card in FILE["cards"]:
        colours = card.get("colours", ".")
        rule = min(
            repr((card["mechanism"], sorted(card["board"].items(), key=str), signs)) for signs in (colours, colours.translate(swapped))
        )
        assert rule not in found, card["number"]
        found.add(rule)


@each_card
def test_the_example_of_a_card_is_worth_what_it_says(number: int) -> None:
    card = DECK[number]
    marks = card.empty

    for writing in card.example.writings:
        before, marks = marks, after(card, marks, writing)
        assert points(card, before) <= points(card, marks)
        assert tickets(card, before) <= tickets(card, marks)

    assert (points(card, marks), tickets(card, marks)) == (card.example.points, card.example.tickets)
    assert points(card, marks) > 0


@each_card
def test_an_empty_card_is_worth_nothing(number: int) -> None:
    card = DECK[number]

    assert (points(card, card.empty), tickets(card, card.empty), is_complete(card, card.empty)) == (0, 0, False)


# --- points and tickets ---


def test_points_are_given_for_each_unit_and_for_all() -> None:
    card = plain(score={"each": [1, 2, 4], "whole": 10})

    assert [points(card, marks) for marks in [(0, 0, 0), (1, 0, 0), (0, 2, 3), (1, 2, 3)]] == [0, 1, 6, 17]
    assert most_points(card) == 17


def test_only_the_last_step_counts() -> None:
    card = plain(score={"steps": [[1, 2], [3, 9]]})

    assert [points(card, marks) for marks in [(0, 0, 0), (1, 0, 0), (0, 2, 3), (1, 2, 3)]] == [0, 2, 2, 9]
    assert most_points(card) == 9


def test_all_or_nothing_is_nothing_until_the_last_mark() -> None:
    card = plain(score={"all": 12})

    assert [points(card, marks) for marks in [(1, 0, 3), (1, 2, 3)]] == [0, 12]
    assert card.all_or_nothing


def test_a_ticket_is_given_for_each_number_of_units_that_is_named() -> None:
    card = plain(tickets=[1, 3, 3])

    assert [tickets(card, marks) for marks in [(0, 0, 0), (0, 2, 0), (1, 2, 0), (1, 2, 3)]] == [0, 1, 1, 3]


# --- another deck ---


def test_a_deck_from_a_file_is_played_with_its_own_words() -> None:
    own = copy.deepcopy(FILE)
    own["cards"][0] |= {"name": {"en": "My { own }", "fr": "À moi"}, "score": {"steps": [[1, 7]]}}

    cards = catalogue(game(deck=own), "en")["cards"]

    assert cards[0]["title"] == "My { own }"
    assert cards[0]["text"].endswith("only the last star counts): 1 → 7.")
    assert catalogue(game(deck=own), "fr")["cards"][0]["title"] == "À moi"


WRONG_CARDS: list[tuple[dict[str, Any], str]] = [
    ({"number": 0}, "number: must be a whole number from 1 to 50"),
    ({"number": True}, "number: must be a whole number from 1 to 50"),
    ({"mechanism": "roulette"}, "mechanism: must be one of: bingo, climb,"),
    ({"name": {"en": "One"}}, "name.fr: must be a text of at most 40 characters"),
    ({"name": {"en": "One", "fr": "Un", "de": "Eins"}}, "name.de: is not known here; known: en, fr"),
    ({"text": {"en": "Two\nlines", "fr": "Un"}}, "text.en: must be a text of at most 400 characters, on one line"),
    ({"board": None}, "board: must be a table of fields"),
    ({"board": {"cells": []}}, "board.cells: must be a list that is not empty"),
    ({"board": {"cells": [1, 13]}}, "board.cells: must be a whole number from 1 to 12"),
    ({"board": {"cells": ["triple"]}}, "board.cells: of both dice must be one of: double, double N,"),
    ({"board": {"cells": ["sum 13"]}}, "board.cells: of both dice must be one of:"),
    ({"board": {"cells": [1] * 37}}, "board.cells: must be at most 36"),
    ({"board": {"cells": [1, 2], "lines": [[0, 2]]}}, "board.lines: must be a whole number from 0 to 1"),
    ({"board": {"cells": [1, 2], "lines": [[0, 0]]}}, "board.lines: must have no cell twice in a line"),
    ({"board": {"cells": [1], "colour": "red"}}, "board.colour: is not known here; known: cells, lines"),
    ({"colours": "bb"}, "colours: must be b, r and . (any), one sign or 3 of them"),
    ({"score": {}}, "score.each: must be a whole number from 0 to 99"),
    ({"score": {"each": [1, 2]}}, "score.each: must be one number, or 3"),
    ({"score": {"all": 5, "each": 2}}, "score.each: is not known here; known: all, steps"),
    ({"score": {"steps": [[1, 2], [2, 2]]}}, "score.steps: must be pairs of a number done and points, both rising, with at most 3 done"),
    ({"score": {"steps": [[4, 2]]}}, "score.steps: must be pairs"),
    ({"tickets": [4]}, "tickets: must be a whole number from 1 to 3"),
    ({"young": 1}, "young: must be true or false"),
    ({"example": {"marks": [[0, 1], [0, 1]], "points": 2, "tickets": 0}}, "example.marks: mark 2 (1 at place 0) may not be made"),
    ({"example": {"marks": [0], "points": 2, "tickets": 0}}, "example.marks: must be a whole number from 0 to 99"),
    ({"example": {"marks": [[0, 1]], "points": 2}}, "example.tickets: must be a whole number from 0 to 99"),
    ({"price": 3}, "price: is not known here; known: board,"),
    ({"mechanism": "bingo", "board": {"width": 3, "numbers": [1, 2, 3], "bingos": 1}}, "board.numbers: must fill 2 to 6 rows"),
    ({"mechanism": "bingo", "board": {"width": 2, "numbers": [1, 2, 3, 4], "bingos": 3}}, "board.bingos: must not be more than"),
    ({"mechanism": "latin", "board": {"size": 4, "box": [2, 3]}}, "board.box: must be width and height of a box of 4 cells"),
    ({"mechanism": "latin", "board": {"size": 4, "counts": "boxes"}}, "board.counts: must not be boxes where there are none"),
    ({"mechanism": "columns", "board": {"columns": [[1] * 37]}}, "board.columns: must have at most 36 cells"),
    ({"mechanism": "sums", "board": {"rows": [6, 6, 6, 6, 6, 6, 6]}}, "board.rows: must have at most 36 cells"),
    ({"mechanism": "falling", "board": {"width": 2, "height": 2, "pieces": ["###"]}}, "board.pieces: must be drawn with # and ."),
    ({"mechanism": "falling", "board": {"width": 2, "height": 2, "pieces": ["#", "#"]}}, "board.pieces: must be at most 12 different"),
    ({"mechanism": "climb", "board": {"ladders": [5], "highest": 4}}, "board.ladders: must have at most 36 rungs, and none more than"),
    ({"mechanism": "windows", "board": {"windows": [2, 2], "highest": 1}}, "board.windows: must have at most 36 cells, and be no more"),
    ({"mechanism": "countdown", "board": {"starts": [9], "marks": [3, 3]}}, "board.marks: must be one number for each start"),
    ({"mechanism": "countdown", "board": {"starts": [40], "marks": [3]}}, "board.starts: must be reachable with their marks"),
    ({"mechanism": "scales", "board": {"pans": [2], "within": [0]}}, "board.pans: must be two for each scale"),
    ({"mechanism": "scales", "board": {"pans": [2, 2], "within": [0, 1]}}, "board.within: must be different numbers, the largest first"),
    ({"mechanism": "regions", "board": {"regions": 2, "borders": [[0, 0]], "rule": "near"}}, "board.borders: must be pairs of different"),
    ({"mechanism": "thermometers", "board": {"tubes": [7], "highest": 6}}, "board.tubes: must have at most 36 cells, and none more"),
    ({"mechanism": "magic", "board": {"rows": [5, 5], "columns": [5, 6]}}, "board.rows: must be at least 2, with at most 36 cells"),
    ({"mechanism": "magic", "board": {"rows": [1, 9], "columns": [5, 5]}}, "board.columns: must be sums that their cells can have"),
    ({"mechanism": "race", "board": {"tracks": 6, "length": 7}}, "board.length: must leave at most 36 cells"),
    ({"mechanism": "path", "board": {"width": 6, "height": 6, "start": 0, "steps": [1]}}, "board.height: must leave at most 35 cells"),
    (
        {"mechanism": "path", "board": {"width": 2, "height": 2, "start": 0, "steps": [7]}},
        "board.steps: must leave every number a neighbour",
    ),
    ({"mechanism": "ring", "board": {"numbers": [1, 2]}}, "board.numbers: must be 3 to 24"),
    (
        {"mechanism": "printed", "board": {"cells": [[*range(1, 13)]] * 36, "lines": [[*range(36)]] * 6}, "score": {"each": 1}},
        "board: must be shorter: a card's rules have at most 1500 characters, these 17",
    ),
    ({"mechanism": "printed", "board": {"cells": ["odd x"]}}, "board.cells: of both dice must be one of: double, double N, odd"),
    ({"mechanism": "printed", "board": {"cells": ["odd "]}}, "board.cells: of both dice must be one of: double, double N, odd"),
    ({"name": {"en": "\u200b", "fr": "Rien"}}, "name.en: must be a text of at most 40 characters, on one line, without invisible ones"),
    (
        {"text": {"en": "Plain.", "fr": "\u001b[31m"}},
        "text.fr: must be a text of at most 400 characters, on one line, without invisible ones",
    ),
]


@pytest.mark.parametrize(("changes", "said"), WRONG_CARDS)
def test_a_wrong_card_is_told_with_its_number_and_field(changes: dict[str, Any], said: str) -> None:
    wrong = {"cards": [{**PLAIN, **changes}]}
    name = changes.get("number", 1)

    with pytest.raises(ValueError) as refused:
        deck(wrong)

    assert str(refused.value).startswith(f"deck: card {name}: {said}")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (None, "deck: {cards: […]} is needed, and nothing else"),
        ({"cards": [], "more": 1}, "deck: {cards: […]} is needed, and nothing else"),
        ({"cards": [7]}, "deck: card at position 1: card: must be a table of fields"),
        ({"cards": FILE["cards"][1:]}, "deck: 49 cards; each number from 1 to 50 is on one, missing: 1"),
        ({"cards": [*FILE["cards"], FILE["cards"][0]]}, "deck: 51 cards; each number from 1 to 50 is on one, missing: none"),
        (
            {"cards": [{name: value for name, value in card.items() if name != "young"} for card in FILE["cards"]]},
            "deck: at least 9 cards are for younger players (young: true)",
        ),
    ],
)
def test_a_wrong_deck_is_told_with_what_is_missing(given: Any, said: str) -> None:
    with pytest.raises(ValueError) as refused:
        deck(given)

    assert str(refused.value) == said


def test_lines_that_share_cells_are_no_columns() -> None:
    given = copy.deepcopy(FILE)
    given["cards"][21] |= {"board": {"cells": [1, 2, 3, 4], "lines": [[0, 1], [1, 2]]}, "score": {"each": 4}, "tickets": [1]}
    given["cards"][21]["example"] = {"marks": [[0, 1], [1, 2]], "points": 4, "tickets": 1}

    assert len(catalogue(game(deck=given), "en")["cards"]) == len(DECK)
