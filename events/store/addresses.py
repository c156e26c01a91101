"""Addresses of stores: one server, a cluster, or a server that sentinels name.

    redis://user:password@host:port/database        also rediss://, unix:///path; valkey://, valkeys://, valkey+unix://
    redis+cluster://user:password@host:port,host:port
    redis+sentinel://user:password@host:port,host:port/name/database?sentinel_username=…&sentinel_password=…

`rediss+…` encrypts all connections; `valkey+…` and `valkeys+…` mean the same as `redis+…` and `rediss+…`. Messages never repeat an
address, because it may contain a password.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, Literal, NamedTuple, TypeAlias
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

Kind: TypeAlias = Literal["server", "cluster", "sentinel"]
"""`server`: one server. `cluster`: a cluster, found through some of its nodes. `sentinel`: the primary that sentinels name."""

SERVER_PORT: Final = 6379
SENTINEL_PORT: Final = 26379

_SCHEMES: Final[Mapping[str, tuple[Kind, str]]] = {
    **dict.fromkeys(("redis", "valkey"), ("server", "redis")),
    **dict.fromkeys(("rediss", "valkeys"), ("server", "rediss")),
    **dict.fromkeys(("unix", "valkey+unix"), ("server", "unix")),
    **dict.fromkeys(("redis+cluster", "valkey+cluster"), ("cluster", "redis")),
    **dict.fromkeys(("rediss+cluster", "valkeys+cluster"), ("cluster", "rediss")),
    **dict.fromkeys(("redis+sentinel", "valkey+sentinel"), ("sentinel", "redis")),
    **dict.fromkeys(("rediss+sentinel", "valkeys+sentinel"), ("sentinel", "rediss")),
}
_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.%]+\]|[^\[\]:,]+)(?::([0-9]{1,5}))?")
_DATABASE: Final = re.compile(r"[0-9]{0,9}")
_NAME: Final = re.compile(r"/([A-Za-z0-9._-]+)(?:/([0-9]{0,9}))?")


class StoreAddress(NamedTuple):
    """A parsed address.

    `options`: for the connections of the client library, without a host if there are `hosts`. `hosts`: some nodes of the cluster, or the
    sentinels. `name`: the name by which sentinels know the primary. `sentinel`: options for connections to sentinels.
    """

    kind: Kind
    options: Mapping[str, Any]
    hosts: tuple[tuple[str, int], ...] = ()
    name: str = ""
    sentinel: Mapping[str, Any] = {}


def read_address(url: str) -> StoreAddress:
    """The parts of an address. Raises `ValueError` with a message that completes "the address …"."""
    scheme, separator, rest = url.partition("://")
    if not separator or scheme not in _SCHEMES:
        raise ValueError(
            "must be a URL that begins with redis://, rediss:// or unix://, for a cluster with redis+cluster:// or rediss+cluster://, "
            "for sentinels with redis+sentinel:// or rediss+sentinel://"
        )
    kind, plain = _SCHEMES[scheme]
    if kind == "server":
        return _server(f"{plain}://{rest}")
    authority, path, query = _split(rest)
    user, at, hosts = authority.rpartition("@")
    read = _hosts(hosts, SENTINEL_PORT if kind == "sentinel" else SERVER_PORT)
    for_library = f"{plain}://{user}{at}host:1{{}}?{query}"
    if kind == "sentinel":
        return _sentinel(path, for_library, read)
    if path not in {"", "/", "/0"}:
        raise ValueError("must not name a database: a cluster has only the database 0")
    return StoreAddress("cluster", _without_place(_library_options(for_library.format(""))), read)


def is_cluster(url: str) -> bool:
    """Whether an address names a cluster."""
    return _SCHEMES.get(url.partition("://")[0], ("server", ""))[0] == "cluster"


def without_password(url: str) -> str:
    """The address without user, password and options, for messages."""
    scheme, _, rest = url.partition("://")
    authority, path, _ = _split(rest)
    return f"{scheme}://{authority.rpartition('@')[2]}{path}"


def _server(url: str) -> StoreAddress:
    parts = _parts(url)
    if parts.scheme == "unix" and (parts.hostname or not parts.path.startswith("/")):
        raise ValueError("must name the whole path of a socket: unix:///…")
    database = parse_qs(parts.query).get("db", [""])[-1] if parts.scheme == "unix" else parts.path.removeprefix("/")
    if not _DATABASE.fullmatch(database):
        raise ValueError("must name the database by its number, as in redis://host:6379/0")
    return StoreAddress("server", _library_options(url))


def _sentinel(path: str, for_library: str, hosts: tuple[tuple[str, int], ...]) -> StoreAddress:
    named = _NAME.fullmatch(path)
    if not named:
        raise ValueError("must name the primary that the sentinels watch, as in redis+sentinel://host:26379/name or …/name/0")
    options = _without_place(_library_options(for_library.format(f"/{named[2] or 0}")))
    own = {name: options.pop(f"sentinel_{name}", None) for name in ("username", "password")}
    encryption = {name: value for name, value in options.items() if name.startswith("ssl_") or name == "connection_class"}
    sentinel = encryption | {name: value for name, value in own.items() if value is not None}
    return StoreAddress("sentinel", options, hosts, named[1], sentinel)


def _hosts(text: str, default_port: int) -> tuple[tuple[str, int], ...]:
    hosts = []
    for part in text.split(","):
        match = _HOST.fullmatch(part)
        if not match or not 0 < int(match[2] or default_port) < 65536:
            raise ValueError(
                "must list hosts with ports from 1 to 65535, as in host:6379,host:6380; in a password, special characters are written "
                "like %2F"
            )
        hosts.append((unquote(match[1]).strip("[]"), int(match[2] or default_port)))
    return tuple(hosts)


def _split(rest: str) -> tuple[str, str, str]:
    """Authority, path and query of an address without its scheme. The hosts of a list are not those of a usual URL."""
    before, _, query = rest.partition("?")
    authority, slash, path = before.partition("/")
    return authority, slash + path, query


def _parts(url: str) -> SplitResult:
    with suppress(ValueError):
        parts = urlsplit(url)
        if parts.port != 0:
            return parts
    raise ValueError("must have a port from 1 to 65535, if any; in a password, special characters are written like %2F")


def _library_options(url: str) -> dict[str, Any]:
    from redis.connection import parse_url  # imported here because commands that read settings only need no client

    try:
        return dict(parse_url(url))  # type: ignore[no-untyped-call]  # the library's
    except ValueError:
        raise ValueError("has an option that the client library does not accept") from None


def _without_place(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in {"host", "port"}}
