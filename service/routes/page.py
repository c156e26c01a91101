"""`/` and `/t/{table}`: the game page, a client of `/v1` like any other. This module only serves its files.

A browser gets the page also at an address without a route, where it says so.
"""

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from service.http.accept import accepted
from service.http.caching import CACHE_NEVER, CACHE_PAGE, CACHE_PAGE_FILE
from service.http.page_files import MEDIA_TYPES, FilePart
from service.http.problems import PROBLEM_TYPE, Problem, answer
from service.http.request_checks import query
from service.wiring import web_parts

routes = Blueprint("page", __name__)

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of the page: nothing inline, nothing from other hosts."""

HEADERS = {"Referrer-Policy": "no-referrer", "Vary": "Accept-Encoding"}
DOCUMENT_HEADERS = {"Content-Security-Policy": POLICY, "Cross-Origin-Opener-Policy": "same-origin"}
FILE_HEADERS = {"Content-Security-Policy": "default-src 'self'"}
"""A script that runs as a worker loads nothing from other hosts, either. A first visit loads forty files, so these headers are short."""

HTML = "text/html"
FOR_PROGRAMS = ("/v1/", "/page/", "/docs/assets/")
"""What no person opens by its address."""

DOCUMENTS = (MEDIA_TYPES[".html"], MEDIA_TYPES[".svg"])
"""Media types that a browser displays as documents."""


@routes.get("/")
@query(None)
def front() -> Response:
    return _page("lobby")


@routes.get("/t/<table>")
@query(None)
def table(table: str) -> Response:
    """The same page for every table id. The page itself finds out whether the table exists."""
    return _page("replay" if "at" in request.args else "table")


@routes.app_errorhandler(NotFound)
def nothing_here(_: NotFound) -> Response:
    """No route has this address: for a program the problem `route-unknown`, for a browser the page, which says so."""
    problem = answer(Problem("route-unknown", "There is no such route."))
    if request.method not in {"GET", "HEAD"} or f"{request.path}/".startswith(FOR_PROGRAMS) or accepted((PROBLEM_TYPE, HTML)) != HTML:
        return problem
    headers = {**HEADERS, **DOCUMENT_HEADERS, "Cache-Control": CACHE_NEVER, "Vary": "Accept"}
    page = web_parts().editions.current().pages["lobby"]
    return Response(page.plain, 404, headers, content_type=page.kind)


@routes.get("/page/<edition>/<path:path>")
@query(None)
def part(edition: str, path: str) -> Response:
    """A file of the page, cached for ever under its edition's name. A page older than the service gets the current file."""
    edition_now = web_parts().editions.called(edition)
    found = edition_now.parts.get(path)
    if found is None:
        raise Problem("route-unknown", "The page has no such part.")
    return _send(found, CACHE_PAGE_FILE if edition_now.name == edition else CACHE_PAGE)


def _page(view: str) -> Response:
    return _send(web_parts().editions.current().pages[view], CACHE_PAGE)


def _send(part: FilePart, cache_control: str) -> Response:
    """The file, gzipped if the client accepts that; 304 if it already has it. The plain and the gzipped form have different strong tags."""
    packed = part.packed if request.accept_encodings.quality("gzip") > 0 else None
    tag = part.tag if packed is None else f"{part.tag}-gzip"
    policy = DOCUMENT_HEADERS if part.kind in DOCUMENTS else FILE_HEADERS
    headers = {**HEADERS, **policy, "Cache-Control": cache_control, "ETag": f'"{tag}"'}
    if request.if_none_match.contains(tag):
        return Response(status=304, headers=headers)
    if packed is not None:
        headers["Content-Encoding"] = "gzip"
    return Response(part.plain if packed is None else packed, 200, headers, content_type=part.kind)
