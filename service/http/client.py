"""Whom a request counts for when it comes without an API key: the network that its address belongs to."""

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

OF_ONE_CLIENT: Final = 64
"""Bits of an IPv6 address that name a client: whoever has one such address has all of its network (RFC 6177)."""


def client_at(address: str | None) -> str:
    """`address:` and the IPv4 address, or the /64 network of an IPv6 address; what is no address stays as it is."""
    try:
        read = ip_address(_without_port(address or "").partition("%")[0])
    except ValueError:
        return f"address:{address}"
    if isinstance(read, IPv6Address):
        mapped = read.ipv4_mapped
        return f"address:{mapped or ip_network((read, OF_ONE_CLIENT), strict=False)}"
    return f"address:{read}"


def _without_port(address: str) -> str:
    """Some proxies add the port: `192.0.2.7:4000`, `[2001:db8::1]:4000`. Each connection would be a client of its own."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address


def client_digest(derive: Callable[[str], bytes], client: str) -> str:
    """What is stored in the place of an address: the same for the same client, and for the service's secret only."""
    return f"address:{derive(f'client:{client}')[:12].hex()}"
