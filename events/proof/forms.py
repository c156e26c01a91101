"""The forms of values in a file's events: ids, names, times and numbers, as docs/proof.md defines them.

They cover everything that any build of the service has written. Patterns end with `END`, because `$` also matches before a final line
break.
"""

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
"""The largest integer that every JSON reader represents exactly (RFC 7493)."""

Hex: TypeAlias = Annotated[str, Meta(pattern=rf"^[0-9a-f]{{64}}{END}")]
Blinding: TypeAlias = Annotated[str, Meta(pattern=rf"^[0-9a-f]{{32}}{END}")]
TableId: TypeAlias = Annotated[str, Meta(pattern=rf"^{TABLE_ID}{END}")]
Timestamp: TypeAlias = Annotated[str, Meta(pattern=rf"^(19[7-9][0-9]|2[0-9]{{3}})-{_DAY}T{_TIME}")]
Deadline: TypeAlias = Annotated[str, Meta(pattern=rf"^(19[7-9][0-9]|2[0-9]{{3}}|3000)-{_DAY}T{_TIME}")]
Word: TypeAlias = Annotated[str, Meta(pattern=rf"^{_WORDS}{END}", max_length=64)]
EventType: TypeAlias = Annotated[str, Meta(pattern=rf"^(?=[^.]{{1,64}}\.[^.]{{1,64}}{END}){_WORDS}\.{_WORDS}{END}")]
BotId: TypeAlias = Annotated[str, Meta(pattern=rf"^bot_[a-z2-7]{{1,60}}{END}")]
ClientSeed: TypeAlias = Annotated[str, Meta(pattern=rf"^[!-~]{{1,64}}{END}")]
ClientSeeds: TypeAlias = Annotated[list[ClientSeed], Meta(max_length=33)]
"""At most the seeds of 32 seats and of the creator. Every draw hashes all of them, so more seeds would make checking slower than linear."""
Name: TypeAlias = Annotated[str, Meta(pattern=_NAME, min_length=1, max_length=40)]
"""Its normal form is no part of this: which texts are in it depends on the Unicode version of the reader."""

Seat: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Version: TypeAlias = Annotated[int, Meta(ge=1, le=LARGEST_NUMBER)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)]


def check_day(timestamp: str) -> None:
    """Raises `ValueError` for a time of the right form whose day does not exist."""
    datetime.fromisoformat(timestamp)


def check_deadline(data: dict[str, Any]) -> None:
    """Raises `ValueError` if an event's data contains a deadline of the right form whose day does not exist."""
    if "deadline" in data:
        check_day(data["deadline"])
