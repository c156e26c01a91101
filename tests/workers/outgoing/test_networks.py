from ipaddress import ip_address, ip_network

import hypothesis
import pytest
from hypothesis.strategies import ip_addresses

from workers.outgoing.networks import Address, Networks, public

INSIDE = {
    "private": ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
    "loopback": ["127.0.0.1", "127.255.255.254", "::1"],
    "any": ["0.0.0.0", "0.1.2.3", "::"],  # noqa: S104 - not to listen on
    "link-local": ["169.254.0.1", "fe80::1", "fe80::1%1", "febf::1"],
    "metadata": ["169.254.169.254", "100.100.100.200", "192.0.0.192", "168.63.129.16", "fd00:ec2::254"],
    "shared by carriers": ["100.64.0.1", "100.127.255.255"],
    "unique local and site-local": ["fc00::1", "fd12::1", "fec0::1"],
    "multicast": ["224.0.0.1", "239.255.255.250", "ff02::1"],
    "reserved": ["240.0.0.1", "255.255.255.255", "4000::1", "5f00::1", "100::1"],
    "documentation": ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"],
    "benchmark": ["198.18.0.1", "198.19.255.255", "2001:2::1"],
    "IPv4-mapped": ["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:93.184.215.14"],
    "IPv4-compatible": ["::127.0.0.1", "::169.254.169.254"],
    "IPv4-translated": ["::ffff:0:127.0.0.1"],
    "NAT64": ["64:ff9b::7f00:1", "64:ff9b::5db8:d70e", "64:ff9b:1::a9fe:a9fe"],
    "6to4": ["2002:7f00:1::", "2002:a9fe:a9fe::1", "192.88.99.1"],
    "Teredo": ["2001:0:7f00:1::1", "2001::1"],
    "other protocol assignments": ["192.0.0.1", "2001:3::1", "2001:10::1", "2001:20::1", "2001:30::1", "2620:4f:8000::1", "192.175.48.1"],
}
OUTSIDE = [
    "93.184.215.14",
    "8.8.8.8",
    "100.63.255.255",
    "100.128.0.1",
    "172.32.0.1",
    "223.255.255.255",
    "2606:2800:21f::1",
    "2a00::1",
    "2001:4860::1",
]


@pytest.mark.parametrize("text", [address for group in INSIDE.values() for address in group])
def test_no_special_address_is_public(text: str) -> None:
    assert not public(ip_address(text))


@pytest.mark.parametrize("text", OUTSIDE)
def test_the_public_internet_is(text: str) -> None:
    assert public(ip_address(text))


@hypothesis.given(ip_addresses())
def test_whatever_python_itself_takes_for_special_is_refused_as_well(address: Address) -> None:
    assert not public(address) or (address.is_global and not address.is_multicast)


def test_a_named_network_may_be_called_and_nothing_beside_it() -> None:
    networks = Networks([ip_network("10.1.0.0/16"), ip_network("::1/128")])

    assert networks.refusal("http", ip_address("10.1.255.255")) is None
    assert networks.refusal("https", ip_address("::1")) is None
    for inner in ("10.2.0.0", "::ffff:10.1.0.1"):
        refusal = networks.refusal("https", ip_address(inner))
        assert refusal == "leads to an address that is not public; the operator may allow it with ROLLSTREAM_OUTGOING_ALLOW"


def test_in_public_nothing_is_sent_without_tls() -> None:
    networks = Networks()

    assert networks.refusal("https", ip_address("8.8.8.8")) is None
    assert (networks.refusal("http", ip_address("8.8.8.8")) or "").startswith("must begin with https://")
    both = networks.refusal("http", ip_address("127.0.0.1")) or ""
    assert both.startswith("leads to an address that is not public, and must begin with https://")
