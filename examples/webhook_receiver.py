"""Hears whose turn it is: it subscribes itself, then tells of every turn (needs flask, standardwebhooks and
rollstream_follow.py).
"""

import os
import uuid
from collections import deque

from flask import Flask, request
from flask.typing import ResponseReturnValue
from standardwebhooks import Webhook, WebhookVerificationError

from rollstream_follow import Client

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
    service = Client(os.environ["SERVICE_URL"], headers={"X-API-Key": os.environ["API_KEY"]})
    key = str(uuid.uuid5(uuid.NAMESPACE_URL, url))  # started again, it is the same webhook with the same secret
    made = service.post("/v1/webhooks", {"url": url, "types": ["seat.to-move"]}, key=key)
    print("subscribed as", made["webhook"]["id"], flush=True)
    app.config["WEBHOOK"] = Webhook(made["secret"])
    app.run(port=int(os.environ.get("PORT", "5003")))
