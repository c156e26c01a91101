"""The one client for calls to addresses that clients of the service have registered: bots and webhooks.

A name is looked up once, all of its addresses are checked, and the client connects to a checked address, with the name in `Host` and SNI.
It follows no redirect, uses no proxy of the environment and unpacks nothing. Time and size are limited.
"""

import socket
import ssl
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from importlib.metadata import version
from typing import Any, Final

import httpcore

from events.limits import Limits
from workers.outgoing.answers import headers_of, limited
from workers.outgoing.failures import FAILURES, Reason, reason_of
from workers.outgoing.lookup import Endpoint, LookUps, Resolve
from workers.outgoing.networks import Network, Networks
from workers.outgoing.outside import waited
from workers.outgoing.target import Target, TargetRefused, read_target
from workers.outgoing.wire import CheckedPlaces, TimeLeft

__all__ = ["Answered", "NotAnswered", "NotLookedUp", "Outgoing", "TargetRefused"]

DEFAULT_LIMITS: Final = Limits()
USER_AGENT: Final = f"rollstream/{version('rollstream')}"


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer with any status: headers by their names in lower case, the whole body, and the milliseconds from the lookup of the name to
    the last byte.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes
    ms: float


class NotAnswered(Exception):
    """No readable answer came within `ms` milliseconds. `detail` is a sentence for the owner of the address."""

    def __init__(self, reason: Reason, detail: str, ms: float) -> None:
        super().__init__(detail)
        self.reason: Final = reason
        self.detail: Final = detail
        self.ms: Final = ms


class NotLookedUp(Exception):
    """A name could not be looked up in time: its name servers do not answer, or too many names are being looked up."""


class Outgoing:
    """Makes calls. Threads and greenlets may share it.

    `allow`: networks that may be called although they are not public. `resolve`: looks up names like `socket.getaddrinfo` (None: the
    system). `monotonic`: the running time of this process. `away_since`: whether this process was absent at any time since a time. `asker`,
    in the methods: the client whose share of the lookups the call uses.
    """

    def __init__(
        self,
        allow: Sequence[Network] = (),
        resolve: Resolve | None = None,
        monotonic: Callable[[], float] = time.monotonic,
        *,
        limits: Limits = DEFAULT_LIMITS,
        away_since: Callable[[datetime], bool] = lambda _: False,
    ) -> None:
        self._networks = Networks(allow)
        self._look_ups = LookUps(limits.lookups, limits.client_lookups, resolve)
        self._monotonic = monotonic
        self.away_since: Final = away_since

    def check(self, url: str, seconds: float = 5.0, *, asker: str = "") -> None:
        """Whether the address could be called now. Raises `TargetRefused`, or `NotLookedUp` if its name is not looked up in time."""
        target = read_target(url)
        try:
            self._endpoints(target, seconds, asker)
        except TimeoutError:
            raise NotLookedUp from None
        except OSError as error:
            if error.errno == socket.EAI_AGAIN:
                raise NotLookedUp from None
            raise TargetRefused("names a host that cannot be found") from None

    def post(self, url: str, body: bytes, headers: Mapping[str, str], seconds: float, *, asker: str | None = None) -> Answered:
        """Send JSON with these headers. Takes at most `seconds` (more than 0), whatever the other side does. Without `asker`, the domain of
        the name is used. Raises `NotAnswered`.
        """
        started = self._time()

        def ms() -> float:
            return (self._time() - started) * 1000

        def left() -> float:
            if (rest := started + seconds - self._time()) > 0:
                return rest
            raise TimeoutError

        try:
            target = read_target(url)
            endpoints = self._endpoints(target, left(), asker or _domain(target.host))
            status, answer_headers, answer = self._exchange(target, endpoints, body, headers, left)
        except FAILURES as error:
            reason, detail = reason_of(error)
            raise NotAnswered(reason, detail, ms()) from None  # httpcore's errors quote the answer
        return Answered(status, answer_headers, answer, ms())

    def _time(self) -> float:
        """Seconds of a clock that stops while the call waits for a slot."""
        return self._monotonic() - waited()

    def _endpoints(self, target: Target, seconds: float, asker: str) -> Sequence[Endpoint]:
        """The checked endpoints of the target. Raises `TargetRefused`, `TimeoutError`, `OSError`."""
        endpoints = self._look_ups.look_up(target.host, target.port, seconds, asker)
        for endpoint in endpoints:
            if refusal := self._networks.refusal(target.scheme, endpoint.address):
                raise TargetRefused(refusal)
        return endpoints

    def _exchange(
        self, target: Target, endpoints: Sequence[Endpoint], body: bytes, headers: Mapping[str, str], left: TimeLeft
    ) -> tuple[int, Mapping[str, str], bytes]:
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
        trust = self._trust if target.scheme == "https" else None
        with (
            httpcore.HTTPConnection(url.origin, trust, network_backend=CheckedPlaces(endpoints, left)) as connection,
            connection.stream("POST", url, headers=request_headers, content=body) as response,
        ):
            answer_headers = headers_of(response.headers)
            return response.status, answer_headers, b"".join(limited(response.iter_stream()))

    @cached_property
    def _trust(self) -> ssl.SSLContext:
        """A context that trusts the system's certificates (including SSL_CERT_FILE and SSL_CERT_DIR) and those of certifi."""
        return httpcore.default_ssl_context()


def _domain(host: str) -> str:
    """The last two labels of a name."""
    return ".".join(host.split(".")[-2:])
