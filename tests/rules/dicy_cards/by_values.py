"""The expert with the tables of values of the package."""

from dataclasses import replace

from rules.dicy_cards.players.duel import Duel
from rules.dicy_cards.players.expert import with_table
from rules.dicy_cards.players.tables import named
from rules.dicy_cards.setup import GLACIAL, Five
from tests.rules.dicy_cards.story import GAME
from workers.values.shipped import shipped


def table(cards: Five, seats: int = 2) -> bytes:
    known = shipped(named(cards, seats))
    assert known is not None
    return known.data


DUEL = Duel(table(GLACIAL))
EXPERT, OF_THREE, OF_FOUR = (with_table(table(GLACIAL, seats)) for seats in (2, 3, 4))
INFORMED = replace(GAME, players={**GAME.players, "expert": EXPERT})
