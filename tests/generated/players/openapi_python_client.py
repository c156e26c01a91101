"""Plays a whole game with a client that openapi-python-client has generated: `player.py URL GAME`. Prints what it met as JSON.

It runs with the generator's Python and knows nothing of this repository but the generated package.
"""

import json
import random
import sys
from collections import Counter
from typing import Any

from rollstream_client import AuthenticatedClient, Client  # type: ignore[import-not-found]
from rollstream_client.api.events import list_events  # type: ignore[import-not-found]
from rollstream_client.api.games import get_game  # type: ignore[import-not-found]
from rollstream_client.api.play import list_moves, post_move  # type: ignore[import-not-found]
from rollstream_client.api.tables import create_table, get_table  # type: ignore[import-not-found]
from rollstream_client.models import (  # type: ignore[import-not-found]
    CreateDicyCardsTable,
    CreateIceDiceTable,
    HumanSeatWanted,
    OtherEvent,
    OtherMove,
    Problem,
)
from rollstream_client.types import UNSET  # type: ignore[import-not-found]

TABLES = {"dicy-cards": CreateDicyCardsTable, "ice-dice": CreateIceDiceTable}


def main(url: str, game: str) -> None:
    chance, met = random.Random(11), Counter[str]()
    client = Client(base_url=url)
    wanted = TABLES[game](game=game, seats=[HumanSeatWanted(kind="human"), HumanSeatWanted(kind="human")])
    laid = create_table.sync(client=client, body=wanted)
    seats = [AuthenticatedClient(base_url=url, token=token) for _, token in sorted(laid.tokens.additional_properties.items())]
    view = laid.view
    while view.status != "finished":
        seat = view.owed[0].seat
        offered = list_moves.sync(view.table, client=seats[seat]).moves
        known = [move for move in offered if not isinstance(move, OtherMove)]
        met["unknown moves"] += len(offered) - len(known)
        happened = post_move.sync(view.table, client=seats[seat], body=chance.choice(known))
        met["moves"] += 1
        view = happened.view
    _read(client, view.table, met)
    refused = get_game.sync("chess", client=client)
    met["problems"] = isinstance(refused, Problem) and refused.status == 404
    shown = get_table.sync(view.table, client=client)
    print(json.dumps({**met, "view": type(shown).__name__, "winners": len(shown.outcome.winners)}))


def _read(client: Any, table: str, met: Counter[str]) -> None:
    """Every event of the table, page by page."""
    after: Any = UNSET
    while after is not None:
        page = list_events.sync(table, client=client, after=after)
        met["unknown events"] += sum(isinstance(event, OtherEvent) for event in page.events)
        met["events"] += sum(not isinstance(event, OtherEvent) for event in page.events)
        after = None if page.next_ is None else str(page.next_)


if __name__ == "__main__":
    main(*sys.argv[1:])
