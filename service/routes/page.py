"""`/`: the page at which people look on and play. It is a client of `/v1` like any other; here it is only handed out."""

import gzip
import hashlib
import posixpath
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from flask import Blueprint, Response, request
from werkzeug.security import safe_join

from service.problems import Problem

routes = Blueprint("page", __name__)

FOLDER = Path(__file__).parents[1] / "page"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of the page: nothing inline, nothing from elsewhere."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
    "Vary": "Accept-Encoding",
}
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
}


PLACE = b"<!-- modules -->\n"
"""Where the page names the modules that its view takes, so that a browser asks for all of them at once."""

IMPORT = re.compile(r'^(?:import|export)\b[^"]*?\bfrom "(\.[^"]+)";$', re.MULTILINE)


class Part(NamedTuple):
    """One file of the page as it goes out, plain and compressed."""

    kind: str
    tag: str
    plain: bytes
    packed: bytes


@routes.get("/")
def front() -> Response:
    return _page("js/lobby/view.js")


@routes.get("/t/<table>")
def table(table: str) -> Response:
    """The same page for every table; whether there is such a one, the page finds out and says."""
    return _page("js/replay/view.js" if "at" in request.args else "js/table/view.js")


@routes.get("/page/<path:path>")
def part(path: str) -> Response:
    """A file as it is now: whoever changes one has only to reload the page."""
    place = safe_join(str(FOLDER), path)
    file = Path(place or "")
    if place is None or file.suffix not in KINDS or not file.is_file():
        raise Problem("route-unknown", "The page has no such part.")
    return _handed_out(_read(file, file.stat().st_mtime_ns))


def _page(view: str) -> Response:
    return _handed_out(_page_with(view, max(file.stat().st_mtime_ns for file in FOLDER.rglob("*.*"))))


@lru_cache(16)
def _page_with(view: str, changed: int) -> Part:
    """The page, naming all modules that it takes to show a view."""
    modules = dict.fromkeys([*_imported("js/main.js"), *_imported(view)])
    named = "".join(f'<link rel="modulepreload" href="/page/{module}">\n' for module in modules)
    plain = (FOLDER / "index.html").read_bytes().replace(PLACE, named.encode())
    return _part(".html", plain)


def _imported(module: str) -> Iterator[str]:
    """The module and, each once, all that it takes with it before it can run."""
    found, waiting = {module}, [module]
    while waiting:
        yield (one := waiting.pop(0))
        names = IMPORT.findall((FOLDER / one).read_text(encoding="utf-8"))
        new = [path for name in names if (path := posixpath.normpath(f"{posixpath.dirname(one)}/{name}")) not in found]
        found.update(new)
        waiting += dict.fromkeys(new)


@lru_cache(256)
def _read(file: Path, changed: int) -> Part:
    """The file, compressed once for as long as it is the same."""
    return _part(file.suffix, file.read_bytes())


def _part(suffix: str, plain: bytes) -> Part:
    return Part(KINDS[suffix], hashlib.sha256(plain).hexdigest()[:32], plain, gzip.compress(plain, mtime=0))


def _handed_out(part: Part) -> Response:
    """The part, compressed for whoever takes that; 304 for whoever has it. Each form has a strong tag of its own."""
    packed = request.accept_encodings.quality("gzip") > 0
    tag = f"{part.tag}-gzip" if packed else part.tag
    headers = {**HEADERS, "ETag": f'"{tag}"'}
    if request.if_none_match.contains(tag):
        return Response(status=304, headers=headers)
    if packed:
        headers["Content-Encoding"] = "gzip"
    return Response(part.packed if packed else part.plain, 200, headers, content_type=part.kind)
