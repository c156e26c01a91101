"""`/v1/games`: the catalogue of games."""

from typing import Any

from flask import Blueprint, Response, request

from events.tables.move_schema import json_schema
from rules.game import AnyGame, Language
from service.http.caching import CACHE_TEXTS
from service.http.problems import Problem
from service.http.replies import json_reply
from service.wiring import web_parts

routes = Blueprint("catalogue", __name__, url_prefix="/v1/games")


@routes.get("")
def list_games() -> Response:
    language = _language()
    return _reply_in(language, {"games": [_headline(game, game.catalogue(language)) for game in web_parts().games.values()]})


@routes.get("/<name>")
def show_game(name: str) -> Response:
    game = web_parts().games.get(name)
    if game is None:
        raise Problem("game-unknown", f"There is no game {name!r}; known: {', '.join(web_parts().games)}.")
    language = _language()
    texts = game.catalogue(language)
    return _reply_in(
        language,
        {
            **_headline(game, texts),
            "turn_seconds": game.turn_seconds,
            "players": list(game.players),
            "options": texts["options"],
            "cards": texts["cards"],
            "moves": {kind: json_schema(kind, command) for kind, command in game.commands.items()},
            "rejections": game.rejections,
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


def _language() -> Language:
    return "fr" if request.accept_languages.best_match(["en", "fr"]) == "fr" else "en"


def _reply_in(language: Language, body: Any) -> Response:
    return json_reply(body, 200, {"Content-Language": language, "Vary": "Accept-Language", "Cache-Control": CACHE_TEXTS})
