"""The moves of a seat in parts: none is longer than 32 KB, whatever deck is played, and together they are all moves."""

import copy
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib.resources import files
from random import Random
from typing import Any

import msgspec
import pytest

from events.tables.move_list import LONGEST, MoveList, listed
from events.tables.opening import LoadedTable
from events.tables.presenting import present_move
from rules.dice_cards.cards import Card, after, options
from rules.dice_cards.commands import Keep
from rules.dice_cards.deck import deck
from rules.dice_cards.mechanisms.mechanism import Marks
from rules.dice_cards.state import State
from rules.registry import games
from rules.table_commands import Create
from tests.events.proof.playthrough import HUMAN, Playthrough
from tests.size import at_size

GAME = "dice-cards"
FILE: dict[str, Any] = tomllib.loads(files("rules.dice_cards").joinpath("deck.toml").read_text(encoding="utf-8"))
LATE = 9_999
"""The number of a decision that no table reaches: eight seats have some thousand events."""

MOST_CELLS = 36


def wide(cell: Any, number: int) -> dict[str, Any]:
    """A deck with one card fifty times, which is as large as a card may be: each cell accepts `cell`, such as this number."""
    found = copy.deepcopy(FILE)
    for card in found["cards"]:
        card |= {"mechanism": "printed", "board": {"cells": [cell] * MOST_CELLS}, "score": {"each": 1}}
        card |= {"colours": ".", "tickets": [1], "example": {"marks": [[0, number]], "points": 1, "tickets": 1}}
    return found


DECKS: Mapping[str, dict[str, Any]] = {
    "stand-in": FILE,
    "any number in any cell": wide(list(range(1, 13)), 1),
    "both dice in any cell": wide("difference 1", 12),
}


def heaviest(card: Card) -> Marks:
    """The marks with which the most can be written, that are found on the card: empty, and on the way of fillings that keep it open."""
    best = card.empty
    for seed in range(at_size(3, 40)):
        mind, marks = Random(seed), card.empty
        while free := options(card, marks):
            tried = [after(card, marks, mind.choice(free)) for _ in range(1 + 4 * (seed % 2))]
            marks = max(tried, key=lambda next_marks: len(options(card, next_marks)))
            best = max(best, marks, key=lambda found: len(options(card, found)))
    return best


def card_without_number(card: Card) -> str:
    """The rules of a card: cards that differ in their number only are filled alike."""
    return card.rules.replace(f'"number":{card.number},', "")


def worst(name: str) -> LoadedTable:
    """A table of this deck with the six cards on which the most can be written, filled so, with tickets for every number."""
    cards = deck(DECKS[name])
    found = {rules: heaviest(card) for rules, card in {card_without_number(card): card for card in cards.values()}.items()}
    filled = {number: found[card_without_number(card)] for number, card in cards.items()}
    most = sorted(sorted(cards, key=lambda number: len(options(cards[number], filled[number])))[-6:])
    playthrough = Playthrough(5, games({GAME: {"deck": DECKS[name]}}))
    table = playthrough.create_table(GAME, Create(options={"deal": "choose-any"}, seats=(HUMAN,)))
    for card in most:
        playthrough.move(table, partial(_kept, card))
    loaded = playthrough.loaded(table)
    return with_player(loaded, tickets=99, sheets=tuple(filled[card] for card in most))


def _kept(card: int, moves: Sequence[Any]) -> Any:
    return next(move for move in moves if move == Keep(card=card))


def with_player(loaded: LoadedTable, **changes: Any) -> LoadedTable:
    """The table with another player in seat 0, who owes a late decision."""
    play = loaded.table.play
    assert isinstance(play, State)
    changed = play._replace(players=(play.players[0]._replace(**changes),))
    return loaded._replace(table=replace(loaded.table, play=changed, decisions=(LATE,)))


def parts(loaded: LoadedTable) -> Iterator[MoveList]:
    part = listed(loaded, 0)
    yield part
    while part.next is not None:
        part = listed(loaded, 0, part.next)
        yield part


@pytest.mark.parametrize(("name", "least"), [("stand-in", 400), ("any number in any cell", 2500), ("both dice in any cell", 2000)])
def test_no_part_is_longer_than_32_kilobytes_and_all_together_are_all_moves(name: str, least: int) -> None:
    loaded = worst(name)

    found = list(parts(loaded))

    assert max(len(msgspec.json.encode(part)) for part in found) < LONGEST
    moves = [msgspec.json.decode(move) for part in found for move in part.moves]
    assert moves == [present_move(loaded.game, command, LATE) for command in loaded.game.legal(loaded.table.play, 0)]
    assert {part.decision for part in found} == {LATE}
    assert len(moves) > least


def test_the_first_part_has_what_costs_no_ticket() -> None:
    """A bot that reads no further can do all that it could do without tickets."""
    loaded = worst("stand-in")

    first = [msgspec.json.decode(move) for move in listed(loaded, 0).moves]

    free = [present_move(loaded.game, move, LATE) for move in loaded.game.legal(with_player(loaded, tickets=0).table.play, 0)]
    assert first[: len(free)] == free
    assert free[-1]["type"] == "strike"


@pytest.mark.parametrize("game", games())
def test_an_ordinary_list_is_one_part(game: str) -> None:
    playthrough = Playthrough(7)
    table = playthrough.create_table(game, Create(options={}, seats=(HUMAN,) * 2))
    loaded = playthrough.loaded(table)
    seat = loaded.table.owing[0]

    part = listed(loaded, seat)

    assert (len(part.moves), part.next) == (len(loaded.game.legal(loaded.table.play, seat)), None)
    assert listed(loaded, seat, len(part.moves)) == MoveList(part.decision, [], None)


def test_a_seat_that_owes_nothing_has_an_empty_part() -> None:
    playthrough = Playthrough(7)
    table = playthrough.create_table("ice-dice", Create(options={}, seats=(HUMAN,) * 2))
    loaded = playthrough.loaded(table)

    waiting = next(seat for seat in range(2) if seat not in loaded.table.owing)

    assert listed(loaded, waiting) == MoveList(None, [], None)
