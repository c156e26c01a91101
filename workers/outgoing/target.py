"""Reads the URL of a bot or webhook strictly: a URL that two parsers could read differently is refused."""

import re
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Final

LONGEST_URL: Final = 2_000
DEFAULT_PORTS: Final = {"http": 80, "https": 443}

_FORM = re.compile(r"(?P<scheme>[A-Za-z]+)://(?P<authority>[^/?#]*)(?P<path>/[^?#]*)?(?P<query>\?[^#]*)?(?P<fragment>#.*)?")
_AUTHORITY = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(?P<port>[0-9]{1,5}))?")
_PATH = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*")
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
"""The form of a last label by which resolvers read the name as an IPv4 address (WHATWG URL, "ends in a number")."""


class TargetRefused(Exception):
    """The URL is not called. The message says why, for the owner of the URL."""


@dataclass(frozen=True, slots=True)
class Target:
    """`scheme`: http or https. `host`: a name in lower case, an IPv4 address, or an IPv6 address without brackets. `path`: with query."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """Host and port as in the header `Host`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"


def read_target(url: str) -> Target:
    """The target of a URL (RFC 3986, at most 2,000 characters). Raises `TargetRefused`."""
    if len(url) > LONGEST_URL or not re.fullmatch(r"[!-~]+", url):
        raise TargetRefused(f"must have at most {LONGEST_URL:,} characters, all printable ASCII; a name in other letters begins with xn--")
    form = _FORM.fullmatch(url)
    if form is None or form["scheme"].lower() not in DEFAULT_PORTS:
        raise TargetRefused("must begin with https:// or http://")
    if "@" in form["authority"]:
        raise TargetRefused("must hold no user and no password")
    if form["fragment"] is not None:
        raise TargetRefused("must have no fragment (#)")
    authority = _AUTHORITY.fullmatch(form["authority"])
    if authority is None:
        raise TargetRefused("must name a host, and a port if need be: https://example.org:8443/path")
    path = (form["path"] or "/") + (form["query"] or "")
    if not _PATH.fullmatch(path):
        raise TargetRefused("must have other characters in its path written like %20")
    scheme = form["scheme"].lower()
    return Target(scheme, _host(authority["host"].lower()), _port(scheme, authority["port"]), path)


def host_of(url: str) -> str:
    """The host and port of a URL; the URL itself if it would be refused."""
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
    number = DEFAULT_PORTS[scheme] if port is None else int(port)
    if number not in DEFAULT_PORTS.values() and not 1024 <= number <= 65535:
        raise TargetRefused("must have the port 80, 443, or one from 1024 to 65535")
    return number
