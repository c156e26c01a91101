"""For whoever runs the service: is it alive, is it ready, what does it do. Probes may add to the address what they like (ADR 42)."""

from contextlib import suppress

from flask import Blueprint, Response

from events.store.durability import Durability
from events.store.event_store import StoreUnavailable
from events.store.memory_usage import MemoryUsage
from service.http.replies import json_reply
from service.http.request_checks import query
from service.metrics import exposition
from service.wiring import wired
from workers.jobs.shared_queue import CLASSES

routes = Blueprint("operations", __name__)


@routes.get("/healthz")
@query(None)
def alive() -> Response:
    return json_reply({"status": "ok"})


@routes.get("/readyz")
@query(None)
def ready() -> Response:
    """People can play as long as the store answers: what stands still beside it is said, but takes nobody out of service. The same holds
    for a store that would lose what it has acknowledged.
    """
    kept, memory = Durability(), MemoryUsage()
    oldest = dict.fromkeys(CLASSES, 0.0)
    parts = {"store": "down", "projections": "down", "reactor": "down", "workers": "down", "dispatcher": "down"}
    with suppress(StoreUnavailable):
        if wired().store_answers():
            health, kept, memory = wired().health(), wired().durability(), wired().memory()
            parts |= {"store": "ok", "projections": wired().lobby.status()}
            parts |= {"reactor": health.reactor, "workers": health.workers, "dispatcher": health.dispatcher}
            oldest |= health.oldest
    status = "ready" if set(parts.values()) == {"ok"} and not memory.full else "degraded"
    body = {
        "status": status,
        "parts": parts,
        "oldest_turns_ms": {name: round(seconds * 1000) for name, seconds in oldest.items()},
        "durability": kept._asdict(),
        "memory": memory._asdict(),
    }
    return json_reply(body, 200 if parts["store"] == "ok" else 503)


@routes.get("/metrics")
@query(None)
def metrics() -> Response:
    body, content_type = exposition(wired().health, wired().memory)
    return Response(body, content_type=content_type)
