"""For whoever runs the service: is it alive, is it ready, what does it do."""

from flask import Blueprint, Response

from service.metrics import exposition
from service.replies import json_reply
from service.wiring import wired

routes = Blueprint("operations", __name__)


@routes.get("/healthz")
def alive() -> Response:
    return json_reply({"status": "ok"})


@routes.get("/readyz")
def ready() -> Response:
    """Games can be played as long as the store answers: a lobby that stands still is said, but takes nobody out of service."""
    store = "ok" if wired().store_answers() else "down"
    projections = wired().lobby.status() if store == "ok" else "down"
    status = "ready" if store == projections == "ok" else "degraded"
    return json_reply({"status": status, "parts": {"store": store, "projections": projections}}, 200 if store == "ok" else 503)


@routes.get("/metrics")
def metrics() -> Response:
    body, content_type = exposition()
    return Response(body, content_type=content_type)
