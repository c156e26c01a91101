"""Times in the stored and public form: UTC with milliseconds and Z (RFC 3339)."""

from datetime import UTC, datetime, timedelta

from rules.table_clock import Instant


def now() -> datetime:
    """The current time (UTC). Only the code that starts a process calls this; all other code receives a clock."""
    return datetime.now(UTC)


def not_before(earliest: str, now: datetime) -> datetime:
    """`now`, or the time in `earliest` if it is later. A table's time never goes back, even if the system clock does (ADR 25)."""
    return max(now, datetime.fromisoformat(earliest))


def stamp(time: datetime) -> str:
    """The time as text. All such texts have the same length, so their alphabetical order is the order of the times."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def is_stamp(text: str) -> bool:
    """Whether `stamp` can have made the text."""
    try:
        return stamp(datetime.fromisoformat(text)) == text
    except (OverflowError, ValueError):
        return False


def instant(now: datetime) -> Instant:
    """The time in the form that the rules need, with a function for the deadline of a clock that starts now."""
    return Instant(stamp(now), lambda seconds: stamp(now + timedelta(seconds=seconds)))


def epoch_ms(time: datetime | str) -> int:
    """Milliseconds since 1970 of a time or its text."""
    when = datetime.fromisoformat(time) if isinstance(time, str) else time
    return int(when.timestamp() * 1000)
