"""Reads exported files of finished tables as arguments of commands."""

from collections.abc import Iterable
from typing import IO

import click

from events.proof.reading import MOST_FILE_BYTES
from events.proof.verdict import CODES, Verdict
from service.terminal.safe_text import printable, printable_lines

EXIT = {"right": 0, "wrong": 1, "uncheckable": 2, "partial": 3}
"""The exit code for each status of a verdict."""

_MILDEST_FIRST = ("right", "partial", "wrong", "uncheckable")

table_file = click.argument("file", type=click.File("rb"), metavar="FILE")


class NotShown(click.ClickException):
    """A command cannot use a file. The exit code is that of the verdict's status."""

    def __init__(self, message: str, status: str) -> None:
        super().__init__(printable_lines(message))
        self.status = status

    @property
    def exit_code(self) -> int:  # type: ignore[override]  # a class variable in the base class
        return EXIT[self.status]


def gravest(codes: Iterable[int]) -> int:
    """The exit code for several findings, at least one. `partial` is milder than its number: it must hide nothing that is wrong."""
    return max(codes, key=[EXIT[status] for status in _MILDEST_FIRST].index)


def content(file: IO[bytes]) -> bytes:
    """The bytes of the file, at most one more than the limit, which shows that it is too large. Raises `NotShown`."""
    try:
        return file.read(MOST_FILE_BYTES + 1)
    except OSError as error:
        raise NotShown(f"{printable(file.name)} cannot be read: {error.strerror}", "uncheckable") from error


SUBJECTS = {
    "wrong": "The file is invalid",
    "uncheckable": "The file cannot be verified",
    "partial": "The file is verified without its moves",
}
"""What is said first about a file that is not right, for each status of a verdict."""


def complaint(verdict: Verdict, issued: str = "") -> tuple[str, str]:
    """Two lines of text: what is wrong with a file, or why it was not verified whole. `issued` says who issued it."""
    subject = SUBJECTS[verdict.status] + issued
    place = "" if verdict.version is None else f" at event {verdict.version}"
    return f"{subject}{place}: {CODES[verdict.code or '']}", f"{printable(verdict.detail or '')} [{verdict.code}]"
