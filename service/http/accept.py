"""Content negotiation: the media type and the language that a request prefers (RFC 9110, sections 12.5.1 and 12.5.4)."""

from collections.abc import Mapping, Sequence
from typing import Final

from flask import request
from werkzeug.http import parse_list_header, parse_options_header

from rules.game import Language
from rules.texts.files import LANGUAGES

FORMS: Final[Mapping[str, str]] = {"json": "application/json", "lines": "application/x-ndjson", "stream": "text/event-stream"}
"""The forms that a query can name, for clients that cannot choose `Accept` by request."""


def accepted(media_types: Sequence[str]) -> str | None:
    """The one of these media types that the request's `Accept` prefers; None if it accepts none of them.

    Of several with the same quality, the one that `Accept` names most exactly wins, then the first. Parameters such as `charset=utf-8` are
    ignored, because every response is UTF-8. Without the header, the first is returned.
    """
    ranges = [_range(part) for part in parse_list_header(request.headers.get("Accept", ""))]
    if not ranges:
        return media_types[0]
    rated = [(*_rating(media_type, ranges), -index, media_type) for index, media_type in enumerate(media_types)]
    quality, _, _, media_type = max(rated)
    return media_type if quality > 0 else None


def chosen(form: str | None, media_types: Sequence[str]) -> str | None:
    """The media type of the form that the query names (one of `FORMS`); without one, what `Accept` prefers of these media types."""
    return accepted(media_types) if form is None else FORMS[form]


def language() -> Language:
    """The language that the request's `Accept-Language` prefers, with or without a country; English if it accepts none of ours."""
    accepted_tags = [tag.lower().partition("-")[0] for tag, quality in request.accept_languages if quality > 0]
    return next((language for tag in accepted_tags for language in LANGUAGES if language == tag), "en")


def _range(part: str) -> tuple[str, float]:
    """A media range and its quality. Old clients write `*` for `*/*`, and `.2` for `0.2`. An invalid quality counts as 1."""
    media_type, options = parse_options_header(part)
    try:
        quality = float(options.get("q", "1"))
    except ValueError:
        quality = 1.0
    return "*/*" if media_type == "*" else media_type.lower(), quality if 0 <= quality <= 1 else 1.0


def _rating(media_type: str, ranges: Sequence[tuple[str, float]]) -> tuple[float, int]:
    """The quality (0: not accepted) of the most exact range that matches the media type, and how exact that range is (1 to 3)."""
    wholes = (media_type, f"{media_type.partition('/')[0]}/*", "*/*")
    for exactness, whole in zip((3, 2, 1), wholes, strict=True):
        qualities = [quality for text, quality in ranges if text == whole]
        if qualities:
            return max(qualities), exactness
    return 0.0, 0
