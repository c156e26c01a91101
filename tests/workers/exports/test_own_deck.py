"""A table of Dice Cards that began with another deck than its service has by now is drawn and told as it was played."""

import copy
import html
import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from random import Random
from typing import Any, Final

import pytest

from events.tables.handler import Handler
from events.tables.opening import Tables
from rules.dice_cards.card_rules import card_of
from rules.dice_cards.cards import Card, points
from rules.dice_cards.events import AnswersRevealed
from rules.dice_cards.sheets import sheet
from rules.registry import games
from rules.table_view import view
from tests.workers.exports.tables import GAMES, create_table, fresh_handler, play_out, story_of, ticking
from workers.exports.by_card import points_by_card
from workers.exports.format import formats
from workers.exports.frames import frames
from workers.exports.transcript import Transcript

FILE: Final[Mapping[str, Any]] = tomllib.loads(files("rules.dice_cards").joinpath("deck.toml").read_text(encoding="utf-8"))
WORDS: Final = {"number", "name", "text", "stand_in"}


def shifted() -> dict[str, Any]:
    """The deck in which every card has the rules of the next one."""
    cards = copy.deepcopy(FILE["cards"])
    names = [{key: card[key] for key in WORDS & card.keys()} for card in cards]
    rules = [{key: value for key, value in card.items() if key not in WORDS} for card in cards]
    return {"cards": [{**name, **rule} for name, rule in zip(names, [*rules[1:], rules[0]], strict=True)]}


OWN: Final = games({"dice-cards": {"deck": shifted()}})


def later(seed: int) -> tuple[Transcript, Mapping[int, Card]]:
    """A finished table of that deck as a service with the usual deck reads it, and the cards with which it was played."""
    handler = Handler(Tables(fresh_handler().tables.store, OWN, ticking()), Random(seed).randbytes)
    table = create_table(handler, "Ada", "Grace", game="dice-cards", seed=seed)
    finished: Any = play_out(handler, table, seed).table.play
    cards = {card.number: card for card in map(card_of, finished.deck)}
    return story_of(Handler(Tables(handler.tables.store, GAMES, ticking()), Random(seed).randbytes), table), cards


@pytest.fixture(scope="module", params=[2, 3, 4, 5])
def story(request: pytest.FixtureRequest) -> tuple[Transcript, Mapping[int, Card]]:
    return later(request.param)


def test_its_replay_draws_the_cards_with_which_it_was_played(story: tuple[Transcript, Mapping[int, Card]]) -> None:
    told, cards = story

    drawn = frames(told)

    numbers = {title: number for number, title in enumerate(drawn["cards"])}
    for seat in told.steps[-1].scene.cards:
        for pictured in seat:
            assert drawn["sheets"][numbers[pictured.title]] == sheet(cards[int(pictured.id)])
            assert pictured.written is not None
            assert pictured.written.points == points(cards[int(pictured.id)], pictured.written.marks)
    assert set(drawn["texts"]) == {"This table started with another card of this number, whose rule is a different one."}


@pytest.mark.parametrize("name", ["html", "txt"])
def test_the_result_in_its_files_has_the_points_of_its_own_cards(story: tuple[Transcript, Mapping[int, Card]], name: str) -> None:
    told, _ = story

    file = html.unescape(" ".join(formats()[name].render(told).decode().split()))

    for _, parts in points_by_card(told):
        for title, worth in parts:
            assert re.search(rf"{worth} +{re.escape(title)}|<td>{re.escape(title)}</td><td>{worth}</td>", file)


def test_a_number_of_both_dice_is_told_as_such_on_a_card_that_takes_one_by_now(story: tuple[Transcript, Mapping[int, Card]]) -> None:
    told, cards = story

    for step in told.steps:
        if isinstance(step.recorded_event.event, AnswersRevealed):
            for answer in step.recorded_event.event.answers:
                if answer is not None and answer.card is not None and answer.number not in {11, 12}:
                    both = cards[answer.card].sources[answer.place] == "both"
                    number = " and ".join(str(answer.number)) if both else str(answer.number)
                    assert f" writes {number} on " in step.words


def test_its_view_has_the_sheets_that_are_not_those_of_the_catalogue(story: tuple[Transcript, Mapping[int, Card]]) -> None:
    told, cards = story

    sheets = view(told.loaded.game, told.loaded.id, told.table, None)["sheets"]

    assert {card: (drawn["width"], len(drawn["cells"])) for card, drawn in sheets.items()} == {
        str(number): (sheet(card).width, len(sheet(card).cells)) for number, card in cards.items()
    }


def test_the_view_of_a_table_with_the_cards_of_the_catalogue_has_no_sheets() -> None:
    handler = fresh_handler(2)
    loaded = play_out(handler, create_table(handler, "Ada", "Grace", game="dice-cards", seed=2), 2)

    assert view(loaded.game, loaded.id, loaded.table, None)["sheets"] == {}
