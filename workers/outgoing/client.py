"""The one client for calls to addresses that somebody else has given: bots and webhooks.

A name is looked up once, every address of it is checked, and a checked address is connected to, with the name in `Host` and SNI. No
redirect is followed, no proxy of the environment is used, nothing is unpacked; time and size have limits.
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

USUAL: Final = Limits()
USER_AGENT: Final = f"rollstream/{version('rollstream')}"


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, whatever its status: headers by their names in lower case, the whole body, and how long it took from the name's lookup
    to the last byte, in milliseconds.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes
    ms: float


class NotAnswered(Exception):
    """No answer came that could be read, within `ms` milliseconds. `detail` is a sentence for whoever gave the address."""

    def __init__(self, reason: Reason, detail: str, ms: float) -> None:
        super().__init__(detail)
        self.reason: Final = reason
        self.detail: Final = detail
        self.ms: Final = ms


class NotLookedUp(Exception):
    """The name of an address could not be looked up in time: its name servers are silent, or too many names are being looked up."""


class Outgoing:
    """Makes calls; any number of threads or greenlets may share it.

    `allow`: networks that may be called although they are not public; `resolve`: looks up names, as `socket.getaddrinfo` does (None: the
    system). `monotonic` and `away_since`: the time that this process has, and whether it did not run at some time since a moment. `asker`,
    in the methods: who holds a share of the look-ups with this one.
    """

    def __init__(
        self,
        allow: Sequence[Network] = (),
        resolve: Resolve | None = None,
        monotonic: Callable[[], float] = time.monotonic,
        *,
        limits: Limits = USUAL,
        away_since: Callable[[datetime], bool] = lambda _: False,
    ) -> None:
        self._networks = Networks(allow)
        self._look_ups = LookUps(limits.lookups, limits.client_lookups, resolve)
        self._monotonic = monotonic
        self.away_since: Final = away_since

    def check(self, url: str, seconds: float = 5.0, *, asker: str = "") -> None:
        """Whether the address could be called now. Raises `TargetRefused`, and `NotLookedUp` if that is not known in time."""
        target = read_target(url)
        try:
            self._places(target, seconds, asker)
        except TimeoutError:
            raise NotLookedUp from None
        except OSError as error:
            if error.errno == socket.EAI_AGAIN:
                raise NotLookedUp from None
            raise TargetRefused("names a host that cannot be found") from None

    def post(self, url: str, body: bytes, headers: Mapping[str, str], seconds: float, *, asker: str | None = None) -> Answered:
        """Send JSON with these headers. Takes at most `seconds` (more than 0), whatever the other side does. Without an `asker` the name's
        domain stands for it. Raises `NotAnswered`.
        """
        begun = self._time()

        def ms() -> float:
            return (self._time() - begun) * 1000

        def left() -> float:
            if (rest := begun + seconds - self._time()) > 0:
                return rest
            raise TimeoutError

        try:
            target = read_target(url)
            places = self._places(target, left(), asker or _domain(target.host))
            status, told, answer = self._exchange(target, places, body, headers, left)
        except FAILURES as error:
            reason, detail = reason_of(error)
            raise NotAnswered(reason, detail, ms()) from None  # httpcore's errors quote what came
        return Answered(status, told, answer, ms())

    def _time(self) -> float:
        """Seconds of a clock that stands still while the call waits for us."""
        return self._monotonic() - waited()

    def _places(self, target: Target, seconds: float, asker: str) -> Sequence[Endpoint]:
        """The places of the target, every one of them checked. Raises `TargetRefused`, `TimeoutError`, `OSError`."""
        places = self._look_ups.look_up(target.host, target.port, seconds, asker)
        for place in places:
            if refusal := self._networks.refusal(target.scheme, place.address):
                raise TargetRefused(refusal)
        return places

    def _exchange(
        self, target: Target, places: Sequence[Endpoint], body: bytes, headers: Mapping[str, str], left: TimeLeft
    ) -> tuple[int, Mapping[str, str], bytes]:
        url = httpcore.URL(scheme=target.scheme, host=target.host, port=target.port, target=target.path)
        sent: Mapping[Any, Any] = {  # httpcore's type asks for names that are text or bytes
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
            httpcore.HTTPConnection(url.origin, trust, network_backend=CheckedPlaces(places, left)) as connection,
            connection.stream("POST", url, headers=sent, content=body) as response,
        ):
            told = headers_of(response.headers)
            return response.status, told, b"".join(limited(response.iter_stream()))

    @cached_property
    def _trust(self) -> ssl.SSLContext:
        """Trusts what the system trusts (SSL_CERT_FILE and SSL_CERT_DIR included) and what certifi brings."""
        return httpcore.default_ssl_context()


def _domain(host: str) -> str:
    """The last two labels of a name."""
    return ".".join(host.split(".")[-2:])
