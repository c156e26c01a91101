"""The settings of a deployment, read once from the environment. No other module of the service reads the environment."""

import os
import re
import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any

from events.limits import Limits, parse_rate
from events.store.addresses import is_cluster, read_address
from events.store.event_store import PRIMARY_ONLY, Replication
from service.configuration import read_configuration

PREFIX = "ROLLSTREAM_"
LOG_LEVELS = ("debug", "info", "warning", "error")
LOG_FORMATS = ("json", "text")
FSYNCS = ("always", "everysec")
DURABILITIES = ("primary", "replicated")
QUEUE_MISSING = (
    "is not set, and the store is a cluster, which cannot be the queue: set it to a Redis or Valkey that is not a cluster; "
    "`rollstream serve` brings its own"
)
PRIVATE_NETWORKS = tuple(
    map(ip_network, ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7", "fe80::/10"))
)


class SettingWrong(Exception):
    """A variable has an unusable value. The message names the variable and the accepted values."""

    def __init__(self, variable: str, why: str) -> None:
        super().__init__(f"{variable} {why}")


def _default_processes() -> int:
    return max(1, min(4, os.cpu_count() or 1))


def _default_workers() -> int:
    return max(2, _default_processes())


def _default_log_format() -> str:
    return "text" if sys.stderr.isatty() else "json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The complete, validated settings of a deployment."""

    redis_url: str | None = field(default=None, repr=False)
    """ROLLSTREAM_REDIS_URL: the store, Redis 7 or newer, or Valkey: one server (`redis://`, `rediss://`, `unix://`), a cluster
    (`redis+cluster://`) or the primary that sentinels name (`redis+sentinel://`). Without it, `rollstream serve` starts an embedded
    store."""
    queue_url: str | None = field(default=None, repr=False)
    """ROLLSTREAM_QUEUE_URL: Redis or Valkey for the queue of jobs, not a cluster. Without it, the store is the queue, too, unless it is a
    cluster: then `rollstream serve` starts an embedded queue."""
    fsync: str | None = None
    """ROLLSTREAM_FSYNC: when the embedded store writes an append to disk. `always`: before it answers; `everysec` (default): every
    second."""
    durability: str = "primary"
    """ROLLSTREAM_DURABILITY: who must have a move before it is acknowledged. `primary` (default): the store's primary; `replicated`: also
    as many replicas as ROLLSTREAM_REPLICAS says."""
    replicas: int = 1
    """ROLLSTREAM_REPLICAS: replicas that must confirm a move with ROLLSTREAM_DURABILITY=replicated."""
    replica_timeout: int = 1000
    """ROLLSTREAM_REPLICA_TIMEOUT: milliseconds for which a move waits for them."""
    secret: bytes | None = field(default=None, repr=False)
    """ROLLSTREAM_SECRET: signs seat tokens; 32 characters or more. Without it, the service generates one and saves it in the store."""
    signing_key: bytes | None = field(default=None, repr=False)
    """ROLLSTREAM_SIGNING_KEY: PEM file (PKCS #8) of the Ed25519 key that signs receipts. Without it, the service generates one and saves it
    in the store."""
    games: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """ROLLSTREAM_CONFIG: the tables `[games.<name>]` of this TOML file."""
    limits: Limits = field(default_factory=Limits)
    """ROLLSTREAM_CONFIG: the table `[limits]` of the file. ROLLSTREAM_RATE_LIMIT, ROLLSTREAM_MAX_STREAMS and ROLLSTREAM_ARCHIVE_AFTER
    override it."""
    log_level: str = "info"
    """ROLLSTREAM_LOG_LEVEL: `debug` logs all requests, `info` refused ones, `warning` and `error` only faults of the service."""
    log_format: str = field(default_factory=_default_log_format)
    """ROLLSTREAM_LOG_FORMAT: `json`: an object per line; `text`: sentences. Default: `text` at a terminal, else `json`."""
    web_processes: int = field(default_factory=_default_processes)
    """ROLLSTREAM_WEB_PROCESSES: number of web processes; default: one per core, at most four."""
    workers: int = field(default_factory=_default_workers)
    """ROLLSTREAM_WORKERS: worker processes of `rollstream serve`; default: one per core, at least two and at most four."""
    drain_pause: int = 0
    """ROLLSTREAM_DRAIN_PAUSE: seconds for which web processes that are asked to stop serve on while /readyz is 503, so that a load
    balancer sends them no more."""
    trusted_proxies: int = 0
    """ROLLSTREAM_TRUSTED_PROXIES: number of trusted proxies in front of the service that set X-Forwarded-For."""
    proxy_networks: tuple[IPv4Network | IPv6Network, ...] = PRIVATE_NETWORKS
    """ROLLSTREAM_PROXY_NETWORKS: networks of these proxies, whose connections the limit per address does not count; default: private
    networks."""
    cors_origins: tuple[str, ...] = ()
    """ROLLSTREAM_CORS_ORIGINS: origins whose pages may call the API; `*` is any."""
    outgoing_allow: tuple[IPv4Network | IPv6Network, ...] = ()
    """ROLLSTREAM_OUTGOING_ALLOW: private networks in which the service may call bots and webhooks, also without TLS."""
    exports_url: str | None = None
    """ROLLSTREAM_EXPORTS_URL: where exports and archived tables are stored, the same for all processes: a folder, or any URL that fsspec
    supports. Without it, the folder `exports` in the data folder."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """The settings from these environment variables. An empty variable counts as unset.

        Raises `SettingWrong` for an unknown variable or a bad value.
        """
        given = {name: value for name, value in environment.items() if name.startswith(PREFIX) and value.strip()}
        chosen: dict[str, Any] = {}
        for name, value in given.items():
            if name not in _VARIABLES:
                raise SettingWrong(name, f"is not a setting; known: {', '.join(sorted(_VARIABLES))}")
            attribute, parse = _VARIABLES[name]
            try:
                chosen[attribute] = parse(value.strip())
            except ValueError as error:
                raise SettingWrong(name, str(error)) from error
        if chosen.get("durability") != "replicated":
            for name in {f"{PREFIX}REPLICAS", f"{PREFIX}REPLICA_TIMEOUT"} & given.keys():
                raise SettingWrong(name, f"has no effect without {PREFIX}DURABILITY=replicated")
        elif "redis_url" not in chosen:
            raise SettingWrong(f"{PREFIX}DURABILITY", f"needs a store with replicas, named by {PREFIX}REDIS_URL; the embedded one has none")
        if (configuration := chosen.pop("configuration", None)) is not None:
            chosen |= configuration._asdict()
        own = {limit: chosen.pop(limit) for limit in LIMITS.values() if limit in chosen}
        return cls(**chosen).with_limits(**own)

    def with_limits(self, **own: Any) -> "Settings":
        """The settings with these limits instead of their own. The keywords are names of `Limits` fields."""
        return replace(self, limits=replace(self.limits, **own))

    @property
    def replication(self) -> Replication:
        """What a move waits for before it is acknowledged."""
        return Replication(self.replicas, self.replica_timeout) if self.durability == "replicated" else PRIMARY_ONLY

    def exports_at(self, data: Path) -> str:
        """Where exports are stored: ROLLSTREAM_EXPORTS_URL, or the folder `exports` of this data folder."""
        return self.exports_url or str(data.absolute() / "exports")

    def need_redis_url(self) -> str:
        """The store's address. Raises `SettingWrong` if none is set."""
        if self.redis_url is None:
            raise SettingWrong(f"{PREFIX}REDIS_URL", "is not set: this command needs a running store; `rollstream serve` brings its own")
        return self.redis_url

    def need_queue_url(self) -> str:
        """The queue's address. Raises `SettingWrong` if none is set and the store, a cluster, cannot be the queue."""
        if self.queue_url is not None:
            return self.queue_url
        if is_cluster(self.need_redis_url()):
            raise SettingWrong(f"{PREFIX}QUEUE_URL", QUEUE_MISSING)
        return self.need_redis_url()


def _queue_url(value: str) -> str:
    if is_cluster(value):
        raise ValueError("must not name a cluster, because RQ changes keys of several slots in one step; name a server that is not one")
    return _redis_url(value)


def _redis_url(value: str) -> str:
    """The error messages do not repeat the value, which may contain a password."""
    read_address(value)
    return value


def _secret(value: str) -> bytes:
    if len(value) < 32:
        raise ValueError("must have 32 characters or more")
    return value.encode()


def _signing_key(value: str) -> bytes:
    from events.fairness.signing import seed_of_pem  # imported here because not every command needs cryptography

    try:
        return seed_of_pem(Path(value).read_bytes())
    except OSError as error:
        raise ValueError(f"names {value}, which cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise ValueError(f"names {value}, which {error}") from None


def _rate_limit(value: str) -> str:
    parse_rate(value)
    return value


def _one_of(known: Collection[str]) -> Callable[[str], str]:
    def parse(value: str) -> str:
        if value not in known:
            raise ValueError(f"must be one of {', '.join(known)}, not {value!r}")
        return value

    return parse


def _whole_number(lowest: int, highest: int) -> Callable[[str], int]:
    def parse(value: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", value) or not lowest <= int(value) <= highest:
            raise ValueError(f"must be a whole number from {lowest} to {highest}, not {value!r}")
        return int(value)

    return parse


def _origins(value: str) -> tuple[str, ...]:
    origins = tuple(origin.strip() for origin in value.split(",") if origin.strip())
    for origin in origins:
        if origin != "*" and not re.fullmatch(r"https?://[^/\s?#@*]+", origin):
            raise ValueError(f"must list origins like https://example.org, separated by commas, not {origin!r}")
    return origins


def _networks(value: str) -> tuple[IPv4Network | IPv6Network, ...]:
    try:
        return tuple(ip_network(network.strip()) for network in value.split(",") if network.strip())
    except ValueError as error:
        raise ValueError(f"must list networks like 127.0.0.0/8, ::1/128, separated by commas: {error}") from error


_VARIABLES: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    f"{PREFIX}REDIS_URL": ("redis_url", _redis_url),
    f"{PREFIX}QUEUE_URL": ("queue_url", _queue_url),
    f"{PREFIX}FSYNC": ("fsync", _one_of(FSYNCS)),
    f"{PREFIX}DURABILITY": ("durability", _one_of(DURABILITIES)),
    f"{PREFIX}REPLICAS": ("replicas", _whole_number(1, 16)),
    f"{PREFIX}REPLICA_TIMEOUT": ("replica_timeout", _whole_number(1, 1500)),
    f"{PREFIX}SECRET": ("secret", _secret),
    f"{PREFIX}SIGNING_KEY": ("signing_key", _signing_key),
    f"{PREFIX}CONFIG": ("configuration", read_configuration),
    f"{PREFIX}RATE_LIMIT": ("requests", _rate_limit),
    f"{PREFIX}LOG_LEVEL": ("log_level", _one_of(LOG_LEVELS)),
    f"{PREFIX}LOG_FORMAT": ("log_format", _one_of(LOG_FORMATS)),
    f"{PREFIX}MAX_STREAMS": ("streams", _whole_number(0, 100_000)),
    f"{PREFIX}ARCHIVE_AFTER": ("archived_after", _whole_number(0, 36_500)),
    f"{PREFIX}WEB_PROCESSES": ("web_processes", _whole_number(1, 64)),
    f"{PREFIX}WORKERS": ("workers", _whole_number(1, 64)),
    f"{PREFIX}DRAIN_PAUSE": ("drain_pause", _whole_number(0, 60)),
    f"{PREFIX}TRUSTED_PROXIES": ("trusted_proxies", _whole_number(0, 16)),
    f"{PREFIX}PROXY_NETWORKS": ("proxy_networks", _networks),
    f"{PREFIX}CORS_ORIGINS": ("cors_origins", _origins),
    f"{PREFIX}OUTGOING_ALLOW": ("outgoing_allow", _networks),
    f"{PREFIX}EXPORTS_URL": ("exports_url", str),
}

LIMITS: Mapping[str, str] = {
    f"{PREFIX}RATE_LIMIT": "requests",
    f"{PREFIX}MAX_STREAMS": "streams",
    f"{PREFIX}ARCHIVE_AFTER": "archived_after",
}
"""The variables that set a limit, and the names of these limits."""

NAMES = tuple(_VARIABLES)
"""The names of all variables."""
