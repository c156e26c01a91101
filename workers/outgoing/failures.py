"""Why a call brought no answer, in sentences that quote nothing of what the other side has sent."""

from typing import Final, Literal, TypeAlias

Reason: TypeAlias = Literal["refused", "unreachable", "timed-out", "unreadable"]
"""`refused`: the address is not called. `unreachable`: no connection. `timed-out`: no complete answer in time. `unreadable`: not an
acceptable answer.
"""

TOO_LARGE: Final = "The answer is too large."


class Unreadable(Exception):
    """The answer is not acceptable. The message is a sentence that says why."""


NAME_UNKNOWN: Final = "The name cannot be found."
