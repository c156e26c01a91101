"""The lines with which a reader can check a table's dice, the same in every format for people."""

from collections.abc import Iterator, Sequence

from rules.table_events import Source
from workers.exports.transcript import Transcript

HOW_TO_VERIFY = (
    "The table's export json holds every event, every draw and the hash that chains each event to the one before. "
    "rollstream verify FILE checks all of them offline; docs/proof.md says how to do it without rollstream."
)


def taken_over(transcript: Transcript) -> str:
    """The line of the log where the inherited part of a fork ends; empty if the table is not a fork."""
    return "" if transcript.origin is None else f"Taken over from table {transcript.origin.table} up to here."


def proof_lines(transcript: Transcript) -> Iterator[tuple[str, str]]:
    """Each value of the proof, with its name."""
    table, roll = transcript.table, "the first roll" if transcript.origin is None else "its own first roll"
    yield "Table", transcript.loaded.id
    if transcript.origin is not None:
        yield "Forked from", f"version {transcript.origin.version} of table {transcript.origin.table}, event {transcript.origin.hash}"
        yield from _inherited(transcript.origin.sources)
    yield f"Commitment (SHA-256 of the secret), published before {roll}", table.commitment
    yield f"Client seeds, fixed before {roll}", ", ".join(table.client_seeds) or "none"
    yield "Secret, revealed after the end", table.secret or ""
    yield "Hash of the last event", transcript.loaded.head


def _inherited(sources: Sequence[Source]) -> Iterator[tuple[str, str]]:
    first = 0
    for source in sources:
        if source.draws > first:
            seeds = ", ".join(source.client_seeds) or "none"
            yield f"Draws {first} to {source.draws - 1}", f"of table {source.table}, secret {source.secret}, seeds {seeds}"
            first = source.draws
