"""Which representation a request accepts (RFC 9110, section 12.5.1)."""

from collections.abc import Sequence

from flask import request
from werkzeug.http import parse_list_header, parse_options_header


def accepted(kinds: Sequence[str]) -> str | None:
    """The media type, of those that there are, that the request's `Accept` prefers; None if it accepts none of them.

    Of several that it likes as well, the one that it names most exactly, then the first. Parameters such as `charset=utf-8` change nothing:
    all that there is is UTF-8. Without the header it is the first.
    """
    ranges = [_range(part) for part in parse_list_header(request.headers.get("Accept", ""))]
    if not ranges:
        return kinds[0]
    rated = [(*_rating(kind, ranges), -place, kind) for place, kind in enumerate(kinds)]
    quality, _, _, kind = max(rated)
    return kind if quality > 0 else None


def _range(part: str) -> tuple[str, float]:
    """A media range and its quality. Old clients write `*` for `*/*`, and `.2` for `0.2`; a quality that is no number counts as none."""
    kind, options = parse_options_header(part)
    try:
        quality = float(options.get("q", "1"))
    except ValueError:
        quality = 1.0
    return "*/*" if kind == "*" else kind.lower(), quality if 0 <= quality <= 1 else 1.0


def _rating(kind: str, ranges: Sequence[tuple[str, float]]) -> tuple[float, int]:
    """How much a media type is wanted (0: not at all), by the most exact of the ranges that it is in, and how exact that is."""
    wholes = (kind, f"{kind.partition('/')[0]}/*", "*/*")
    for exactness, whole in zip((3, 2, 1), wholes, strict=True):
        qualities = [quality for text, quality in ranges if text == whole]
        if qualities:
            return max(qualities), exactness
    return 0.0, 0
