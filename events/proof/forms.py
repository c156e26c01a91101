"""The forms of what stands in a file's events: ids, names, times and numbers, as docs/proof.md defines them.

They are what the service writes, and has written at any time. A pattern ends with `END`, since `$` would also allow a line break there.
"""

import unicodedata
from datetime import datetime
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta

from events.store.keys import TABLE_ID

END: Final = r"(?![\s\S])"
"""The end of a text, in a pattern."""

_CONTROLS = r"\u0000-\u001f\u007f-\u009f\u2028\u2029"
_SPACES = r"\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_BLANKS = (
    r"\u0020\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u202a-\u202f\u205f-\u206f\u2800\u3000\u3164"
    "\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_NAME = rf"^(?![{_SPACES}])(?=[^{_CONTROLS}]*[^{_CONTROLS}{_BLANKS}])[^{_CONTROLS}]*[^{_CONTROLS}{_SPACES}]{END}"
_WORDS = "[a-z][a-z0-9]*(-[a-z0-9]+)*"
_DAY = "(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
_TIME = rf"([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{{3}}Z{END}"

LARGEST_NUMBER: Final = 2**53 - 1
"""Integers beyond this are not the same to every reader of JSON (RFC 7493)."""

Hex: TypeAlias = Annotated[str, Meta(pattern=rf"^[0-9a-f]{{64}}{END}")]
Blinding: TypeAlias = Annotated[str, Meta(pattern=rf"^[0-9a-f]{{32}}{END}")]
TableId: TypeAlias = Annotated[str, Meta(pattern=rf"^{TABLE_ID}{END}")]
Moment: TypeAlias = Annotated[str, Meta(pattern=rf"^(19[7-9][0-9]|2[0-9]{{3}})-{_DAY}T{_TIME}")]
Deadline: TypeAlias = Annotated[str, Meta(pattern=rf"^(19[7-9][0-9]|2[0-9]{{3}}|3000)-{_DAY}T{_TIME}")]
Word: TypeAlias = Annotated[str, Meta(pattern=rf"^{_WORDS}{END}", max_length=64)]
EventType: TypeAlias = Annotated[str, Meta(pattern=rf"^(?=[^.]{{1,64}}\.[^.]{{1,64}}{END}){_WORDS}\.{_WORDS}{END}")]
BotId: TypeAlias = Annotated[str, Meta(pattern=rf"^bot_[a-z2-7]{{1,60}}{END}")]
ClientSeed: TypeAlias = Annotated[str, Meta(pattern=rf"^[!-~]{{1,64}}{END}")]
ClientSeeds: TypeAlias = Annotated[list[ClientSeed], Meta(max_length=33)]
"""Those of 32 seats and of the creator at most. Every draw hashes all of them: with more, checking a file would not take linear time."""
Name: TypeAlias = Annotated[str, Meta(pattern=_NAME, min_length=1, max_length=40, description="In Unicode's Normalization Form C.")]

Seat: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Version: TypeAlias = Annotated[int, Meta(ge=1, le=LARGEST_NUMBER)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)]


def check_name(name: str) -> None:
    """Raises `ValueError` for a name that is not in Normalization Form C."""
    if not unicodedata.is_normalized("NFC", name):
        raise ValueError("the name is not in Unicode's Normalization Form C")


def check_day(moment: str) -> None:
    """Raises `ValueError` for a time of the right form on a day that no calendar has."""
    datetime.fromisoformat(moment)


def check_texts(data: dict[str, Any]) -> None:
    """Raises `ValueError` if an event's data hold a name or a deadline of the right pattern that is none for all that."""
    if "name" in data:
        check_name(data["name"])
    if "deadline" in data:
        check_day(data["deadline"])
