"""Checks a request before its route runs: known parameters, each at most once; seats in plain digits; a body only where one is accepted."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeVar
from urllib.parse import unquote_to_bytes

from flask import Request, current_app, request
from werkzeug.datastructures import MultiDict

from events.strict_schema import Invalid, load
from service.http.body import refuse_body
from service.http.problems import Problem, invalid_problem
from service.http.query_schemas import QuerySchema
from service.http.request_context import this_request
from service.http.requester import required_owner, token_missing

View = TypeVar("View", bound=Callable[..., Any])

NO_PARAMETERS: Final = QuerySchema()
"""The schema of every route that declares no parameters."""

SEAT_TOKEN_ENDPOINTS: Final = frozenset(
    {
        *("play.legal_moves", "play.play", "tables.leave", "tables.start", "seat_links.offer"),
        *("rematch.play_again", "jobs.ask_player", "jobs.show_job"),
    }
)
"""Endpoints that need a seat token."""

API_KEY_ENDPOINTS: Final = frozenset(
    {
        *(f"bots.{name}" for name in ("register", "change", "remove", "rotate", "invite", "test")),
        *(f"webhooks.{name}" for name in ("add", "of_the_owner", "show", "change", "remove", "rotate", "test")),
        *(f"webhooks.{name}" for name in ("log", "show_delivery", "send_again", "send_missed_again")),
    }
)
"""Endpoints that need an API key."""

_QUERY, _BODILESS = "_query", "_bodiless"


def query(schema: QuerySchema | None) -> Callable[[View], View]:
    """Declares the parameters of a route, which the route reads from `this_request().query`. With None, for pages and probes, the query is
    not checked.
    """

    def declare(view: View) -> View:
        setattr(view, _QUERY, schema)
        return view

    return declare


def bodiless(view: View) -> View:
    """Declares that a route accepts no body although its method allows one. Routes of GET, HEAD and DELETE never accept one."""
    setattr(view, _BODILESS, True)
    return view


def check_request(incoming: Request) -> None:
    """Raises the problems `parameter-invalid` and `body-invalid` if the request contains anything that its route does not accept."""
    if incoming.url_rule is None or incoming.method == "OPTIONS":
        return
    view = current_app.view_functions[incoming.url_rule.endpoint]
    schema: QuerySchema | None = getattr(view, _QUERY, NO_PARAMETERS)
    if schema is None:
        return
    try:
        _check_seat(incoming)
        this_request().query = _parameters(schema, incoming)
        if incoming.method in {"GET", "HEAD", "DELETE"} or hasattr(view, _BODILESS):
            refuse_body(incoming.environ)
    except Problem:
        _refuse_missing_credentials(incoming.url_rule.endpoint)
        raise


def _refuse_missing_credentials(endpoint: str) -> None:
    """Missing credentials are reported before wrong parameters. Raises the problems `token-missing` and `api-key-missing`."""
    if endpoint in SEAT_TOKEN_ENDPOINTS and "Authorization" not in request.headers:
        raise token_missing()
    if endpoint in API_KEY_ENDPOINTS:
        required_owner()


def _parameters(schema: QuerySchema, incoming: Request) -> Mapping[str, Any]:
    if not incoming.query_string:
        return schema.defaults
    try:
        unquote_to_bytes(incoming.query_string).decode()
    except UnicodeDecodeError:
        raise _wrong("", "Must be UTF-8.") from None
    repeated = [*_repeated(incoming.args)]
    if repeated:
        raise invalid_problem("parameter-invalid", Invalid([{"field": name, "detail": "Must be given once."} for name in repeated]))
    return _loaded(schema, incoming.args.to_dict())


def _repeated(args: MultiDict[str, str]) -> Iterator[str]:
    return (name for name, values in args.lists() if len(values) > 1)


def _loaded(schema: QuerySchema, values: Mapping[str, str]) -> Mapping[str, Any]:
    try:
        loaded: Mapping[str, Any] = load(schema, values)
    except Invalid as invalid:
        raise invalid_problem("parameter-invalid", invalid) from None
    return loaded


def _check_seat(incoming: Request) -> None:
    """Refuses other spellings of a seat's number. Werkzeug reads `00`, and digits of other scripts, as 0, but each seat has one address.

    Raises the problems `parameter-invalid` and `seat-unknown`.
    """
    if incoming.url_rule is None or "seat" not in (incoming.view_args or {}):
        return
    index = incoming.url_rule.rule.split("/").index("<int:seat>")
    text = incoming.path.split("/")[index]
    if not text.isascii():
        raise Problem("seat-unknown", "Seats are numbered in the digits 0 to 9.")
    if len(text) > 1 and text.startswith("0"):
        raise _wrong("seat", "Must be a whole number in decimal digits, without zeros before it.")


def _wrong(field: str, detail: str) -> Problem:
    return Problem("parameter-invalid", f"{field}: {detail}" if field else detail, errors=[{"field": field, "detail": detail}])
