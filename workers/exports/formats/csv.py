"""A spreadsheet: one row for each event, with the points of every seat after it, whoever changed them (RFC 4180)."""

import csv
import io
import re
from collections.abc import Iterator, Sequence

from workers.exports.format import Format
from workers.exports.transcript import Transcript, TranscriptStep

BYTE_ORDER_MARK = "\ufeff"
"""Without it Excel reads UTF-8 as the country's old code page and garbles every accent; the other spreadsheets pass over it.
Programs, which it would bother, have `ndjson`."""

_UNSEEN = r"\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
_FORMULA = re.compile(rf"(^[{_UNSEEN}]*|[;\t\r\n][{_UNSEEN}\"]*)(?=[=+\-@\t\r\n＝＋－＠])")
"""Where a spreadsheet would begin to calculate: at the start of a cell, or after a sign that some take for the start of the next
one (a semicolon where commas are decimal, a tab), whatever is quoted (OWASP, CSV injection). There a quotation mark quotes a cell of
its own, and what nobody sees hides nothing."""


def render(transcript: Transcript) -> bytes:
    """UTF-8 with a byte order mark, lines ended by CR LF."""
    page = io.StringIO(newline="")
    rows = csv.writer(page, dialect="excel", lineterminator="\r\n")
    rows.writerow(_header(transcript))
    rows.writerows(_rows(transcript))
    return (BYTE_ORDER_MARK + page.getvalue()).encode("utf-8")


def harmless(text: str) -> str:
    """The text such that no spreadsheet takes any part of it for a formula: an apostrophe says that text follows."""
    return _FORMULA.sub(r"\1'", text)


def _header(transcript: Transcript) -> Sequence[str]:
    points = [harmless(f"points of seat {seat}, {name}") for seat, name in enumerate(transcript.names)]
    return ["version", "at", "round", "turn", "seat", "name", "type", "words", *points]


def _rows(transcript: Transcript) -> Iterator[Sequence[str | int | None]]:
    names = [harmless(name) for name in transcript.names]
    nothing: Sequence[None] = (None,) * len(names)
    for step in transcript.steps:
        name = None if step.seat is None else names[step.seat]
        yield [*_when(step), step.seat, name, step.happened.recorded.type, harmless(step.words), *(step.scores or nothing)]


def _when(step: TranscriptStep) -> Sequence[str | int | None]:
    return [step.version, step.happened.recorded.at, step.round or None, step.turn or None]


FORMAT = Format("text/csv; charset=utf-8; header=present", "csv", render)
