"""Trains a dictionary for compact forms: `python -m tests.events.store.training FILE`.

It learns from lines and summaries of games of people, built-in players and bots, with clocks and forks. A dictionary is never
trained again, because stored data needs it (see `events.store.frames`).
"""

import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path
from random import Random
from typing import Final

import zstandard

from bench.automatic import Kind, kinds
from events.projections.summaries import Span, summary, write_summary
from events.store.frames import EFFORT
from events.store.stored_lines import compressed_part
from events.tables import keyed_orders
from events.tables.envelope import read_line
from events.tables.keyed_orders import Holder
from events.tables.opening import LoadedTable
from rules.dice import DiceSeed, SeededDice
from rules.registry import games
from rules.table_commands import Create, SeatRequest
from tests.golden_tables.record import Playthrough, stories

DICTIONARY_BYTES: Final = 32_768
SEGMENT_BYTES: Final = 1000
"""The length of the pieces of samples of which a dictionary is made."""
TABLES_OF_A_GAME: Final = 24
LEVELS: Final = ("greedy", "random")
NAMES: Final = ("Player 1", "Player 2", "Ada", "Grace", "Zoë", "Jean-Luc", "Mia", "Noah")


def main() -> None:
    pieces: list[bytes | bytearray | memoryview] = list(chain.from_iterable(map(_samples, games())))
    trained = zstandard.train_dictionary(DICTIONARY_BYTES, pieces, k=SEGMENT_BYTES, d=8, level=EFFORT)
    Path(sys.argv[1]).write_bytes(trained.as_bytes())


def _samples(game: str) -> Iterator[bytes]:
    for name, story in stories(game).items():
        playthrough = Playthrough(f"{game} {name}")
        yield from _texts(playthrough, story(playthrough, games()[game]))
    quick = [kind for kind in kinds(1000, [game]) if kind.level in LEVELS]
    for number, kind in enumerate(Random(game).sample(quick, TABLES_OF_A_GAME)):
        playthrough = Playthrough(f"{kind} {number}")
        yield from _texts(playthrough, _played(playthrough, kind, Random(number)))


def _texts(playthrough: Playthrough, loaded: LoadedTable) -> Iterator[bytes]:
    """What is compressed of a table."""
    lines = playthrough.tables.store.read(loaded.id, 0, loaded.table.version)
    yield from map(compressed_part, lines)
    times = Span(read_line(lines[0]).at, loaded.at if loaded.table.outcome else None)
    yield write_summary(summary(loaded.id, loaded.game.name, times, loaded.table, f"address:{sha256(loaded.id.encode()).hexdigest()}"))


def _played(playthrough: Playthrough, kind: Kind, chance: Random) -> LoadedTable:
    """A table of people, who move as built-in players would."""
    seats = tuple(SeatRequest(kind="human", name=chance.choice(NAMES)) for _ in range(kind.seats))
    order = Create(options=kind.options, seats=seats, client_seed=chance.randbytes(16).hex())
    loaded = playthrough.create_table(games()[kind.game], order)
    player, draws = loaded.game.players[kind.level], 0
    while loaded.table.owing:
        seat, draws = chance.choice(loaded.table.owing), draws + 1
        move = player.choose(loaded.table.play, seat, SeededDice(DiceSeed("mind", "00" * 32), (), draws))
        holder = Holder(seat, loaded.table.seats[seat].taken)
        loaded = playthrough.handler.execute(keyed_orders.move(loaded.id, holder, move, loaded.table.decisions[seat])).loaded
    return loaded


if __name__ == "__main__":
    main()
