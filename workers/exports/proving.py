"""The lines with which a reader can check a table's dice, the same in every format for people."""

from collections.abc import Iterator, Sequence

from rules.table_events import Source
from rules.texts.texts import Texts
from workers.exports.transcript import Transcript


def taken_over(transcript: Transcript) -> str:
    """The line of the log where the inherited part of a fork ends; empty if the table is not a fork."""
    return "" if transcript.origin is None else transcript.texts.text("export-taken-over", table=transcript.origin.table)


def how_to_verify(transcript: Transcript) -> str:
    """How everything can be checked, in two sentences."""
    return transcript.texts.text("export-verify")


def proof_lines(transcript: Transcript) -> Iterator[tuple[str, str]]:
    """Each value of the proof, with its name."""
    table, origin, text = transcript.table, transcript.origin, transcript.texts.text
    own = origin is not None
    yield text("export-proof-table"), transcript.loaded.id
    if origin is not None:
        found = text("export-proof-origin-value", version=str(origin.version), table=origin.table, hash=origin.hash)
        yield text("export-proof-origin"), found
        yield from _inherited(transcript.texts, origin.sources)
    yield text("export-proof-commitment", own=own), table.commitment
    yield text("export-proof-seeds", own=own), ", ".join(table.client_seeds) or text("export-proof-none")
    yield text("export-proof-secret"), table.secret or ""
    yield text("export-proof-head"), transcript.loaded.head


def _inherited(texts: Texts, sources: Sequence[Source]) -> Iterator[tuple[str, str]]:
    first = 0
    for source in sources:
        if source.draws > first:
            seeds = ", ".join(source.client_seeds) or texts.text("export-proof-none")
            name = texts.text("export-proof-draws", first=str(first), last=str(source.draws - 1))
            yield name, texts.text("export-proof-draws-value", table=source.table, secret=source.secret, seeds=seeds)
            first = source.draws
