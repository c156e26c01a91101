"""The web application: every request is numbered, counted, limited and logged here, and answered by its route."""

import re
import time
import uuid
from collections.abc import Callable, Sequence
from typing import Any

import structlog
from flask import Flask, Response, g, request
from flask_cors import CORS
from werkzeug.middleware.proxy_fix import ProxyFix

from events.store.keys import is_table_id
from service.http.body import LIMIT
from service.http.caching import complete
from service.http.charging import limited
from service.http.client import client_at
from service.http.problems import Problem, handle_problems
from service.http.request_checks import check_request
from service.http.request_context import RequestContext
from service.logs import configure_logs
from service.metrics import count_request
from service.routes import (
    bots,
    catalogue,
    commitments,
    docs,
    exports,
    jobs,
    operations,
    page,
    play,
    receipts,
    rematch,
    seat_links,
    tables,
    webhooks,
)
from service.settings import Settings
from service.wiring import WebParts, web_parts, wired

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""Methods that are counted by name; whatever else comes is counted together."""

ONE_RANGE = re.compile(r"bytes=(?:([0-9]{1,18})-([0-9]{0,18})|-0*[1-9][0-9]{0,17})", re.ASCII | re.IGNORECASE)

log = structlog.get_logger("rollstream.requests")


class Service(Flask):
    """Flask without coroutines: it looks for them four times in every request."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func


def create_app() -> Flask:
    """What a web server runs: the application as the environment wants it, with its logs."""
    settings = Settings.from_environment()
    configure_logs(settings.log_level)
    return app_of(web_parts(settings))


def app_of(parts: WebParts) -> Flask:
    """The application around its parts."""
    app = Service("service", static_folder=None)
    app.extensions["rollstream"] = parts
    app.config["MAX_CONTENT_LENGTH"] = LIMIT + 1  # of a body without a length werkzeug reads so much and drops the rest in silence
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False  # else `//` is redirected, in HTML and to whatever host the client named
    app.before_request(_open)
    app.before_request(_take_literally)
    app.before_request(check_request)
    app.after_request(_close)
    handle_problems(app)
    parts_of_the_api = (catalogue, commitments, tables, seat_links, play, rematch, receipts, jobs, exports, bots, webhooks)
    for part in (*parts_of_the_api, operations, docs, page):
        app.register_blueprint(part.routes)
    _face_the_network(app, parts.settings)
    return app


def _face_the_network(app: Flask, settings: Settings) -> None:
    if settings.trusted_proxies:
        count = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=count)  # type: ignore[method-assign]  # Flask's own recipe
    if settings.cors_origins:
        exposed = ["Date", "ETag", "Location", "Idempotent-Replayed", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-Id"]
        CORS(app, resources="/v1/*", origins=_exactly(settings.cors_origins), expose_headers=exposed, always_send=False, vary_header=False)
        app.after_request(_vary)


def _exactly(origins: Sequence[str]) -> str | list[re.Pattern[str]]:
    """These origins and no others: of a text with a bracket, say, flask-cors would make a regular expression without an end."""
    return "*" if "*" in origins else [re.compile(re.escape(origin) + r"\Z", re.IGNORECASE) for origin in origins]


def _vary(response: Response) -> Response:
    """Also of an answer to no origin or to a foreign one, which a cache could keep for all."""
    if request.path.startswith("/v1/"):
        response.vary.add("Origin")
    return response


def _open() -> None:
    g.asked = asked = RequestContext(time.perf_counter(), str(uuid.uuid4()))
    if request.path.startswith("/v1/") and request.method != "OPTIONS":
        _limit(asked)


def _take_literally() -> None:
    """What the framework reads otherwise than it was sent: it drops all slashes but one from the beginning of a path, and refuses a `Range`
    that is to be ignored (RFC 9110, 14.2). Raises the problem `route-unknown` for a path that only looks like that of a route.
    """
    environ = request.environ
    if request.method != "GET" or not _is_one_range(environ.get("HTTP_RANGE", "")):
        environ.pop("HTTP_RANGE", None)
    if environ["PATH_INFO"].startswith("//"):
        request.url_rule = None
        raise Problem("route-unknown", "There is no such route.")


def _is_one_range(text: str) -> bool:
    """Whether this is a `Range` of which an answer can be made."""
    found = ONE_RANGE.fullmatch(text)
    return found is not None and not (found[2] and int(found[1]) > int(found[2]))


def _refuse_other_path() -> None:
    """Raises the problem `route-unknown` for a path that only looks like that of a route."""
    if request.url_rule is None and request.routing_exception is None:
        raise Problem("route-unknown", "There is no such route.")


def _limit(asked: RequestContext) -> None:
    """Count the request for its API key, or else for its address; a made-up key counts for the address."""
    parts = wired()
    text, key = request.headers.get("X-API-Key"), None
    try:
        key = None if text is None else parts.keys.look_up(text)
    finally:
        asked.client, own = (client_at(request.remote_addr), None) if key is None else (f"key:{key.id}", key.limit)
        asked.own_limit = own
        asked.quota = quota = parts.rate_limit.count(asked.client, own)
    if not quota.allowed:
        raise limited(quota.limit, quota.window)
    if text is not None and key is None:
        raise Problem("api-key-invalid", "This API key is not known here.")
    asked.owner = None if key is None else key.id


def _close(response: Response) -> Response:
    asked: RequestContext = g.asked
    headers = response.headers
    headers["X-Request-Id"] = asked.id
    headers["X-Content-Type-Options"] = "nosniff"
    complete(response)
    if response.status_code == 204:
        headers.pop("Content-Type", None)  # of nothing
    if asked.quota is not None:
        headers.update(asked.quota.headers())
    _note(asked, response.status_code)
    return response


def _note(asked: RequestContext, status: int) -> None:
    wanted = request._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001 - a proxy looks it up for every name
    seconds = time.perf_counter() - asked.started
    route = wanted.url_rule.rule if wanted.url_rule else "unknown"
    table = (wanted.view_args or {}).get("table", "")
    count_request(wanted.method if wanted.method in METHODS else "other", route, status, asked.problem, seconds)
    say = log.debug if status < 400 else log.info
    say(
        "request",
        id=asked.id,
        method=wanted.method,
        route=route,
        table=table if is_table_id(table) else None,  # anything may stand there, a token too
        status=status,
        code=asked.problem,
        ms=round(seconds * 1000, 2),
    )
