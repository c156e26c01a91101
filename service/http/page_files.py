"""The files of the game page, versioned as an edition whose name changes with any file.

Browsers cache a file under an edition's name for ever. So a file is sent as immutable only under the name of its own edition.
"""

import gzip
import hashlib
import json
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from rules.game import AnyGame
from rules.texts.files import COMMON, LANGUAGES, text_file
from workers import drawing

FOLDER = Path(__file__).parents[1] / "web"
MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".ftl": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}

OWN_BOARDS_MARKER = b'<meta name="own-boards" content="">'
"""Where the page names the games that have a board of their own. All others get the general board."""

OWN_BOARD = re.compile(r"js/games/([a-z0-9-]+)/index\.js")

NOTHING_ELSE: Mapping[str, Path] = MappingProxyType({})

NOTHING_ADDED: Mapping[str, str] = MappingProxyType({})

ASSET_LINKS_MARKER = b"<!-- the view's own -->\n"
"""Where the page links the style sheets and modules of a view, so that a browser requests all of them at once."""

ROUTE = re.compile(rb'sheets: (\[[^\]]*\]), view: \(\) => import\("\./([a-z]+)/view\.js"\)')
"""A view and its style sheets in the source of the router."""

IMPORT = re.compile(rb'^(?:import|export)\b[^"]*?\bfrom "(\.[^"]+)";$', re.MULTILINE)


SHARED: Mapping[str, Path] = {
    file.relative_to(drawing.FOLDER).as_posix(): file for file in drawing.FOLDER.rglob("*") if file.suffix in MEDIA_TYPES
}
"""What the page draws with and shares with exported replays, by the path in the page."""


class FilePart(NamedTuple):
    """One file to send: media type, tag, content, and gzipped content (None if that is not smaller)."""

    kind: str
    tag: str
    plain: bytes
    packed: bytes | None


class Edition(NamedTuple):
    """All files by their path in the folder, the HTML page of each view, and the name (a digest) of exactly these files."""

    name: str
    parts: Mapping[str, FilePart]
    pages: Mapping[str, FilePart]


class Editions:
    """The current edition of a folder, rebuilt when a file changes: after an edit, reloading the page is enough. `more` are files from
    elsewhere, and `added` what comes after the content of some files, by their path in the edition.
    """

    def __init__(self, folder: Path, more: Mapping[str, Path] = NOTHING_ELSE, added: Mapping[str, str] = NOTHING_ADDED) -> None:
        self._folder = folder
        self._more = more
        self._added = added
        self._seen: Mapping[Path, int] = {}
        self._latest = Edition("", {}, {})

    def current(self) -> Edition:
        """The edition of the files that are in the folder now."""
        own = {file.relative_to(self._folder).as_posix(): file for file in self._folder.rglob("*") if file.suffix in MEDIA_TYPES}
        files = {**own, **self._more}
        seen = {file: file.stat().st_mtime_ns for file in files.values()}
        if seen != self._seen:
            added = {path: text.encode() for path, text in self._added.items()}
            parts = {path: _part(file.suffix, file.read_bytes() + added.get(path, b"")) for path, file in files.items()}
            self._seen, self._latest = seen, _edition(parts)
        return self._latest

    def called(self, name: str) -> Edition:
        """The edition with this name if it is the latest one, otherwise the current edition."""
        return self._latest if name == self._latest.name else self.current()


def page_of(games: Mapping[str, AnyGame]) -> Editions:
    """The page of a service with these games: it says about them what the service says, from the same files of texts and the games' own
    words.
    """
    packages = {"texts": COMMON, **{f"texts/{name}": game.texts for name, game in games.items()}}
    texts = {f"{folder}/{language}.ftl": text_file(package, language) for folder, package in packages.items() for language in LANGUAGES}
    words = {f"texts/{name}/{language}.ftl": text for name, game in games.items() for language, text in game.words.items()}
    return Editions(FOLDER, {**SHARED, **texts}, words)


def _part(suffix: str, plain: bytes) -> FilePart:
    packed = gzip.compress(plain, mtime=0)
    return FilePart(MEDIA_TYPES[suffix], hashlib.sha256(plain).hexdigest()[:32], plain, packed if len(packed) < len(plain) else None)


def _edition(parts: Mapping[str, FilePart]) -> Edition:
    listed = "".join(f"{path} {part.tag}\n" for path, part in sorted(parts.items()))
    name = hashlib.sha256(listed.encode()).hexdigest()[:16]
    views = {view.decode(): json.loads(sheets) for sheets, view in ROUTE.findall(parts["js/router.js"].plain)}
    return Edition(name, parts, {view: _page(name, parts, view, sheets) for view, sheets in views.items()})


def _page(edition: str, parts: Mapping[str, FilePart], view: str, sheets: Sequence[str]) -> FilePart:
    """The HTML page of a view, with links to all style sheets and modules that the view loads."""
    modules = dict.fromkeys([*_imported(parts, "js/main.js"), *_imported(parts, f"js/{view}/view.js")])
    links = [f'<link rel="stylesheet" href="/page/css/{sheet}.css">\n' for sheet in sheets]
    links += [f'<link rel="modulepreload" href="/page/{module}">\n' for module in modules]
    boards = " ".join(sorted(found[1] for path in parts if (found := OWN_BOARD.fullmatch(path))))
    plain = parts["index.html"].plain.replace(ASSET_LINKS_MARKER, "".join(links).encode())
    plain = plain.replace(OWN_BOARDS_MARKER, OWN_BOARDS_MARKER.replace(b'""', f'"{boards}"'.encode()))
    return _part(".html", plain.replace(b'"/page/', f'"/page/{edition}/'.encode()))


def _imported(parts: Mapping[str, FilePart], module: str) -> Iterator[str]:
    """The module and all modules that it imports, directly or not, each once."""
    found, waiting = {module}, [module]
    while waiting:
        yield (one := waiting.pop(0))
        names = (name.decode() for name in IMPORT.findall(parts[one].plain))
        new = [path for name in names if (path := posixpath.normpath(f"{posixpath.dirname(one)}/{name}")) not in found]
        found.update(new)
        waiting += dict.fromkeys(new)
