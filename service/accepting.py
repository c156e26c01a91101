"""Which representation a request accepts (RFC 9110, section 12.5.1)."""

from collections.abc import Sequence

from flask import request


def accepted(kinds: Sequence[str]) -> str | None:
    """The media type, of those that there are, that the request's `Accept` prefers; None if it accepts none of them.

    Of several that it likes as well, the one that it names most exactly, then the first. Parameters such as `charset=utf-8` change nothing:
    all that there is is UTF-8. Without the header it is the first.
    """
    if not request.accept_mimetypes:
        return kinds[0]
    ranges = [(text.partition(";")[0].strip().lower(), quality) for text, quality in request.accept_mimetypes]
    rated = [(*_rating(kind, ranges), -place, kind) for place, kind in enumerate(kinds)]
    quality, _, _, kind = max(rated)
    return kind if quality > 0 else None


def _rating(kind: str, ranges: Sequence[tuple[str, float]]) -> tuple[float, int]:
    """How much a media type is wanted (0: not at all), by the most exact of the ranges that it is in, and how exact that is."""
    wholes = (kind, f"{kind.partition('/')[0]}/*", "*/*")
    for exactness, whole in zip((3, 2, 1), wholes, strict=True):
        qualities = [quality for text, quality in ranges if text == whole]
        if qualities:
            return max(qualities), exactness
    return 0.0, 0
