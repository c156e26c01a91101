"""The durability policy is read from the server itself, even if the server reveals little."""

from collections.abc import Mapping

import pytest
from redis import Redis

from events.store.durability import Durability, durability
from events.store.event_store import StoreUnavailable
from events.store.redis_connection import connect
from tests.events.store.conftest import OwnServer

POLICIES = [
    ({"appendonly": "yes", "appendfsync": "always"}, "always", None),
    ({"appendonly": "yes", "appendfsync": "everysec"}, "everysec", None),
    ({"appendonly": "yes", "appendfsync": "no"}, "system", "appendfsync everysec or always"),
    ({"appendonly": "no", "save": "3600 1"}, "snapshots", "since its last snapshot"),
    ({"appendonly": "no", "save": ""}, "none", "loses every table"),
]


@pytest.mark.parametrize(("config", "policy", "warning"), POLICIES, ids=[policy for _, policy, _ in POLICIES])
def test_a_server_that_keeps_less_than_an_append_only_file_is_warned_of(
    own_server: OwnServer, config: Mapping[str, str], policy: str, warning: str | None
) -> None:
    with connect(own_server.url) as client:
        client.config_set(*[text for pair in config.items() for text in pair])

        seen = durability(client)

    assert (seen.policy, seen.eviction) == (policy, "never")
    assert len(seen.warnings) == (warning is not None)
    assert all(warning in said for said in seen.warnings if warning)


@pytest.mark.parametrize(("policy", "lost"), [("allkeys-lru", "tables"), ("volatile-ttl", "links to seats")])
def test_a_server_that_may_drop_data_is_warned_of(own_server: OwnServer, policy: str, lost: str) -> None:
    with connect(own_server.url) as client:
        client.config_set("maxmemory-policy", policy)

        seen = durability(client)

    assert (seen.policy, seen.eviction) == ("everysec", "possible")
    [warning] = seen.warnings
    assert f"drops {lost}" in warning
    assert f"not {policy}" in warning


@pytest.mark.parametrize(("appendonly", "warning"), [("yes", "does not say what it keeps"), ("no", "no append-only file")])
def test_of_a_server_that_hides_its_configuration_only_the_append_only_file_is_known(
    own_server: OwnServer, appendonly: str, warning: str
) -> None:
    with Redis.from_url(own_server.url) as owner:
        owner.config_set("appendonly", appendonly)
        owner.acl_setuser("tenant", enabled=True, passwords=["+word"], keys="*", commands=["+@all", "-config"])

    with connect(own_server.url.replace("unix://", "unix://tenant:word@")) as client:
        seen = durability(client)

    assert (seen.policy, seen.eviction) == ("unknown", "never")
    [said] = seen.warnings
    assert warning in said


def test_a_server_that_is_away_is_not_judged(own_server: OwnServer) -> None:
    with connect(own_server.url, timeout=0.2, retries=0) as client, own_server.frozen(), pytest.raises(StoreUnavailable):
        durability(client)

    assert Durability() == ("unknown", "unknown", ())
