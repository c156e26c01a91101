"""When somebody who has been called wants to be called again."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final

LONGEST_WAIT: Final = timedelta(hours=24)
"""Nobody is waited for longer, whatever they say."""

_SECONDS = re.compile(r"[0-9]{1,10}")


def retry_after(headers: Mapping[str, str], now: datetime) -> timedelta | None:
    """How long to wait from now on, by the header `Retry-After` (RFC 9110, 10.2.3): seconds or a date. None where it says nothing.

    The names of the headers are in lower case.
    """
    text = headers.get("retry-after", "").strip()
    if _SECONDS.fullmatch(text):
        return min(timedelta(seconds=int(text)), LONGEST_WAIT)
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, OverflowError):  # no date, or one that no calendar has
        return None
    if moment.tzinfo is None:  # "-0000": UTC, of a place that is not told
        moment = moment.replace(tzinfo=UTC)
    return min(max(moment - now, timedelta(0)), LONGEST_WAIT)
