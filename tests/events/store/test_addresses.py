"""Addresses of stores, and what is said of wrong ones."""

import pytest
from redis.connection import SSLConnection

from events.store.addresses import is_cluster, read_address, without_password

PLAIN = ["redis://h", "redis://u:p@h:1/0", "rediss://h/", "unix:///a/b.sock", "unix://u:p@/a.sock?db=2", "valkey://h", "valkeys://h"]
CLUSTERS = ["redis+cluster://h", "valkey+cluster://h:1,i:2", "rediss+cluster://u:p@[::1]:7000/0", "valkeys+cluster://h/"]
SENTINELS = ["redis+sentinel://h/main", "rediss+sentinel://u:p@h:1,i/main/3", "valkey+sentinel://h/a.b-c_d"]


@pytest.mark.parametrize("url", PLAIN + CLUSTERS + SENTINELS)
def test_an_address_says_what_the_store_is(url: str) -> None:
    kind = "server" if url in PLAIN else "cluster" if url in CLUSTERS else "sentinel"

    assert read_address(url).kind == kind
    assert is_cluster(url) is (kind == "cluster")


def test_a_cluster_is_known_by_some_of_its_nodes_and_all_have_the_same_credentials() -> None:
    address = read_address("rediss+cluster://us%40er:p%2Fw@one:7000,[::1]:7001,three?ssl_ca_certs=/ca.pem")

    assert address.hosts == (("one", 7000), ("::1", 7001), ("three", 6379))
    assert address.options == {"username": "us@er", "password": "p/w", "connection_class": SSLConnection, "ssl_ca_certs": "/ca.pem"}


def test_sentinels_have_credentials_of_their_own() -> None:
    address = read_address("redis+sentinel://user:word@one,two:5000/main/2?sentinel_username=guard&sentinel_password=s%3Fw")

    assert (address.hosts, address.name) == ((("one", 26379), ("two", 5000)), "main")
    assert address.options == {"username": "user", "password": "word", "db": 2}
    assert address.sentinel == {"username": "guard", "password": "s?w"}


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("marker", "begins with redis://"),
        ("http://marker@h", "begins with redis://"),
        ("redis+cluster:marker@h", "begins with redis://"),
        ("redis://:marker@h:0", "port from 1 to 65535"),
        ("redis://h/marker", "database by its number"),
        ("redis+cluster://:marker@", "list hosts"),
        ("redis+cluster://:marker@h:1,", "list hosts"),
        ("redis+cluster://:marker@h:65536", "list hosts"),
        ("redis+cluster://:mar/ker@h:1", "list hosts"),
        ("redis+cluster://:marker@h/1", "database 0"),
        ("redis+sentinel://:marker@h", "name the primary"),
        ("redis+sentinel://:marker@h/main/x", "name the primary"),
        ("redis+cluster://h?socket_timeout=marker", "client library"),
    ],
)
def test_a_wrong_address_is_refused_without_repeating_it(url: str, why: str) -> None:
    with pytest.raises(ValueError, match=why) as refused:
        read_address(url)

    assert "marker" not in str(refused.value)
    assert refused.value.__cause__ is None


def test_messages_show_an_address_without_its_password() -> None:
    assert without_password("redis+cluster://u:marker@one:1,two:2/0?ssl_keyfile=marker") == "redis+cluster://one:1,two:2/0"
    assert without_password("redis+sentinel://:marker@h/main?sentinel_password=marker") == "redis+sentinel://h/main"
