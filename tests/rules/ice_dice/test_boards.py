"""A deployment's own board, which replaces the unofficial one (I2)."""

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

import pytest

from rules.ice_dice import game
from rules.ice_dice.boards import STAND_IN
from rules.ice_dice.commands import Setup
from rules.ice_dice.tokens import COLOURS
from rules.registry import games
from rules.testing.fixed_dice import Falling
from rules.testing.stories import Story
from rules.texts.catalogue import catalogue

Json = dict[str, Any]


def own_board() -> Json:
    """Three lines of twelve with falling numbers. The front colour changes every six tokens, the back colour every token."""
    tokens = [
        {"number": 36 - place, "colour": COLOURS[place // 6], "back": {"number": place + 1, "colour": COLOURS[place % 6]}}
        for place in range(36)
    ]
    return {"lines": [tokens[place::3] for place in range(3)]}


OURS = game(board=own_board())


def line_of(numbers: Iterable[int]) -> list[Json]:
    """The tokens of the board with these numbers."""
    by_number = {token["number"]: token for line in own_board()["lines"] for token in line}
    return [by_number[number] for number in numbers]


def changed(path: list[Any], value: Any) -> Json:
    """The board with one changed value."""
    board = deepcopy(own_board())
    *way, last = path
    place: Any = board
    for step in way:
        place = place[step]
    place[last] = value
    return board


def laid(options: Json, *draws: tuple[int, ...]) -> Any:
    """The state of a table on this board before its first move."""
    return Story(OURS).started(options, 2, Falling(*draws, (1,)))


def test_the_tokens_lie_in_the_deployments_lines_and_are_set_up_from_them() -> None:
    state = laid({})

    after = Story(OURS).play(state, 0, Setup(token=36)).state

    assert state.big[:3] == (36, 33, 30)
    assert [len(line) for line in OURS.view(state, None)["lines"]] == [12, 12, 12]
    assert OURS.view(state, None)["lines"][1][0] == {"token": 35, "number": 35, "colour": "red"}
    assert {move.token % 3 for move in OURS.legal(after, 0) if isinstance(move, Setup)} == {1, 2}


def test_young_keeps_its_low_tokens_and_experienced_turns_them() -> None:
    young, experienced = laid({"variant": "young"}), laid({"variant": "experienced"}, (2,) * 36)

    assert sorted(young.big) == list(range(1, 19))
    assert [len(line) for line in OURS.view(young, None)["lines"]] == [6, 6, 6]
    assert OURS.view(experienced, None)["lines"][0][:2] == [
        {"token": 36, "number": 1, "colour": "red"},
        {"token": 33, "number": 4, "colour": "green"},
    ]


def test_the_stand_in_itself_may_be_given_and_is_then_no_stand_in() -> None:
    lines = [
        [{"number": front.number, "colour": front.colour, "back": {"number": back.number, "colour": back.colour}} for front, back in line]
        for line in STAND_IN
    ]

    ours = games({"ice-dice": {"board": {"lines": lines}}})["ice-dice"]

    assert not any(card["stand_in"] for card in catalogue(ours, "en")["cards"])


@pytest.mark.parametrize(
    ("board", "wrong"),
    [
        ([], r"\{lines: \[…\]\} is needed"),
        ("lines", r"\{lines: \[…\]\} is needed"),
        ({}, r"\{lines: \[…\]\} is needed"),
        ({"lines": None}, r"\{lines: \[…\]\} is needed"),
        ({**own_board(), "name": "ours"}, "and nothing else"),
        ({"lines": []}, "there are 0 fronts"),
        ({"lines": [5]}, "a line is a list of tokens, not 5"),
        ({"lines": [[]]}, r"a line is a list of tokens, not \[\]"),
        ({"lines": ["red"]}, "a line is a list of tokens, not 'red'"),
        ({"lines": [[5]]}, r"a token is \{number, colour, back\}, not 5"),
        ({"lines": [[{"number": 1, "colour": "red"}]]}, r"a token is \{number, colour, back\}"),
        (changed(["lines", 0, 0, "line"], 1), r"a token is \{number, colour, back\}"),
        (changed(["lines", 0, 0, "back"], 7), r"the back of a token is \{number, colour\}, not 7"),
        (changed(["lines", 0, 0, "back"], {"number": 1}), r"the back of a token is \{number, colour\}"),
        (changed(["lines", 0, 0, "number"], "36"), "'36' is no number"),
        (changed(["lines", 0, 0, "number"], True), "True is no number"),
        (changed(["lines", 0, 0, "back", "number"], 1.0), "1.0 is no number"),
        (changed(["lines", 0, 0, "colour"], "pink"), "no colour 'pink'; known: red, orange"),
        (changed(["lines", 0, 0, "back", "colour"], ["red"]), "no colour"),
        (changed(["lines", 0, 0, "number"], 35), "there are 36 fronts; each number from 1 to 36 is on one, missing: 36"),
        (changed(["lines", 0, 0, "number"], 37), "there are 36 fronts; each number from 1 to 36 is on one, missing: 36"),
        (changed(["lines", 0, 0, "back", "number"], 2), "there are 36 backs; each number from 1 to 36 is on one, missing: 1"),
        (changed(["lines", 0, 0, "colour"], "blue"), "each colour is on 6 fronts"),
        (changed(["lines", 0, 0, "back", "colour"], "blue"), "each colour is on 6 backs"),
        ({"lines": [line_of(range(1, 37, 2)), line_of(range(2, 37, 2))]}, "at least three lines need a token up to 18"),
        ({"lines": [line_of(range(1, 10)), line_of(range(10, 19)), line_of(range(19, 37))]}, "at least three lines need a token up to 18"),
    ],
)
def test_a_bad_board_is_refused_with_what_is_wrong(board: Any, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        game(board=board)


def test_the_registry_names_the_setting_that_there_is() -> None:
    with pytest.raises(ValueError, match="no setting 'lines'; known: board"):
        games({"ice-dice": {"lines": []}})


# --- the catalogue ---


def test_every_token_has_words_of_its_own_its_colour_its_line_and_its_other_side() -> None:
    english, french, own = catalogue(game(), "en")["cards"], catalogue(game(), "fr")["cards"], catalogue(OURS, "en")["cards"]

    for cards in (english, french, own):
        assert [(card["id"], card["title"]) for card in cards] == [(str(number), str(number)) for number in range(1, 37)]
        assert len({card["text"] for card in cards}) == 36
        assert {card["stand_in"] for card in cards} == {cards is not own}
    assert english[8]["text"] == "Line 2, green; on the back: 33, orange."
    assert french[8]["text"] == "Ligne 2, vert ; au dos : 33, orange."
    assert own[35]["text"] == "Line 1, red; on the back: 1, red."
