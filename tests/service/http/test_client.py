"""The client that a request without an API key counts for."""

import pytest

from service.http.client import client_at


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.7", "address:192.0.2.7"),
        ("::ffff:192.0.2.7", "address:192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "address:2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "address:2001:db8:1:2::/64"),
        ("fe80::1%eth0", "address:fe80::/64"),
        ("192.0.2.7:4000", "address:192.0.2.7"),
        ("[2001:db8:1:2::1]:4000", "address:2001:db8:1:2::/64"),
        ("[2001:db8:1:2::1]", "address:2001:db8:1:2::/64"),
        ("", "address:"),
        (None, "address:None"),
        ("unix:", "address:unix:"),
    ],
)
def test_an_address_is_its_own_client_and_in_ipv6_its_network(address: str | None, client: str) -> None:
    assert client_at(address) == client
