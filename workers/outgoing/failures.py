"""Why a call brought no answer, in sentences that quote nothing of what the other side has sent."""

import ssl
from typing import Final, Literal, TypeAlias

import httpcore

from workers.outgoing.target import TargetRefused

Reason: TypeAlias = Literal["refused", "unreachable", "timed-out", "unreadable"]
"""`refused`: the address is not called. `unreachable`: no connection. `timed-out`: no complete answer in time. `unreadable`: not an
acceptable answer.
"""

TOO_LARGE: Final = "The answer is too large."


class Unreadable(Exception):
    """The answer is not acceptable. The message is a sentence that says why."""


NAME_UNKNOWN: Final = "The name cannot be found."

FAILURES: Final = (
    TargetRefused,
    OSError,  # of the lookup; with it TimeoutError
    httpcore.TimeoutException,
    httpcore.NetworkError,
    httpcore.RemoteProtocolError,
    Unreadable,
)


def reason_of(error: Exception) -> tuple[Reason, str]:
    """The reason and a sentence for one of `FAILURES`."""
    match error:
        case TargetRefused():
            return "refused", f"The address {error}."
        case TimeoutError() | httpcore.TimeoutException():
            return "timed-out", "No whole answer came in time."
        case httpcore.ConnectError(__cause__=ssl.SSLCertVerificationError(verify_message=message)):
            return "unreachable", f"The certificate does not hold: {message.rstrip('.')}."
        case httpcore.ConnectError(__cause__=ssl.SSLError()):
            return "unreachable", "TLS could not be agreed upon."
        case httpcore.ConnectError():
            return "unreachable", "No connection could be made."
        case httpcore.NetworkError():
            return "unreachable", "The connection broke off before the answer was whole."
        case OSError():
            return "unreachable", NAME_UNKNOWN
        case Unreadable():
            return "unreadable", str(error)
        case _:
            return "unreadable", "The answer is not whole, or not HTTP/1.1."
