"""An address that somebody asks us to call, read once, strictly: what two readers could take for two addresses is refused."""

import re
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Final

LONGEST_URL: Final = 2_000
PORTS: Final = {"http": 80, "https": 443}

_FORM = re.compile(r"(?P<scheme>[A-Za-z]+)://(?P<authority>[^/?#]*)(?P<path>/[^?#]*)?(?P<query>\?[^#]*)?(?P<fragment>#.*)?")
_PLACE = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(?P<port>[0-9]{1,5}))?")
_PATH = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*")
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
"""What a last label looks like if resolvers take the whole name for an IPv4 address (WHATWG URL, "ends in a number")."""


class TargetRefused(Exception):
    """The address is none that we call. The message says why, fit for whoever gave it."""


@dataclass(frozen=True, slots=True)
class Target:
    """`scheme`: http or https; `host`: a name in lower case, an IPv4 address, or an IPv6 address without brackets;
    `path`: what is asked for, with the query.
    """

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """Host and port as the header `Host` has them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def read_target(url: str) -> Target:
    """The target that a URL names (RFC 3986, at most 2,000 characters). Raises `TargetRefused`."""
    if len(url) > LONGEST_URL or not re.fullmatch(r"[!-~]+", url):
        raise TargetRefused(f"must have at most {LONGEST_URL:,} characters, all printable ASCII; a name in other letters begins with xn--")
    form = _FORM.fullmatch(url)
    if form is None or form["scheme"].lower() not in PORTS:
        raise TargetRefused("must begin with https:// or http://")
    if "@" in form["authority"]:
        raise TargetRefused("must hold no user and no password")
    if form["fragment"] is not None:
        raise TargetRefused("must have no fragment (#)")
    place = _PLACE.fullmatch(form["authority"])
    if place is None:
        raise TargetRefused("must name a host, and a port if need be: https://example.org:8443/path")
    path = (form["path"] or "/") + (form["query"] or "")
    if not _PATH.fullmatch(path):
        raise TargetRefused("must have other characters in its path written like %20")
    scheme = form["scheme"].lower()
    return Target(scheme, _host(place["host"].lower()), _port(scheme, place["port"]), path)


def host_of(url: str) -> str:
    """The host of an address, with its port; one that would be refused is a host of its own."""
    try:
        target = read_target(url)
    except TargetRefused:
        return url
    return f"{target.host}:{target.port}"


def _host(host: str) -> str:
    try:
        if host.startswith("["):
            return str(IPv6Address(host[1:-1]))
        if _NUMBER.fullmatch(host.rstrip(".").rpartition(".")[2]):
            return str(IPv4Address(host))
    except AddressValueError:
        raise TargetRefused("must write an IP address in its usual form: 192.0.2.1 or [2001:db8::1]") from None
    if len(host) > 253 or not all(_LABEL.fullmatch(label) for label in host.split(".")):
        raise TargetRefused("must name a host of labels with 1 to 63 letters, digits or hyphens, without a dot at the end")
    return host


def _port(scheme: str, port: str | None) -> int:
    number = PORTS[scheme] if port is None else int(port)
    if number not in PORTS.values() and not 1024 <= number <= 65535:
        raise TargetRefused("must have the port 80, 443, or one from 1024 to 65535")
    return number
