"""Which addresses may be called: those of the public internet, and networks that the operator allows.

The list is our own: `ipaddress.is_global` differs between versions of Python, and accepts addresses that contain an internal IPv4 address
(NAT64, 6to4, IPv4-compatible).
"""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import Final, TypeAlias

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network

GLOBAL_UNICAST: Final = ip_network("2000::/3")
"""All assigned IPv6 unicast addresses (RFC 4291). Outside of it are ::, ::1, IPv4-mapped and -compatible addresses, both NAT64 prefixes
(64:ff9b::/96, 64:ff9b:1::/48), 100::/64, 5f00::/16, unique local, link-local, site-local and multicast addresses."""

SPECIAL_NETWORKS: Final[Sequence[Network]] = tuple(
    ip_network(network)
    for network in (
        # IANA IPv4 Special-Purpose Address Registry
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # shared by carriers (CGNAT); a cloud's metadata
        "127.0.0.0/8",  # loopback
        "169.254.0.0/16",  # link-local, with it the metadata of most clouds
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments; a cloud's metadata
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # AMT
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "240.0.0.0/4",  # reserved, limited broadcast
        # in no registry of special addresses
        "224.0.0.0/4",  # multicast
        "168.63.129.16/32",  # a cloud's host, not public in spite of its number
        # IANA IPv6 Special-Purpose Address Registry, as far as it is in global unicast
        "2001::/23",  # protocol assignments: Teredo, benchmarks, ORCHID, AMT, AS112, remote identification
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4: an IPv4 address inside
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
)


class Networks:
    """Checks addresses. `allow`: networks that may be called although they are not public, and without TLS."""

    def __init__(self, allow: Sequence[Network] = ()) -> None:
        self._allow = allow

    def refusal(self, scheme: str, address: Address) -> str | None:
        """Why the address is not called by this scheme (http or https); None if it may be called."""
        if any(address in network for network in self._allow):
            return None
        wrong = [] if public(address) else ["leads to an address that is not public"]
        if scheme != "https":
            wrong.append("must begin with https://, for what is sent there is secret")
        return f"{', and '.join(wrong)}; the operator may allow it with ROLLSTREAM_OUTGOING_ALLOW" if wrong else None


def public(address: Address) -> bool:
    """Whether it is an address of the public internet."""
    if isinstance(address, IPv6Address) and address not in GLOBAL_UNICAST:
        return False
    return not any(address in network for network in SPECIAL_NETWORKS)
