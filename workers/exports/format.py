"""An export format: how a transcript becomes a file. Equal transcripts give equal bytes, on any machine and at any time."""

import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import NamedTuple

from rules.game import Language
from rules.texts.files import LANGUAGES
from workers.exports.transcript import Transcript

FORMATS = "workers.exports.formats"
"""The package of all formats."""

FOLDED_PROGRESS = 0.8
"""The progress of most formats when the table is folded: reading and folding take most of the time."""


class Format(NamedTuple):
    """`render` is pure: it uses no clock, no locale and no setting. A format that is not `worded` is the same in every language. `folded`
    is the progress when the table is folded, and `render` begins.
    """

    media_type: str
    extension: str
    render: Callable[[Transcript], bytes]
    worded: bool = True
    folded: float = FOLDED_PROGRESS


class Kind(NamedTuple):
    """A kind of file that each table has at most once: a format in a language (None: a format without words)."""

    format: str
    language: Language | None

    @property
    def name(self) -> str:
        """The format, followed by a language other than English."""
        return self.format if self.language in {None, "en"} else f"{self.format}-{self.language}"


@cache
def format_names() -> tuple[str, ...]:
    """The names of all formats, in alphabetical order: every module of `workers.exports.formats` is one. There is no list to edit."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(import_module(FORMATS).__path__)))


@cache
def formats() -> Mapping[str, Format]:
    """All formats by name, in alphabetical order."""
    return MappingProxyType({name: import_module(f"{FORMATS}.{name}").FORMAT for name in format_names()})


def kind(format: str, language: Language) -> Kind:
    """The kind of file that a request for this format in this language means."""
    return Kind(format, language if formats()[format].worded else None)


@cache
def kinds() -> Mapping[str, Kind]:
    """All kinds of files by name."""
    return MappingProxyType({one.name: one for name in formats() for one in (kind(name, language) for language in LANGUAGES)})
