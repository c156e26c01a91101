"""Hears whose turn it is: it subscribes itself, then tells of every turn (needs flask, requests and standardwebhooks)."""

import os
import uuid
from collections import deque

import requests
from flask import Flask, request
from flask.typing import ResponseReturnValue
from standardwebhooks import Webhook, WebhookVerificationError

app = Flask(__name__)
heard: deque[str] = deque(maxlen=10_000)


@app.post("/")
def hear() -> ResponseReturnValue:
    try:
        message = app.config["WEBHOOK"].verify(request.get_data(), dict(request.headers))
    except (WebhookVerificationError, ValueError):  # ValueError: not even the shape of a signature
        return "wrong signature", 401
    if message["type"] == "seat.to-move" and request.headers["webhook-id"] not in heard:  # it may come twice
        heard.append(request.headers["webhook-id"])
        print("{name}, it is your turn at {table} (seat {seat}, decision {decision})".format_map(message["data"]), flush=True)
    return "", 204


if __name__ == "__main__":
    url = os.environ["PUBLIC_URL"]
    headers = {"X-API-Key": os.environ["API_KEY"], "Idempotency-Key": str(uuid.uuid5(uuid.NAMESPACE_URL, url))}
    wanted = {"url": url, "types": ["seat.to-move"]}
    made = requests.post(f"{os.environ['SERVICE_URL']}/v1/webhooks", headers=headers, json=wanted, timeout=30)
    if not made.ok:
        raise SystemExit(made.text)
    print("subscribed as", made.json()["webhook"]["id"], flush=True)
    app.config["WEBHOOK"] = Webhook(made.json()["secret"])
    app.run(port=int(os.environ.get("PORT", "5003")))
