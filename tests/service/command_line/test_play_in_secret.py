"""`rollstream play` tells a game that hides something: by what a spectator sees of each event."""

import io
import re
from collections.abc import Mapping
from typing import Any

import pytest

from events.tables.codec import Codec
from rules.registry import games
from rules.texts.texts import Texts, of_game
from service.terminal.paper import TEXTS, paper
from service.terminal.safe_text import printable
from service.terminal.table_printer import TablePrinter
from tests.live import Service
from tests.service.command_line.test_play import BEGINNING, counted, events_of, lines_of, play

GAME = games()["dice-cards"]


@pytest.mark.parametrize("seats", [1, 3])
def test_a_whole_game_of_dice_cards_is_played_and_told(service: Service, seats: int) -> None:
    result = play("--url", service.url, "--game", "dice-cards", "--option", "deal=young", "--seats", str(seats), "--seed", "7")

    assert result.exit_code == 0, result.output
    told, events = result.stdout, events_of(service, result.stdout)
    assert events[-1]["type"] == "table.seed-revealed"
    assert re.findall(r"^Roll (\d+): black \d, red \d\.$", told, re.MULTILINE) == [str(roll) for roll in range(1, 51)]
    assert lines_of(told, "has answered") == counted(events, "dice-cards.roll-answered") + counted(events, "dice-cards.cards-exchanged")
    answers = [line for line in told.splitlines() if " writes " in line or "strikes the roll" in line]
    assert len(answers) == counted(events, "dice-cards.answers-revealed")
    assert all(f"Player {seats} " in line for line in answers)
    assert not re.search(r"^dice-cards\.", told, re.MULTILINE)
    assert ("Rank: " in told) is (seats == 1)


def seen(name: str, seat: int | None, **data: Any) -> Mapping[str, Any]:
    return {"version": 7, "type": f"dice-cards.{name}", "schema": 1, "seat": seat, "data": data}


def told(texts: Texts, *events: Mapping[str, Any]) -> list[str]:
    """The output for what a spectator sees of these events, at a table for two."""
    out = io.StringIO()
    printer = TablePrinter(paper(out, {}), Codec(GAME), texts)
    printer.print_events(BEGINNING[:4])
    began = len(out.getvalue())
    printer.print_events(events)
    return out.getvalue()[began:].splitlines()


ANSWER = {"card": 22, "place": 0, "number": 1, "cells": [[0, 1]], "spent": 0, "earned": 0}


def test_answers_are_told_with_everybodys_points_when_all_have_answered() -> None:
    rolled = seen("dice-rolled", None, roll=1, dice=[1, 4], draw={"n": 1, "kind": "dice", "of": 6, "values": [1, 4]})
    answered = seen("roll-answered", 1)
    revealed = seen("answers-revealed", None, roll=1, answers=[ANSWER, None], tickets=[0, 0], points=[1, 0])

    english = of_game(GAME, "en", ["Ada", "Ben"], more=[TEXTS])
    lines = told(english, seen("deck-shuffled", None, seats=2, deal="young"), rolled, answered, revealed)

    assert lines[1:4] == ["Roll 1: black 1, red 4.", "Ben has answered.", "Ada writes 1 on Apple Tree."]
    assert "Ada 1 · Ben 0" in lines[4]


def test_an_event_of_which_too_little_is_seen_is_told_by_its_name() -> None:
    assert told(of_game(GAME, "en", ["Ada", "Ben"], more=[TEXTS]), seen("deck-shuffled", None, seats=2)) == ["dice-cards.deck-shuffled"]


def test_french_keeps_its_spaces_on_the_terminal() -> None:
    french = of_game(GAME, "fr", ["Ada", "Ben"], more=[TEXTS])

    [_, line, *_] = told(
        french, seen("deck-shuffled", None, seats=2, deal="young"), seen("dice-rolled", None, roll=3, dice=[1, 4], draw=None)
    )

    assert line == "Lancer 3\u202f: noir 1, rouge 4."
    assert printable("a\u2028b\u202ec\u202fd") == "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}c\u202fd"
