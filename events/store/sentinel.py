"""Connections to the primary that sentinels name. After a fail-over they lead to the new one."""

from collections.abc import Mapping
from typing import Any, Final

from redis.backoff import NoBackoff
from redis.connection import SSLConnection
from redis.exceptions import ConnectionError  # noqa: A004 - the client library's own
from redis.retry import Retry
from redis.sentinel import MasterNotFoundError, Sentinel, SentinelManagedConnection, SentinelManagedSSLConnection

from events.store.addresses import StoreAddress

SENTINEL_TIMEOUT_SECONDS: Final = 0.5
"""Seconds after which the next sentinel is asked."""


class Primary:
    """What a connection of the client library asks before it connects. Its own class for this is tied to a pool that does not wait."""

    is_master: Final = True
    check_connection: Final = False

    def __init__(self, sentinel: Sentinel, name: str) -> None:
        self._sentinel = sentinel
        self.service_name = name

    def get_master_address(self) -> Any:
        """Host and port of the primary. Raises `ConnectionError` if no sentinel names one."""
        try:
            return self._sentinel.discover_master(self.service_name)  # type: ignore[no-untyped-call]  # the library's
        except MasterNotFoundError:  # its message shows the options of all connections
            raise ConnectionError(f"no sentinel names a primary of {self.service_name}") from None


class _AskingFirst:
    """Sending asks for the primary before it connects. The client library's class asks in `connect` only, which repeats what is repeated
    anyway: a frozen server would be noticed after twice the time.
    """

    def send_packed_command(self, command: Any, check_health: bool = True) -> None:  # noqa: FBT001, FBT002 - the library's
        self._connect_retry()  # type: ignore[attr-defined]  # the library's; does nothing if it is connected
        super().send_packed_command(command, check_health)  # type: ignore[misc]


class PrimaryConnection(_AskingFirst, SentinelManagedConnection):
    """A connection to the primary."""


class EncryptedPrimaryConnection(_AskingFirst, SentinelManagedSSLConnection):
    """The same with TLS."""


def options_by_sentinels(address: StoreAddress) -> Mapping[str, Any]:
    """The options of connections to the primary of an address."""
    encrypted = issubclass(address.options.get("connection_class", object), SSLConnection)
    asking = {
        **{name: value for name, value in address.sentinel.items() if name != "connection_class"},
        "ssl": encrypted,
        "socket_timeout": SENTINEL_TIMEOUT_SECONDS,
        "socket_connect_timeout": SENTINEL_TIMEOUT_SECONDS,
        "retry": Retry(NoBackoff(), 0),  # the next one is asked instead
    }
    sentinel = Sentinel(address.hosts, sentinel_kwargs=asking)  # type: ignore[no-untyped-call]  # the library's
    kind = EncryptedPrimaryConnection if encrypted else PrimaryConnection
    return {**address.options, "connection_class": kind, "connection_pool": Primary(sentinel, address.name)}
