"""Pending deliveries stay visible over real HTTP, even after many later ones."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from redis import Redis

from events.store.redis_connection import connect
from tests.live import Api, Service
from tests.operation.processes import until
from tests.service.endpoint import Endpoint
from tests.service.owning import Owner
from workers.webhooks.deliveries import MOST_DELIVERED, Deliveries
from workers.webhooks.registry import Webhooks, paused


@pytest.fixture
def store(service: Service) -> Iterator[Redis]:
    with connect(service.store_url) as store:
        yield store


def test_a_pending_message_is_found_listed_and_sent_after_a_thousand_newer_ones(
    owner: Owner, api: Api, endpoint: Endpoint, store: Redis
) -> None:
    created_table = api.create_table(2)
    path = owner.webhook(endpoint.url, "table.seed-revealed", table=created_table.table)
    endpoint.status = 503
    api.leave(created_table.seated[0])
    until(lambda: any(one["attempts"] for one in owner.look(f"{path}/deliveries")["deliveries"]), 30, lambda: owner.look(path))
    [pending] = owner.look(f"{path}/deliveries")["deliveries"]
    deliveries, webhook = Deliveries(store), path.rpartition("/")[2]
    kept = deliveries.find(webhook, pending["id"])
    assert kept is not None
    for number in range(MOST_DELIVERED + 5):
        deliveries.add(webhook, replace(kept, id=f"msg_{number:026}".translate(LETTERS), state="delivered", next_at=None))

    assert owner.look(f"{path}/deliveries/{pending['id']}")["state"] == "pending"
    assert [one["id"] for one in owner.ask("GET", f"{path}/deliveries", params={"state": "pending"}).json["deliveries"]] == [pending["id"]]
    seen, cursor = 0, None
    while page := owner.ask("GET", f"{path}/deliveries", params={"limit": 100, **({"cursor": cursor} if cursor else {})}).json:
        seen, cursor = seen + len(page["deliveries"]), page["next"]
        if cursor is None:
            break
    assert (seen, page["deliveries"][-1]["id"]) == (MOST_DELIVERED + 1, pending["id"])
    endpoint.status = 204
    assert owner.ask("POST", f"{path}/redeliver", json={"since": "2020-01-01T00:00:00.000Z"}).json == {"deliveries": 1, "left": 0}
    until(lambda: owner.look(f"{path}/deliveries/{pending['id']}")["state"] == "delivered", 30, lambda: owner.look(f"{path}/deliveries"))


def test_a_webhook_that_is_too_far_behind_says_so_until_it_is_resumed(owner: Owner, endpoint: Endpoint, store: Redis) -> None:
    path = owner.webhook(endpoint.url, "table.finished", table=owner.api.create_table(2).table)
    since = "2026-03-15T08:00:00.000Z"
    Webhooks(store).change(path.rpartition("/")[2], lambda known: replace(known, paused=paused(since, "behind")))

    assert owner.look(path)["paused"] == {"since": since, "why": "behind"}
    assert owner.ask("PATCH", path, json={"paused": True}).json["paused"] == {"since": since, "why": "behind"}
    assert owner.ask("PATCH", path, json={"paused": False}).json["paused"] is None


LETTERS = str.maketrans("0123456789", "abcdefghij")
"""Maps digits to letters, because delivery ids do not contain all digits."""
