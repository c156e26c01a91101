"""An export format: how a transcript becomes a file. Equal transcripts give equal bytes, on any machine and at any time."""

import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import NamedTuple

from workers.exports.transcript import Transcript


class Format(NamedTuple):
    """`render` is pure: it uses no clock, no locale and no setting."""

    media_type: str
    extension: str
    render: Callable[[Transcript], bytes]


@cache
def formats() -> Mapping[str, Format]:
    """All formats by name, in alphabetical order: every module of `workers.exports.formats` is one. There is no list to edit."""
    package = import_module("workers.exports.formats")
    names = sorted(module.name for module in pkgutil.iter_modules(package.__path__))
    return MappingProxyType({name: import_module(f"{package.__name__}.{name}").FORMAT for name in names})
