"""One request and its answer by httpcore, and the reasons for which there is no answer."""

import ssl
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from typing import Any, Final

import httpcore

from workers.outgoing.answers import headers_of, limited
from workers.outgoing.failures import NAME_UNKNOWN, Reason, Unreadable
from workers.outgoing.lookup import Endpoint
from workers.outgoing.target import Target, TargetRefused
from workers.outgoing.wire import CheckedPlaces, TimeLeft

USER_AGENT: Final = f"rollstream/{version('rollstream')}"

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


def exchange(
    target: Target,
    endpoints: Sequence[Endpoint],
    body: bytes,
    headers: Mapping[str, str],
    left: TimeLeft,
    trust: Callable[[], ssl.SSLContext],
) -> tuple[int, Mapping[str, str], bytes]:
    """Send JSON with these headers to the first of the checked endpoints that accepts a connection. Returns status, headers and body
    of the answer.

    `trust` returns what a connection by TLS trusts. Raises one of `FAILURES`.
    """
    url = httpcore.URL(scheme=target.scheme, host=target.host, port=target.port, target=target.path)
    request_headers: Mapping[Any, Any] = {  # httpcore's type wants text or bytes as names
        "Host": target.authority,
        "User-Agent": USER_AGENT,
        "Content-Type": "application/json",
        "Accept": "application/json",
        "Accept-Encoding": "identity",
        "Connection": "close",
        **headers,
    }
    context = trust() if target.scheme == "https" else None
    with (
        httpcore.HTTPConnection(url.origin, context, network_backend=CheckedPlaces(endpoints, left)) as connection,
        connection.stream("POST", url, headers=request_headers, content=body) as response,
    ):
        answer_headers = headers_of(response.headers)
        return response.status, answer_headers, b"".join(limited(response.iter_stream()))
