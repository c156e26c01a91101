"""Plays a table of a running service further without a request: through the handler, on the service's store."""

import secrets
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

from events.fairness.issuer import Issuer, SigningKeys
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.tables import keyed_orders
from events.tables.handler import Handler
from events.tables.keyed_orders import Holder
from events.tables.opening import Tables
from events.timestamps import now
from rules.registry import games
from rules.table_state import Table
from tests.live import Api, CreatedTable, Played
from tests.service.keys import OnAStore

Choose: TypeAlias = Callable[[Sequence[Any]], Any]


def play_ahead(service: OnAStore, table: str, choose: Choose, wanted: Callable[[Table[Any]], bool] = lambda _: False) -> None:
    """Play until the table is as wanted or finished. `choose` takes one of the legal commands."""
    with connect(service.store_url) as client:
        key = Issuer(SigningKeys(client), None, secrets.token_bytes, now).key
        handler = Handler(Tables(RedisStore(client), games(), now), secrets.token_bytes, key)
        loaded = handler.tables.open(table)
        while loaded.table.owing and not wanted(loaded.table):
            seat = loaded.table.owing[0]
            command = choose([*loaded.game.legal(loaded.table.play, seat)])
            holder = Holder(seat, loaded.table.seats[seat].taken)
            loaded = handler.execute(keyed_orders.move(table, holder, command, loaded.table.decisions[seat]), loaded).loaded


def played_out(service: OnAStore, api: Api, created_table: CreatedTable, seed: int) -> Played:
    """The table after a whole game of random moves."""
    play_ahead(service, created_table.table, at_random(seed))
    return Played(created_table.table, created_table.seated, api.view(created_table.table), api.events(created_table.table))


def at_random(seed: int) -> Choose:
    """A random move that shortens the game: mostly a score if there is one."""
    chance = Random(seed)

    def choose(legal: Sequence[Any]) -> Any:
        scores = [command for command in legal if type(command).__name__ == "Score"]
        return chance.choice(scores if scores and chance.random() < 0.8 else legal)

    return choose


def skipping(legal: Sequence[Any]) -> Any:
    """Skip the turn."""
    return next(command for command in legal if type(command).__name__ == "Skip")
