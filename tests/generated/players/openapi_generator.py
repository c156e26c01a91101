"""Plays a whole game with the client of openapi-generator's python: `player.py URL GAME`. Prints what it met as JSON."""

import json
import sys

from openapi_client import (  # type: ignore[import-not-found]
    ApiClient,
    ApiException,
    Configuration,
    CreateTable,
    EventsApi,
    GamesApi,
    PlayApi,
    TablesApi,
)


def main(url: str, game: str) -> None:
    spectator = ApiClient(Configuration(host=url))
    kinds = GamesApi(spectator).get_game(game).moves
    wanted = CreateTable.from_dict({"game": game, "seats": [{"kind": "human"}, {"kind": "human"}]})
    laid = TablesApi(spectator).create_table(wanted)
    view, moves = laid.view.actual_instance, 0
    seats = {int(seat): PlayApi(ApiClient(Configuration(host=url, access_token=token))) for seat, token in laid.tokens.items()}
    while view.owed:
        play = seats[view.owed[0].seat]
        known = [move for move in play.list_moves(view.table).moves if move.actual_instance.type in kinds]
        view = play.post_move(view.table, known[moves % len(known)]).view.actual_instance
        moves += 1
    print(json.dumps({"table": view.table, "moves": moves, "winners": len(view.outcome.winners), **_read(spectator, view.table)}))


def _read(spectator: ApiClient, table: str) -> dict[str, int]:
    """Every event of the table, page by page; and a refusal."""
    events: list[str] = []
    after: int | None = 0
    while after is not None:
        page = EventsApi(spectator).list_events(table, after=str(after))
        events += [type(event.actual_instance).__name__ for event in page.events]
        after = page.next
    try:
        GamesApi(spectator).get_game("chess")
    except ApiException as refused:
        return {"events": len(events), "unknown events": events.count("OtherEvent"), "refused": refused.status}
    return {}


if __name__ == "__main__":
    main(*sys.argv[1:])
