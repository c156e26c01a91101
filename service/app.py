"""The Flask application. It numbers, counts, limits and logs every request, and calls the request's route."""

import logging
import re
import time
from collections.abc import Sequence

from flask import Flask, Request, Response, current_app, request
from flask_cors import CORS
from werkzeug.middleware.proxy_fix import ProxyFix

from events.log_context import note
from events.store.keys import is_table_id
from events.tracing import describe, is_on
from service.http.caching import complete
from service.http.charging import limited
from service.http.client import client_at
from service.http.confirming import confirm_changes
from service.http.framework import Service
from service.http.problems import Problem, handle_problems
from service.http.request_checks import check_request
from service.http.request_context import RequestContext, begin, new_id, this_request
from service.logs import configure_logs, members
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
from service.traces import configure_traces, traced
from service.wiring import WebParts, make_web_parts, web_parts

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""The metrics count these methods by name, and all others together as `other`."""

ONE_RANGE = re.compile(r"bytes=(?:([0-9]{1,18})-([0-9]{0,18})|-0*[1-9][0-9]{0,17})", re.ASCII | re.IGNORECASE)
"""A `Range` header with exactly one byte range."""

log = logging.getLogger("rollstream.requests")


def create_app() -> Flask:
    """The WSGI application, configured from the environment, with logging configured. The web server calls this."""
    settings = Settings.from_environment()
    configure_logs(settings)
    configure_traces("web")
    return app_of(make_web_parts(settings))


def app_of(parts: WebParts) -> Flask:
    """The WSGI application on these parts."""
    app = Service("service", before=_open, after=_close)
    app.extensions["rollstream"] = parts
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False  # otherwise werkzeug redirects `//`, in HTML and to the host that the client sent
    handle_problems(app)
    parts_of_the_api = (catalogue, commitments, tables, seat_links, play, rematch, receipts, jobs, exports, bots, webhooks)
    for part in (*parts_of_the_api, operations, docs, page):
        app.register_blueprint(part.routes)
    confirm_changes(app)
    if is_on():
        app.wsgi_app = traced(app.wsgi_app)  # type: ignore[assignment, method-assign]  # Flask's own recipe
    _configure_network(app, parts.settings)
    return app


def _configure_network(app: Flask, settings: Settings) -> None:
    if settings.trusted_proxies:
        count = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=count)  # type: ignore[method-assign]  # Flask's own recipe
    if settings.cors_origins:
        exposed = ["Date", "ETag", "Location", "Idempotent-Replayed", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-Id"]
        CORS(
            app,
            resources="/v1/*",
            origins=_exact_patterns(settings.cors_origins),
            expose_headers=exposed,
            always_send=False,
            vary_header=False,
        )
        app.after_request(_vary_by_origin)


def _exact_patterns(origins: Sequence[str]) -> str | list[re.Pattern[str]]:
    """Exactly these origins. flask-cors treats an origin with a bracket, for example, as a regular expression without an end anchor."""
    return "*" if "*" in origins else [re.compile(re.escape(origin) + r"\Z", re.IGNORECASE) for origin in origins]


def _vary_by_origin(response: Response) -> Response:
    """Set `Vary: Origin` also when the request has no origin or a refused one: a shared cache could store that response for all."""
    if request.path.startswith("/v1/"):
        response.vary.add("Origin")
    return response


def _open(incoming: Request) -> None:
    context = RequestContext(current_app.extensions["rollstream"], time.perf_counter(), new_id())
    begin(context)
    note(request=context.id)
    if incoming.path.startswith("/v1/") and incoming.method != "OPTIONS":
        _limit(context, incoming)
    _undo_framework_parsing(incoming)
    check_request(incoming)


def _undo_framework_parsing(incoming: Request) -> None:
    """Restore what the framework changes. It drops leading slashes of a path, and refuses a `Range` that the server must ignore
    (RFC 9110, 14.2). Raises the problem `route-unknown` for a path that matches a route only without its leading slashes.
    """
    environ = incoming.environ
    if "HTTP_RANGE" in environ and (incoming.method != "GET" or not _is_one_range(environ["HTTP_RANGE"])):
        del environ["HTTP_RANGE"]
    if environ["PATH_INFO"].startswith("//"):
        incoming.url_rule = None
        raise Problem("route-unknown", "There is no such route.")


def _is_one_range(text: str) -> bool:
    """Whether this is a valid `Range` header with one range."""
    found = ONE_RANGE.fullmatch(text)
    return found is not None and not (found[2] and int(found[1]) > int(found[2]))


def _limit(context: RequestContext, incoming: Request) -> None:
    """Count the request for its API key, or for its address if it has no known key.

    Raises the problems `rate-limited` and `api-key-invalid`.
    """
    parts = web_parts()
    text, key = incoming.environ.get("HTTP_X_API_KEY"), None
    try:
        key = None if text is None else parts.keys.look_up(text)
    finally:
        context.client, own_limit = (client_at(incoming.remote_addr), None) if key is None else (f"key:{key.id}", key.limit)
        context.own_limit = own_limit
        context.quota = quota = parts.rate_limit.count(context.client, own_limit)
    if not quota.allowed:
        raise limited(quota.limit, quota.window)
    if text is not None and key is None:
        raise Problem("api-key-invalid", "This API key is not known here.")
    context.owner = None if key is None else key.id


def _close(incoming: Request, response: Response) -> None:
    context = this_request()
    headers = response.headers
    headers.add("X-Request-Id", context.id)
    headers.add("X-Content-Type-Options", "nosniff")
    complete(response, incoming.path)
    if context.quota is not None:
        for name, value in context.quota.headers().items():
            headers.add(name, value)
    _log_request(context, incoming, response.status_code)


def _log_request(context: RequestContext, incoming: Request, status: int) -> None:
    seconds = time.perf_counter() - context.started
    route = incoming.url_rule.rule if incoming.url_rule else "unknown"
    method = incoming.method if incoming.method in METHODS else "other"
    count_request(method, route, status, context.problem, seconds)
    if is_on():
        facts = {"http.request.method": method, "http.route": route, "rollstream.request": context.id}
        describe(f"{method} {route}", {**facts, "http.response.status_code": status}, failed=status >= 500)
    level = logging.DEBUG if status < 400 else logging.INFO
    if log.isEnabledFor(level):
        table = (incoming.view_args or {}).get("table", "")
        about = members(
            method=incoming.method,
            route=route,
            table=table if is_table_id(table) else None,  # the path can contain anything, even a token
            status=status,
            code=context.problem,
            ms=round(seconds * 1000, 2),
            client=incoming.remote_addr,
            key=context.owner,
        )
        log.log(level, "request", extra=about)
