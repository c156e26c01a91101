"""Where a mark goes, in words: said if its number could go elsewhere on the card."""

import pytest

from rules.dice_cards.places import place_of
from rules.texts.advising import phrase
from rules.texts.texts import of_game
from tests.rules.dice_cards.story import DECK, GAME, mark, rolling

FEVER, YIN_AND_YANG, BINGO, POLYOMINOS, TOWERS, HOPSCOTCH, MOUNTAIN = 17, 2, 3, 6, 38, 7, 14


@pytest.mark.parametrize(
    ("card", "place", "number", "there"),
    [
        (FEVER, 5, 1, ("cell", 6, 12)),
        (POLYOMINOS, 3, 2, ("column", 4, 4)),
        (TOWERS, 1, 7, ("row", 2, 3)),
    ],
)
def test_a_place_has_its_number_among_those_that_are_drawn(card: int, place: int, number: int, there: tuple[str, int, int]) -> None:
    assert place_of(DECK[card], place, number) == there


def test_cells_are_counted_as_they_are_drawn_and_not_as_the_rules_have_them() -> None:
    assert [place_of(DECK[YIN_AND_YANG], place, 1) for place in (0, 6)] == [("cell", 4, 12), ("cell", 1, 12)]


@pytest.mark.parametrize(("card", "place", "number"), [(BINGO, 3, 8), (MOUNTAIN, 0, 3)])
def test_where_a_number_can_go_to_one_place_only_nothing_is_said(card: int, place: int, number: int) -> None:
    assert place_of(DECK[card], place, number) is None


def test_where_what_is_written_decides_what_comes_next_the_place_is_said_from_the_first_number_on() -> None:
    assert place_of(DECK[HOPSCOTCH], 0, 2) == ("cell", 1, 7)


def test_the_place_is_part_of_the_move_in_words() -> None:
    state = rolling([FEVER, BINGO, *(22, 24, 27, 40)], dice=(1, 3))

    told = {
        language: [phrase(GAME, of_game(GAME, language), state, mark(*where)) for where in ((FEVER, 5, 1), (BINGO, 3, 8))]
        for language in ("en", "fr")
    }

    assert told == {
        "en": ["Write 1 on Fever, cell 6 of 12", "Write 8 on Blackout Bingo"],
        "fr": ["Inscrire 1 sur Fièvre, case 6 sur 12", "Inscrire 8 sur Bingo total"],
    }
