"""The web application: every request is numbered, counted, limited and logged here, and answered by its route."""

import re
import time
import uuid
from collections.abc import Sequence

import structlog
from flask import Flask, Response, g, request
from flask_cors import CORS
from werkzeug.middleware.proxy_fix import ProxyFix

from events.keys import is_table_id
from service.body import LIMIT
from service.logs import configure_logs
from service.metrics import count_request
from service.problems import Problem, handle_problems
from service.routes import catalogue, docs, operations, play, tables
from service.settings import Settings
from service.wiring import Wired, wire, wired

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""Methods that are counted by name; whatever else comes is counted together."""

log = structlog.get_logger("rollstream.requests")


def create_app() -> Flask:
    """What a web server runs: the application as the environment wants it, with its logs."""
    settings = Settings.from_environment()
    configure_logs(settings.log_level)
    return app_of(wire(settings))


def app_of(parts: Wired) -> Flask:
    """The application around its parts."""
    app = Flask("service", static_folder=None)
    app.extensions["rollstream"] = parts
    app.config["MAX_CONTENT_LENGTH"] = LIMIT + 1  # of a body without a length werkzeug reads so much and drops the rest in silence
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False  # else `//` is redirected, in HTML and to whatever host the client named
    app.before_request(_open)
    app.after_request(_close)
    handle_problems(app)
    for routes in (catalogue.routes, tables.routes, play.routes, operations.routes, docs.routes):
        app.register_blueprint(routes)
    _face_the_network(app, parts.settings)
    return app


def _face_the_network(app: Flask, settings: Settings) -> None:
    if settings.trusted_proxies:
        count = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=count)  # type: ignore[method-assign]  # Flask's own recipe
    if settings.cors_origins:
        exposed = ["ETag", "Location", "Idempotent-Replayed", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-Id"]
        CORS(app, resources="/v1/*", origins=_exactly(settings.cors_origins), expose_headers=exposed, always_send=False, vary_header=False)


def _exactly(origins: Sequence[str]) -> str | list[re.Pattern[str]]:
    """These origins and no others: of a text with a bracket, say, flask-cors would make a regular expression without an end."""
    return "*" if "*" in origins else [re.compile(re.escape(origin) + r"\Z", re.IGNORECASE) for origin in origins]


def _open() -> None:
    g.started = time.perf_counter()
    g.request_id = str(uuid.uuid4())
    g.viewer = g.problem = g.quota = None
    if request.path.startswith("/v1/") and request.method != "OPTIONS":
        _limit()


def _limit() -> None:
    """Count the request for its API key, or else for its address; a made-up key counts for the address."""
    parts = wired()
    text, key = request.headers.get("X-API-Key"), None
    try:
        key = None if text is None else parts.keys.look_up(text)
    finally:
        if key is None:
            g.quota = parts.limits.count(f"address:{request.remote_addr}")
        else:
            g.quota = parts.limits.count(f"key:{key.id}", key.limit)
    if not g.quota.allowed:
        raise Problem("rate-limited", f"More than {g.quota.limit} requests in {g.quota.window} seconds.")
    if text is not None and key is None:
        raise Problem("api-key-invalid", "This API key is not known here.")


def _close(response: Response) -> Response:
    response.headers["X-Request-Id"] = g.request_id
    response.headers["X-Content-Type-Options"] = "nosniff"
    if g.quota is not None:
        response.headers.update(g.quota.headers())
    if wired().settings.cors_origins and request.path.startswith("/v1/"):
        response.vary.add("Origin")  # also of an answer to no origin or a foreign one, which a cache could keep for all
    _note(response)
    return response


def _note(response: Response) -> None:
    asked = request._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001 - a proxy looks it up for every name
    seconds = time.perf_counter() - g.started
    route = asked.url_rule.rule if asked.url_rule else "unknown"
    table = (asked.view_args or {}).get("table", "")
    count_request(asked.method if asked.method in METHODS else "other", route, response.status_code, g.problem, seconds)
    say = log.debug if response.status_code < 400 else log.info
    say(
        "request",
        id=g.request_id,
        method=asked.method,
        route=route,
        table=table if is_table_id(table) else None,  # anything may stand there, a token too
        status=response.status_code,
        code=g.problem,
        ms=round(seconds * 1000, 2),
    )
