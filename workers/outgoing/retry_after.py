"""Reads `Retry-After`: when a called server wants to be called again."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final

LONGEST_RETRY_AFTER: Final = timedelta(hours=24)
"""The longest wait; longer ones are shortened."""

_SECONDS = re.compile(r"[0-9]{1,10}")


def retry_after(headers: Mapping[str, str], now: datetime) -> timedelta | None:
    """How long to wait from now, by the header `Retry-After` (RFC 9110, 10.2.3): seconds or a date. None without a readable value.

    The names of the headers are in lower case. The result is 0 to 24 hours.
    """
    text = headers.get("retry-after", "").strip()
    if _SECONDS.fullmatch(text):
        return min(timedelta(seconds=int(text)), LONGEST_RETRY_AFTER)
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, OverflowError):  # not a date, or an impossible one
        return None
    if date.tzinfo is None:  # "-0000": UTC, of an unknown time zone
        date = date.replace(tzinfo=UTC)
    return min(max(date - now, timedelta(0)), LONGEST_RETRY_AFTER)
