"""What a table began with decides: its file is checked with the deck in its first event, and with no setting."""

import copy
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from events.proof.verify import verify
from events.testing.forger import Value
from rules.registry import games
from tests.events.proof.forging import chained_anew, of_game, parsed, version
from tests.events.proof.second import second_verdicts
from tests.events.proof.stories import ordinary
from tests.events.proof.tables import DICE_CARDS, GAMES

FILE: dict[str, Any] = tomllib.loads(files("rules.dice_cards").joinpath("deck.toml").read_text(encoding="utf-8"))


def richer() -> dict[str, Any]:
    """The deck with other points: everything that is given for each unit is doubled."""
    deck = copy.deepcopy(FILE)
    for card in deck["cards"]:
        each = card["score"].get("each")
        if each is not None:
            card["score"]["each"] = [2 * points for points in each] if isinstance(each, list) else 2 * each
    return deck


OWN = games({DICE_CARDS: {"deck": richer()}})
"""The games of a deployment with a deck of its own."""


@pytest.mark.parametrize("deal", ["nine-keep-six", "choose-any", "young"])
def test_a_table_is_right_whatever_deck_the_checking_build_has(deal: str) -> None:
    of_stand_in, of_own = (ordinary(DICE_CARDS, 61, 2, known, deal=deal) for known in (GAMES, OWN))

    assert of_stand_in != of_own
    assert [verify(file, known).status for file in (of_stand_in, of_own) for known in (GAMES, OWN)] == ["right"] * 4
    assert [verdict.status for verdict in second_verdicts([of_stand_in, of_own])] == ["right"] * 2


def no_card(value: Value) -> int:
    laid = of_game(value, "deck-shuffled")
    laid["data"]["cards"][7] = "{}"
    return version(laid)


def a_card_fewer(value: Value) -> int:
    laid = of_game(value, "deck-shuffled")
    laid["data"]["cards"].pop()
    return version(laid)


@pytest.mark.parametrize("change", [no_card, a_card_fewer])
def test_a_deck_that_no_table_can_have_is_wrong_where_it_stands(change: Any) -> None:
    value = parsed(ordinary(DICE_CARDS, 62, 2))
    wrong = change(value)
    file = chained_anew(value)

    verdicts = [verify(file, GAMES), *second_verdicts([file])]

    assert [(verdict.code, verdict.version) for verdict in verdicts] == [("event-wrong", wrong)] * 2


def test_points_that_the_tables_own_deck_does_not_give_are_wrong() -> None:
    """The events were played with the stand-in deck, but the file has the other one."""
    value, other = (parsed(ordinary(DICE_CARDS, 63, 2, known)) for known in (GAMES, OWN))
    of_game(value, "deck-shuffled")["data"]["cards"] = of_game(other, "deck-shuffled")["data"]["cards"]
    file = chained_anew(value)

    verdicts = [verify(file, GAMES), *second_verdicts([file])]

    assert [verdict.code for verdict in verdicts] == ["event-wrong"] * 2
    assert verdicts[0].version == verdicts[1].version
    assert value["events"][(verdicts[0].version or 1) - 1]["type"] == "dice-cards.answers-revealed"
