"""Moments as they are stored and told: UTC with milliseconds and Z (RFC 3339)."""

from datetime import UTC, datetime, timedelta

from rules.table_clock import Instant


def now() -> datetime:
    """The time of day, for those who put the parts of a process together: nothing else asks for it, everything is told."""
    return datetime.now(UTC)


def not_before(earliest: str, now: datetime) -> datetime:
    """`now`, or the moment of the text `earliest` if that is later: a table's time never goes back, whatever the clock does (ADR 25)."""
    return max(now, datetime.fromisoformat(earliest))


def stamp(moment: datetime) -> str:
    """The moment as text: all such texts have one length, so that their order is that of the moments."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def is_stamp(text: str) -> bool:
    """Whether `stamp` can have made the text."""
    try:
        return stamp(datetime.fromisoformat(text)) == text
    except (OverflowError, ValueError):
        return False


def instant(now: datetime) -> Instant:
    """The moment as the rules are told it, and how they get the deadline of a clock that starts now."""
    return Instant(stamp(now), lambda seconds: stamp(now + timedelta(seconds=seconds)))


def epoch_ms(moment: datetime | str) -> int:
    """Milliseconds since 1970; of a moment or its text."""
    when = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    return int(when.timestamp() * 1000)
