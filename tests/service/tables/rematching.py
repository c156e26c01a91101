"""Asks for rematches of finished tables."""

from collections.abc import Mapping
from typing import Any

from tests.live import Api, CreatedTable, Reply, Seated

OPTIONS = {"mode": "custom", "cards": ["forty-minus", "all-under-six", "pair-doubled", "any-two", "three-lowest"]}


def ask(api: Api, who: Seated, **body: Any) -> Reply:
    """A player requests a rematch."""
    return api.post(f"/v1/tables/{who.table}/rematch", token=who.token, json=body)


def given(reply: Reply) -> Seated:
    """The player's seat at the new table."""
    assert reply.status in {200, 201}, reply
    return Seated(reply.json["rematch"]["table"], reply.json["seat"], reply.json["token"])


def reserved(api: Api) -> Mapping[str, Any]:
    reservation: Mapping[str, Any] = api.post("/v1/commitments").json
    return reservation


def over(api: Api, seats: int = 2) -> CreatedTable:
    """A table whose game is over, because all players but the last have resigned."""
    created_table = api.create_table(seats, options=OPTIONS)
    for who in created_table.seated[:-1]:
        assert api.leave(who).status == 200
    return created_table._replace(view=api.view(created_table.table))
