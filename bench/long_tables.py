"""Creates tables with any number of events: real turns of a real game, repeated.

No game of Dicy Cards has 20,000 events, since the rules end it after 200 rounds. But `evolve` does not check facts, so the same rounds can
be repeated for ever.
"""

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import cycle, islice
from random import Random
from typing import Any

from events.store.event_store import Key
from events.store.keys import new_table_id
from events.store.store import Store
from events.tables import keyed_orders
from events.tables.codec import Codec
from events.tables.envelope import NO_HASH
from events.tables.keyed_orders import Holder, Order
from events.tables.recording import Chances, write
from events.timestamps import instant
from rules.dice import DiceSeed
from rules.game import AnyGame
from rules.registry import games
from rules.table import Decided, create, decide
from rules.table_commands import Create, SeatRequest
from rules.table_state import Table, fold

GAME = games()["dicy-cards"]
CODEC = Codec(GAME)
EVENTS_PER_APPEND = 500
NOW = instant(datetime(2026, 11, 28, tzinfo=UTC))


def long_table(store: Store, length: int) -> str:
    """The id of a new table with two human seats and about `length` events (a few more, so that it ends with a turn)."""
    table_id = new_table_id(os.urandom(17))
    seed = DiceSeed(table_id, os.urandom(32).hex())
    seats = (SeatRequest(kind="human"),) * 2
    created_table = create(GAME, Create(options={"first_seat": "creator"}, seats=seats), seed, NOW)
    head = _append(store, keyed_orders.create(table_id, GAME.name, Create(options={}, seats=seats)), NO_HASH, None, created_table, seed)
    table, turns = created_table.table, [list(turn) for turn in islice(_turns(GAME, created_table.table, seed), 200)]
    turn = cycle(turns)
    number = 0
    while table.version < length:
        facts: list[Any] = []
        while len(facts) < min(EVENTS_PER_APPEND, length - table.version):
            facts += next(turn)
        folded = fold(GAME, table, facts)
        assert folded is not None
        before, table, number = table, folded, number + 1
        order = Order(table_id, None, Key(f"bench:{number}", ""))
        head = _append(store, order, head, before, Decided(facts, table), seed)
    return table_id


def holders(table: Table[Any]) -> list[Holder]:
    """The holders of the seats."""
    return [Holder(seat, place.taken) for seat, place in enumerate(table.seats)]


def _turns(game: AnyGame, table: Table[Any], seed: DiceSeed) -> Iterator[list[Any]]:
    """Turns in which a seat rolls, often freezes a card to reroll, and finally skips."""
    chance = Random(1)
    while True:
        facts: list[Any] = []
        turn = game.clock(table.play, 0)
        while game.clock(table.play, 0) == turn:
            [seat] = game.to_move(table.play)
            decided = decide(game, table, seat, _command(game, table, seat, chance), seed, NOW)
            facts, table = facts + decided.facts, decided.table
        yield facts


def _command(game: AnyGame, table: Table[Any], seat: int, chance: Random) -> Any:
    legal = game.legal(table.play, seat)
    wanted = "Skip" if game.view(table.play, None)["phase"] == "play" and chance.random() < 0.4 else chance.choice(["Roll", "Reroll"])
    chosen = [command for command in legal if type(command).__name__ == wanted]
    passing = [command for command in legal if type(command).__name__ not in ("Score", "Reroll")]
    return chance.choice(chosen or passing)


def _append(store: Store, order: Order, head: str, before: Table[Any] | None, decided: Decided, seed: DiceSeed) -> str:
    written = write(CODEC, order, head, before, decided, datetime.now(UTC), Chances(seed, os.urandom))
    store.append(written.batch)
    return written.head
