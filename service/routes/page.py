"""`/`: the page at which people look on and play. It is a client of `/v1` like any other; here it is only handed out."""

from flask import Blueprint, Response, request

from service.http.page_files import FOLDER, KINDS, Editions, FilePart
from service.http.problems import Problem
from service.http.request_checks import query

routes = Blueprint("page", __name__)

EDITIONS = Editions(FOLDER)
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of the page: nothing inline, nothing from elsewhere."""

HEADERS = {"Referrer-Policy": "no-referrer", "Vary": "Accept-Encoding"}
OF_A_DOCUMENT = {"Content-Security-Policy": POLICY, "Cross-Origin-Opener-Policy": "same-origin"}
OF_A_PART = {"Content-Security-Policy": "default-src 'self'"}
"""A script that runs as a worker gets nothing from elsewhere, either. A first visit takes forty parts: what each says is short."""

DOCUMENTS = (KINDS[".html"], KINDS[".svg"])
"""The kinds that a browser shows as they are."""

ASKED_FOR_EACH_TIME = "no-cache"
CACHED_FOR_EVER = "public, max-age=31536000, immutable"


@routes.get("/")
@query(None)
def front() -> Response:
    return _page("lobby")


@routes.get("/t/<table>")
@query(None)
def table(table: str) -> Response:
    """The same page for every table; whether there is such a one, the page finds out and says."""
    return _page("replay" if "at" in request.args else "table")


@routes.get("/page/<edition>/<path:path>")
@query(None)
def part(edition: str, path: str) -> Response:
    """A file, kept by whoever asks for it under its edition's name. A page that is older than the service gets the file as it is now."""
    there = EDITIONS.called(edition)
    found = there.parts.get(path)
    if found is None:
        raise Problem("route-unknown", "The page has no such part.")
    return _handed_out(found, CACHED_FOR_EVER if there.name == edition else ASKED_FOR_EACH_TIME)


def _page(view: str) -> Response:
    return _handed_out(EDITIONS.current().pages[view], ASKED_FOR_EACH_TIME)


def _handed_out(part: FilePart, keeping: str) -> Response:
    """The part, compressed for whoever takes that; 304 for whoever has it. Each form has a strong tag of its own."""
    packed = part.packed if request.accept_encodings.quality("gzip") > 0 else None
    tag = part.tag if packed is None else f"{part.tag}-gzip"
    policy = OF_A_DOCUMENT if part.kind in DOCUMENTS else OF_A_PART
    headers = {**HEADERS, **policy, "Cache-Control": keeping, "ETag": f'"{tag}"'}
    if request.if_none_match.contains(tag):
        return Response(status=304, headers=headers)
    if packed is not None:
        headers["Content-Encoding"] = "gzip"
    return Response(part.plain if packed is None else packed, 200, headers, content_type=part.kind)
