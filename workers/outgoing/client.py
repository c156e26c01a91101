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
from typing import Final

from events.limits import Limits
from workers.outgoing.failures import Reason
from workers.outgoing.lookup import Endpoint, LookUps, Resolve
from workers.outgoing.networks import Network, Networks
from workers.outgoing.outside import waited
from workers.outgoing.target import Target, TargetRefused, read_target

__all__ = ["Answered", "NotAnswered", "NotLookedUp", "Outgoing", "TargetRefused"]

DEFAULT_LIMITS: Final = Limits()


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
        from workers.outgoing.exchange import FAILURES, exchange, reason_of  # loads httpcore, with the first call

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
            status, answer_headers, answer = exchange(target, endpoints, body, headers, left, lambda: self._trust)
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

    @cached_property
    def _trust(self) -> ssl.SSLContext:
        """A context that trusts the system's certificates (including SSL_CERT_FILE and SSL_CERT_DIR) and those of certifi."""
        from httpcore import default_ssl_context

        return default_ssl_context()


def _domain(host: str) -> str:
    """The last two labels of a name."""
    return ".".join(host.split(".")[-2:])
