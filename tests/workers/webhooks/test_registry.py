"""Webhooks are stored unchanged, changed by one process at a time, and visible to all processes at once."""

import logging
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from msgspec.structs import replace

from events.access.api_keys import ApiKeys
from events.store.redis_connection import connect
from tests.events.store.proxy import Proxy
from tests.workers.dispatching import an_owner
from workers.outgoing.signing import Secret
from workers.webhooks.registry import Webhook, WebhookPaused, Webhooks

TABLE, OTHER = "p07-a", "p07-b"


@pytest.fixture
def webhooks(fresh_store_url: str) -> Webhooks:
    client = connect(fresh_store_url)
    for owner in ("owner001", "owner002"):
        an_owner(client, owner)
    return Webhooks(client)


def hook(id: str, *types: str, table: str | None = None, owner: str = "owner001", at: str = "2026-11-28T12:00:00.000Z") -> Webhook:
    secrets = (Secret("whsec_new"), Secret("whsec_old", "2026-11-29T12:00:00.000Z"))
    return Webhook(id=id, owner=owner, url="https://example.org", types=types or ("*",), table=table, secrets=secrets, created_at=at)


def test_one_is_kept_as_it_was_made(webhooks: Webhooks) -> None:
    assert webhooks.add(hook("whk_1", "table.created"))
    assert webhooks.add(hook("whk_1", "table.created")), "asked again because the answer was lost"
    assert not webhooks.add(hook("whk_1", "table.finished"))

    assert webhooks.find("whk_1") == hook("whk_1", "table.created")
    assert webhooks.find("whk_2") is None


def test_an_owner_sees_the_own_ones_oldest_first(webhooks: Webhooks) -> None:
    late, early = hook("whk_1", at="2026-11-28T12:00:01.000Z"), hook("whk_2", table=TABLE)
    for one in (late, hook("whk_3", owner="owner002"), early):
        webhooks.add(one)

    assert webhooks.of("owner001") == [early, late]
    assert webhooks.of("nobody") == []


def test_who_wants_to_hear_of_something_is_found_as_soon_as_it_is_registered_elsewhere(webhooks: Webhooks, fresh_store_url: str) -> None:
    assert webhooks.matching(TABLE, {"table.created"}) == []
    elsewhere = Webhooks(connect(fresh_store_url))
    some, other = hook("whk_some", "table.created", "seat.to-move"), hook("whk_other", "table.finished")
    here, there = hook("whk_here", table=TABLE), hook("whk_there", table=OTHER)
    for one in (some, other, here, there):
        elsewhere.add(one)

    assert webhooks.matching(TABLE, {"table.created", "table.seat-taken"}) == [some, here]
    assert webhooks.matching(OTHER, {"table.finished"}) == [other, there]
    assert webhooks.matching(TABLE, set()) == []
    elsewhere.change("whk_some", lambda one: replace(one, types=("table.finished",)))
    elsewhere.remove("whk_here")
    assert webhooks.matching(TABLE, {"table.created"}) == []


def test_two_who_change_the_same_one_both_do(webhooks: Webhooks) -> None:
    webhooks.add(hook("whk_1"))
    paused = WebhookPaused("2026-11-28T12:00:00.000Z", "failing")
    others = iter([lambda one: replace(one, paused=paused)])

    def make(one: Webhook) -> Webhook:
        for other in others:
            webhooks.change("whk_1", other)
        return replace(one, url="https://example.com")

    changed = webhooks.change("whk_1", make)

    assert changed == webhooks.find("whk_1") == replace(hook("whk_1"), url="https://example.com", paused=paused)
    assert webhooks.change("whk_2", make) is None


def test_a_removed_one_is_gone(webhooks: Webhooks) -> None:
    webhooks.add(hook("whk_1"))

    webhooks.remove("whk_1")
    webhooks.remove("whk_1")

    assert webhooks.find("whk_1") is None
    assert webhooks.matching(TABLE, {"x"}) == []


def test_those_of_a_revoked_key_are_gone(webhooks: Webhooks, fresh_store_url: str) -> None:
    theirs, others = hook("whk_1"), hook("whk_2", owner="owner002")
    for one in (theirs, others):
        webhooks.add(one)

    ApiKeys(connect(fresh_store_url)).revoke("owner001")

    assert webhooks.find("whk_1") is None
    assert webhooks.matching(TABLE, {"x"}) == [others]
    assert webhooks.of("owner001") == [theirs], "to be removed"


def test_a_lost_reply_is_no_other_answer(fresh_store_url: str) -> None:
    with Proxy(Path(urlsplit(fresh_store_url).path)) as proxy:
        webhooks = Webhooks(connect(proxy.url))
        webhooks.add(hook("whk_0"))  # from here on the server knows the script

        for ask in (
            lambda: webhooks.add(hook("whk_1")),
            lambda: webhooks.change("whk_1", lambda one: replace(one, url="https://example.com")),
        ):
            proxy.cut_reply_to(b"EVALSHA")
            assert ask()

        assert proxy.cuts == 2


def test_no_secret_is_in_any_text_of_it(webhooks: Webhooks, caplog: pytest.LogCaptureFixture) -> None:
    one = hook("whk_1")

    with caplog.at_level(logging.INFO):
        logging.getLogger("test").info("%s %r %s", one, one, [one])

    assert caplog.messages == ["Webhook(whk_1) Webhook(whk_1) [Webhook(whk_1)]"]
