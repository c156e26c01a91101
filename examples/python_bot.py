"""A bot that registers itself and answers with the move that is worth most at once (needs flask, standardwebhooks and
rollstream_follow.py).
"""

import os
import uuid
from collections.abc import Callable
from typing import Any

from flask import Flask, request
from flask.typing import ResponseReturnValue
from standardwebhooks import Webhook, WebhookVerificationError

from rollstream_follow import Client

POINTS: dict[str, Callable[[list[int]], int]] = {
    "pair-doubled": lambda faces: 2 * sum(faces),
    "different-x4": lambda faces: 4 * len(faces),
    "forty-minus": lambda faces: 40 - sum(faces),
    "alike-x5": lambda faces: 5 * len(faces),
}  # all other cards bring the sum
OTHERS = {"shift": 9, "take": 9, "mark": 9, "skip": -1, "pass": -1, "strike": -1}
app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 1 << 20


@app.post("/")
def answer() -> ResponseReturnValue:
    try:
        message = app.config["WEBHOOK"].verify(request.get_data(), dict(request.headers))
    except (WebhookVerificationError, ValueError):  # ValueError: not even the shape of a signature
        return "wrong signature", 401
    if message["type"] != "bot.turn":
        return "", 204  # bot.ping asks whether we are there
    dice = message["data"]["view"]["state"]["dice"] or []
    return {"move": max(message["data"]["moves"], key=lambda move: worth(move, dice))}


def worth(move: dict[str, Any], dice: list[int]) -> int:
    if move["type"] == "score":
        return POINTS.get(move["card"], sum)([dice[place] for place in move["dice"]])
    if move["type"] == "reroll":  # for a card rather a die or two than a score so small; for nothing all of them
        return 6 - len(move["dice"]) if "freeze" in move else len(move["dice"])
    return OTHERS.get(move["type"], 0)


def register() -> str:
    url = os.environ["PUBLIC_URL"]
    key = str(uuid.uuid5(uuid.NAMESPACE_URL, url))  # started again, it is the same bot with the same secret
    service = Client(os.environ["SERVICE_URL"], headers={"X-API-Key": os.environ["API_KEY"]})
    registered = service.post("/v1/bots", {"name": "Python", "url": url, "games": ["dicy-cards", "ice-dice", "dice-cards"]}, key=key)
    print("registered as", registered["bot"]["id"], flush=True)
    return str(registered["secret"])


if __name__ == "__main__":
    app.config["WEBHOOK"] = Webhook(os.environ.get("BOT_SECRET") or register())
    app.run(port=int(os.environ.get("PORT", "5001")))
