"""The chain of a file's events, and the commitment to its dice: what can be checked without knowing any game."""

from events.envelope import NO_HASH, chained
from events.proof.shape import File, Told
from events.proof.verdict import Wrong
from rules.dice import DiceSeed


def check_versions(file: File) -> None:
    """Raises `Wrong` unless the events are numbered from 1 without a gap."""
    for version, event in enumerate(file.events, 1):
        if event.version != version:
            raise Wrong("version-wrong", f"Version {event.version} stands where {version} belongs.", version)


def broken_link(file: File) -> Wrong | None:
    """The first event whose hash does not chain it to the one before it."""
    previous = NO_HASH
    for event in file.events:
        link = chained(previous, _body(file.table, event))
        if event.hash != link:
            return Wrong("hash-wrong", f"It would be {link}, not {event.hash}.", event.version)
        previous = event.hash
    return None


def wrong_secret(file: File) -> Wrong | None:
    """Whether the secret told in the end is another than the one that was committed to in the beginning."""
    if DiceSeed(file.table, file.secret).commitment == file.commitment:
        return None
    revealed = file.events[-1].data.get("secret") == file.secret
    return Wrong(
        "commitment-wrong", f"The secret's SHA-256 is not the commitment {file.commitment}.", len(file.events) if revealed else None
    )


def _body(table: str, event: Told) -> dict[str, object]:
    """What the hash is taken over: the event as it is told, and its table."""
    return {
        "table": table,
        "version": event.version,
        "type": event.type,
        "schema": event.schema,
        "seat": event.seat,
        "at": event.at,
        "decision": event.decision,
        "data": event.data,
    }
