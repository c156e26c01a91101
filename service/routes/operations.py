"""`/healthz`, `/readyz` and `/metrics`, for operators. Probes may add any query to the address (ADR 42)."""

from contextlib import suppress

from flask import Blueprint, Response
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from events.store.durability import Durability
from events.store.event_store import StoreUnavailable
from events.store.memory_usage import MemoryUsage
from service.http.replies import json_reply
from service.http.request_checks import query
from service.wiring import web_parts
from workers.jobs.shared_queue import CLASSES

routes = Blueprint("operations", __name__)


@routes.get("/healthz")
@query(None)
def alive() -> Response:
    return json_reply({"status": "ok"})


@routes.get("/readyz")
@query(None)
def ready() -> Response:
    """200 while the store acknowledges moves, because people can then play; otherwise, and when the process is about to stop, 503.

    The body also reports other parts that are down, and a store that could lose acknowledged writes. These do not change the status code.
    """
    durability, memory = Durability(), MemoryUsage()
    oldest = dict.fromkeys(CLASSES, 0.0)
    parts = dict.fromkeys(("store", "queue", "projections", "reactor", "workers", "dispatcher", "files"), "down")
    with suppress(StoreUnavailable):
        store = web_parts().store_state()
        if store != "down":
            health, durability, memory = web_parts().health(), web_parts().durability(), web_parts().memory()
            parts |= {"store": store, "projections": web_parts().lobby.status(), "queue": health.jobs.queue, "workers": health.jobs.workers}
            parts |= {"reactor": health.reactor, "dispatcher": health.dispatcher, "files": health.files}
            oldest |= health.jobs.oldest
    stopping = web_parts().stopping.announced()
    status = "stopping" if stopping else "ready" if set(parts.values()) == {"ok"} and not memory.full else "degraded"
    body = {
        "status": status,
        "parts": parts,
        "oldest_turns_ms": {name: round(seconds * 1000) for name, seconds in oldest.items()},
        "durability": durability._asdict(),
        "memory": memory._asdict(),
    }
    return json_reply(body, 200 if parts["store"] == "ok" and not stopping else 503)


@routes.get("/metrics")
@query(None)
def metrics() -> Response:
    return Response(web_parts().exposition(), content_type=CONTENT_TYPE_PLAIN_0_0_4)
