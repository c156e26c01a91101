"""Plays a whole game with the client of openapi-python-client: `player.py URL GAME`. Prints what it met as JSON."""

import json
import sys
from typing import Any

from rollstream_client import AuthenticatedClient, Client, models  # type: ignore[import-not-found]
from rollstream_client.api.events import list_events  # type: ignore[import-not-found]
from rollstream_client.api.games import get_game  # type: ignore[import-not-found]
from rollstream_client.api.play import list_moves, post_move  # type: ignore[import-not-found]
from rollstream_client.api.tables import create_table  # type: ignore[import-not-found]
from rollstream_client.models import HumanSeatWanted, OtherEvent, OtherMove  # type: ignore[import-not-found]


def main(url: str, game: str) -> None:
    spectator = Client(base_url=url)
    wanted = getattr(models, f"Create{game.title().replace('-', '')}Table")
    laid = create_table.sync(client=spectator, body=wanted(game=game, seats=[HumanSeatWanted(kind="human"), HumanSeatWanted(kind="human")]))
    seats = [AuthenticatedClient(base_url=url, token=token) for _, token in sorted(laid.tokens.additional_properties.items())]
    view, moves = laid.view, 0
    while view.status != "finished":
        seat = seats[view.owed[0].seat]
        known = [move for move in list_moves.sync(view.table, client=seat).moves if not isinstance(move, OtherMove)]
        view = post_move.sync(view.table, client=seat, body=known[moves % len(known)]).view
        moves += 1
    met = {"table": view.table, "moves": moves, "winners": len(view.outcome.winners), **_read(spectator, view.table)}
    print(json.dumps({**met, "refused": get_game.sync("chess", client=spectator).status}))


def _read(spectator: Any, table: str) -> dict[str, int]:
    """Counts every event of the table, page by page."""
    events: list[Any] = []
    after: int | None = 0
    while after is not None:
        page = list_events.sync(table, client=spectator, after=str(after))
        events += page.events
        after = page.next_
    return {"events": len(events), "unknown events": sum(isinstance(event, OtherEvent) for event in events)}


if __name__ == "__main__":
    main(*sys.argv[1:])
