"""Made-up moves are well-typed, and some of their numbers lie just outside the bounds."""

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Literal

from rules.game import AnyGame
from rules.testing.near_misses import near_misses
from tests.rules.dicy_cards.story import GAME


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A move with every kind of field that a command may have."""

    text: str
    word: Literal["one", "two"]
    number: int = field(metadata={"minimum": 3, "maximum": 4})
    row: tuple[int, ...]


def test_moves_are_made_up_of_every_kind_of_field() -> None:
    listed = [Name(text="Ann", word="one", number=3, row=(1,))]
    commands: Any = {"name": Name}
    game: AnyGame = replace(GAME, commands=commands)

    found = list(near_misses(game, listed, Random(1)))

    assert {move.number for move in found} >= {2, 3, 4, 5}
    assert {move.word for move in found} == {"one", "two"}
    assert "" in {move.text for move in found}
    assert any(len(move.row) > 1 for move in found)
    assert [move for move in found if replace(move, text="Ann") in listed]
