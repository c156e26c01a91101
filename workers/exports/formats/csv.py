"""The csv format: one row for each event, with the points of every seat after it (RFC 4180)."""

import csv
import io
import re
from collections.abc import Iterator, Sequence

from workers.exports.format import Format
from workers.exports.transcript import Transcript, TranscriptStep

BYTE_ORDER_MARK = "\ufeff"
"""Without it Excel reads UTF-8 in the local code page and garbles every accent; other spreadsheets ignore it. Programs should use `ndjson`.
"""

_INVISIBLE = r"\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
_FORMULA = re.compile(rf"(^[{_INVISIBLE}]*|[;\t\r\n][{_INVISIBLE}\"]*)(?=[=+\-@\t\r\n＝＋－＠])")
"""Where a spreadsheet may begin to calculate: at the start of a cell, or after a character that some programs read as the start of the next
cell (a semicolon where commas are decimal, a tab), even inside quotes (OWASP, CSV injection). Quotation marks and invisible characters in
between do not hide a formula.
"""


def render(transcript: Transcript) -> bytes:
    """UTF-8 with a byte order mark; lines end with CR LF. The headings are the same in every language: programs read them."""
    text_file = io.StringIO(newline="")
    rows = csv.writer(text_file, dialect="excel", lineterminator="\r\n")
    rows.writerow(_header(transcript))
    rows.writerows(_rows(transcript))
    return (BYTE_ORDER_MARK + text_file.getvalue()).encode("utf-8")


def harmless(text: str) -> str:
    """The text, changed so that no spreadsheet reads any part of it as a formula: an apostrophe marks text."""
    return _FORMULA.sub(r"\1'", text)


def _header(transcript: Transcript) -> Sequence[str]:
    points = [harmless(f"points of seat {seat}, {name}") for seat, name in enumerate(transcript.names)]
    return ["version", "at", "round", "turn", "seat", "name", "type", "words", *points]


def _rows(transcript: Transcript) -> Iterator[Sequence[str | int | None]]:
    names = [harmless(name) for name in transcript.names]
    no_points: Sequence[None] = (None,) * len(names)
    for step in transcript.steps:
        name = None if step.seat is None else names[step.seat]
        yield [*_when(step), step.seat, name, step.recorded_event.recorded.type, harmless(step.words), *(step.scores or no_points)]


def _when(step: TranscriptStep) -> Sequence[str | int | None]:
    return [step.version, step.recorded_event.recorded.at, step.round or None, step.turn or None]


FORMAT = Format("text/csv; charset=utf-8; header=present", "csv", render)
