"""The verdict on a table's file."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

CODES: Mapping[str, str] = {
    "unreadable": "The bytes are no JSON in UTF-8, or more or deeper than any table's.",
    "not-canonical": "The JSON is written in another way than canonical JSON is: something was changed or reformatted.",
    "malformed": "A member is missing, unknown, or not of its type, form or range.",
    "game-unknown": "This build does not know the game or its ruleset: it has not checked the moves, and all the rest is right.",
    "event-unknown": "This build does not know an event or its schema, and cannot check the table.",
    "version-wrong": "The events are not numbered 1, 2, 3 …",
    "hash-wrong": "An event's hash is not that of its predecessor's hash and its content.",
    "name-wrong": "A name beside the events does not fit the digest in its event.",
    "commitment-wrong": "The secret is not the one that was committed to before the first die.",
    "draw-wrong": "Dice or a shuffle do not follow from the secret.",
    "event-wrong": "By the rules something else happened here.",
    "move-refused": "By the rules nothing that begins with this event can happen here.",
    "decision-wrong": "The event answers another decision than the one that was open.",
    "time-wrong": "The event has another time than the move that it belongs to, or is before the event before it.",
    "event-missing": "By the rules there is a further event.",
    "member-wrong": "A member beside the events is not what the events say.",
}
"""Every code of a verdict -> the fault, for people."""

Status: TypeAlias = Literal["right", "wrong", "partial", "uncheckable"]
"""`partial`: what can be checked without the rules of the game is right."""

NOT_WRONG: Mapping[str, Status] = {"unreadable": "uncheckable", "event-unknown": "uncheckable", "game-unknown": "partial"}
"""The codes that say nothing against a file -> its status."""


class Wrong(Exception):
    """A fault of a file: a code of `CODES`, a sentence, and the version of the first wrong event (None: no single event is wrong)."""

    def __init__(self, code: str, detail: str, version: int | None = None) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.version = version


class Figures(NamedTuple):
    """What was checked: the numbers of events, of appends (moves and other actions), and of draws of dice or cards."""

    events: int = 0
    appends: int = 0
    draws: int = 0


class Erased(NamedTuple):
    """The names that were erased from a file: how many, and the last version whose own hash covered one (0: none).

    Such a hash cannot be derived again. So the chain does not bind the events up to this version to those after it.
    """

    names: int = 0
    unbound: int = 0


class Findings(NamedTuple):
    """What a check of a table's events has found: figures, faults, and the versions at which the append that created it may have ended."""

    figures: Figures
    faults: Sequence[Wrong]
    creation_ends: Collection[int] = ()


class Verdict(NamedTuple):
    """Whether a file is valid, apart from the names that were `erased`. If not, `code`, `detail` and `version` are as in `Wrong`."""

    status: Status
    code: str | None = None
    detail: str | None = None
    version: int | None = None
    figures: Figures = Figures()
    erased: Erased = Erased()

    @property
    def ok(self) -> bool:
        return self.status == "right"


def verdict_on(wrong: Wrong) -> Verdict:
    """The verdict on a file with this fault."""
    return Verdict(NOT_WRONG.get(wrong.code, "wrong"), wrong.code, wrong.detail, wrong.version)
