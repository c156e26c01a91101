"""Plays tables while the store changes, and checks them afterwards."""

import random
from collections.abc import Callable, Sequence

from events.proof.verify import verify
from rules.registry import games
from tests.live import Api, CreatedTable, choose


def exported(api: Api, table: str) -> bytes:
    """The verified file of a finished table."""
    order = api.post(f"/v1/tables/{table}/exports", json={"format": "json"})
    assert order.status in {200, 202}, order
    file = api.ended(f"/v1/exports/{order.json['export']}")["file"]
    return api.http.get(api.url + file["url"].removeprefix(api.url)).content


def finish(api: Api, created: CreatedTable, seed: int, refused: Sequence[int] = (), played: Callable[[], None] = lambda: None) -> None:
    """Play a table's human seats to the end. Every move is accepted; statuses in `refused` are repeated. Calls `played` after each move."""
    chance, view = random.Random(seed), created.view
    while view["status"] != "finished":
        owing = [who for who in created.seated if any(owed["seat"] == who.seat for owed in view["owed"])]
        for who in owing:
            asked = api.get(f"/v1/tables/{who.table}/moves", token=who.token)
            if asked.status == 200 and asked.json["moves"]:
                reply = api.play(who, choose(asked.json["moves"], chance))
                assert reply.status in {200, 201, *refused}, reply
                played()
        reply = api.get(f"/v1/tables/{created.table}")
        assert reply.status in {200, *refused}, reply
        view = reply.json if reply.status == 200 else view


def check(api: Api, tables: Sequence[CreatedTable]) -> None:
    """Each table is finished and its file valid."""
    for table in tables:
        assert verify(exported(api, table.table), games()).ok
