"""Advice for authors of bots: how to fix an answer that does not count."""

from typing import Final, assert_never

from workers.bots.answer import Fault
from workers.outgoing.failures import NAME_UNKNOWN

_STATUS: Final = {
    401: "It takes the signature for a wrong one: name the secret that it has with --secret.",
    403: "It takes the signature for a wrong one: name the secret that it has with --secret.",
    404: "It does not know this path: name the whole address, such as http://127.0.0.1:5000/bot.",
    405: "It does not take POST at this path.",
    204: 'Answer 200 with the body {"move": {…}}; 204 has none.',
}
_REFUSED: Final = {
    "body-unreadable": 'Answer with JSON and nothing around it: {"move": {…}} (in Python json.dumps(…), not str(…)).',
    "body-invalid": "Take one of data.moves of the message as it stands, and put it into the member move; there is no other member.",
    "decision-closed": "Leave decision out of the move, or copy data.decision of this very message.",
}


def remedy(fault: Fault, status: int | None) -> str:
    """One sentence: how to fix the fault. `status` is the answer's HTTP status, None if there was no answer."""
    match fault.reason:
        case "unreachable":
            if fault.detail == NAME_UNKNOWN:
                return "Is the name spelled right?"
            return "Is it running, on this host and port, and with TLS only if the address says https? If so, its own log says more."
        case "timed-out":
            return "Answer within 10 seconds; what takes longer is answered 202 and played later through the API."
        case "refused":
            return "A bot's address is http:// or https://, a host, a port from 1024 on (or 80, 443) and a path, without a password in it."
        case "status":
            return _of_status(status or 0)
        case "unreadable":
            return (
                _REFUSED[fault.refused.code] if fault.refused else "Send HTTP/1.1 with at most 64 KiB of body, neither packed nor cut off."
            )
        case "illegal":
            code = fault.refused.code if fault.refused else ""
            return _REFUSED.get(code, "Choose one of data.moves of the message: each of them is allowed now.")
        case "paused" | "gone":
            return "This is said of a registered bot only."
        case _:
            assert_never(fault.reason)


def _of_status(status: int) -> str:
    if 300 <= status < 400:
        return "No redirect is followed: name the address that it leads to."
    if status >= 500:
        return "The bot failed internally: its own log says why."
    return _STATUS.get(status, "Answer 200 with a move, or 202 to play it later through the API.")
