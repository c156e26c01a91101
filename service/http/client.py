"""The client of a request without an API key: the network of its address."""

from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

CLIENT_PREFIX_BITS: Final = 64
"""The prefix of an IPv6 address that identifies a client: a client usually controls a whole /64 network (RFC 6177)."""


@lru_cache(maxsize=1000)
def client_at(address: str | None) -> str:
    """`address:` and the IPv4 address or the /64 network of the IPv6 address. Text that is not an address is unchanged."""
    try:
        parsed = ip_address(_without_port(address or "").partition("%")[0])
    except ValueError:
        return f"address:{address}"
    if isinstance(parsed, IPv6Address):
        mapped = parsed.ipv4_mapped
        return f"address:{mapped or ip_network((parsed, CLIENT_PREFIX_BITS), strict=False)}"
    return f"address:{parsed}"


def _without_port(address: str) -> str:
    """Remove the port that some proxies add (`192.0.2.7:4000`, `[2001:db8::1]:4000`). Otherwise each connection would count as a client."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address


def client_digest(derive: Callable[[str], bytes], client: str) -> str:
    """The digest that is stored instead of an address: the same for the same client and the same secret of the service."""
    return f"address:{derive(f'client:{client}')[:12].hex()}"
