"""`/v1/games`: the catalogue of games."""

from typing import Any

from flask import Blueprint, Response

from events.tables.move_schema import json_schema
from rules.game import AnyGame, Language
from rules.table_view import hidden_fields
from rules.texts.catalogue import catalogue
from service.http.accept import language
from service.http.caching import CACHE_TEXTS
from service.http.problems import Problem
from service.http.replies import json_reply
from service.wiring import web_parts

routes = Blueprint("catalogue", __name__, url_prefix="/v1/games")


@routes.get("")
def list_games() -> Response:
    chosen = language()
    return _reply_in(chosen, {"games": [_headline(game, catalogue(game, chosen)) for game in web_parts().games.values()]})


@routes.get("/<name>")
def show_game(name: str) -> Response:
    game = web_parts().games.get(name)
    if game is None:
        raise Problem("game-unknown", f"There is no game {name!r}; known: {', '.join(web_parts().games)}.")
    chosen = language()
    texts = catalogue(game, chosen)
    return _reply_in(
        chosen,
        {
            **_headline(game, texts),
            "turn_seconds": game.turn_seconds,
            "players": list(game.players),
            "advisers": [level for level, player in game.players.items() if player.rank is not None],
            "options": texts["options"],
            "cards": texts["cards"],
            "piles": texts["piles"],
            "moves": {kind: {"title": texts["moves"][kind], **json_schema(kind, command)} for kind, command in game.commands.items()},
            "hidden": hidden_fields(game),
            "rejections": texts["rejections"],
        },
    )


def _headline(game: AnyGame, texts: Any) -> dict[str, Any]:
    return {
        "game": game.name,
        "ruleset": game.ruleset,
        "title": texts["title"],
        "summary": texts["summary"],
        "seats": {"min": game.seats[0], "max": game.seats[-1]},
    }


def _reply_in(language: Language, body: Any) -> Response:
    return json_reply(body, 200, {"Content-Language": language, "Vary": "Accept-Language", "Cache-Control": CACHE_TEXTS})
