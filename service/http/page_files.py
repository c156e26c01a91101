"""The page's files as they are now, under a name that changes with each of them.

A browser keeps what it has got under the name of an edition for ever. So a file goes out for ever only with the edition it belongs to.
"""

import gzip
import hashlib
import json
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[1] / "web"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}

PLACE = b"<!-- the view's own -->\n"
"""Where the page names the style sheets and modules that its view takes, so that a browser asks for all of them at once."""

ROUTE = re.compile(rb'sheets: (\[[^\]]*\]), view: \(\) => import\("\./([a-z]+)/view\.js"\)')
"""How the router names a view and its style sheets."""

IMPORT = re.compile(rb'^(?:import|export)\b[^"]*?\bfrom "(\.[^"]+)";$', re.MULTILINE)


class FilePart(NamedTuple):
    """One file as it goes out, plain and compressed; `packed` is None where that makes it no smaller."""

    kind: str
    tag: str
    plain: bytes
    packed: bytes | None


class Edition(NamedTuple):
    """All parts by their path in the folder, the page for each view, and the name that stands for just these."""

    name: str
    parts: Mapping[str, FilePart]
    pages: Mapping[str, FilePart]


class Editions:
    """The edition of a folder: whoever changes a file has only to reload the page."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: Mapping[Path, int] = {}
        self._latest = Edition("", {}, {})

    def current(self) -> Edition:
        """What is in the folder now."""
        seen = {file: file.stat().st_mtime_ns for file in self._folder.rglob("*") if file.suffix in KINDS}
        if seen != self._seen:
            parts = {file.relative_to(self._folder).as_posix(): _part(file.suffix, file.read_bytes()) for file in seen}
            self._seen, self._latest = seen, _edition(parts)
        return self._latest

    def called(self, name: str) -> Edition:
        """The edition of this name or, if the folder holds another, that one."""
        return self._latest if name == self._latest.name else self.current()


def _part(suffix: str, plain: bytes) -> FilePart:
    packed = gzip.compress(plain, mtime=0)
    return FilePart(KINDS[suffix], hashlib.sha256(plain).hexdigest()[:32], plain, packed if len(packed) < len(plain) else None)


def _edition(parts: Mapping[str, FilePart]) -> Edition:
    listed = "".join(f"{path} {part.tag}\n" for path, part in sorted(parts.items()))
    name = hashlib.sha256(listed.encode()).hexdigest()[:16]
    views = {view.decode(): json.loads(sheets) for sheets, view in ROUTE.findall(parts["js/router.js"].plain)}
    return Edition(name, parts, {view: _page(name, parts, view, sheets) for view, sheets in views.items()})


def _page(edition: str, parts: Mapping[str, FilePart], view: str, sheets: Sequence[str]) -> FilePart:
    """The page, naming all style sheets and modules that it takes to show a view."""
    modules = dict.fromkeys([*_imported(parts, "js/main.js"), *_imported(parts, f"js/{view}/view.js")])
    named = [f'<link rel="stylesheet" href="/page/css/{sheet}.css">\n' for sheet in sheets]
    named += [f'<link rel="modulepreload" href="/page/{module}">\n' for module in modules]
    plain = parts["index.html"].plain.replace(PLACE, "".join(named).encode())
    return _part(".html", plain.replace(b'"/page/', f'"/page/{edition}/'.encode()))


def _imported(parts: Mapping[str, FilePart], module: str) -> Iterator[str]:
    """The module and, each once, all that it takes with it before it can run."""
    found, waiting = {module}, [module]
    while waiting:
        yield (one := waiting.pop(0))
        names = (name.decode() for name in IMPORT.findall(parts[one].plain))
        new = [path for name in names if (path := posixpath.normpath(f"{posixpath.dirname(one)}/{name}")) not in found]
        found.update(new)
        waiting += dict.fromkeys(new)
