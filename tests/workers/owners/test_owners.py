"""What belongs to an API key goes with it."""

from typing import get_args

from redis import Redis

from events.store.redis_connection import connect
from tests.workers.dispatching import an_owner
from workers.outgoing.signing import Secret
from workers.owners.owners import Owners
from workers.webhooks.deliveries import Deliveries
from workers.webhooks.delivery import Delivery, State
from workers.webhooks.registry import Webhook, Webhooks

OWNER, HOOK, NOW = "owner001", "whk_1", "2026-11-28T12:00:00.000Z"


def _with_messages(client: Redis, owner: str, webhook: str) -> None:
    an_owner(client, owner)
    secrets = (Secret("whsec_new"),)
    Webhooks(client).add(
        Webhook(id=webhook, owner=owner, url="https://example.org", types=("*",), table=None, secrets=secrets, created_at=NOW)
    )
    for number, state in enumerate(get_args(State)):
        Deliveries(client).add(
            webhook, Delivery(id=f"msg_{number}", type="x.y", table="p07-a", version=1, created_at=NOW, body="{}", state=state)
        )


def test_the_messages_of_a_revoked_key_go_with_it_and_those_of_others_stay(fresh_store_url: str) -> None:
    with connect(fresh_store_url) as client:
        _with_messages(client, OWNER, HOOK)
        _with_messages(client, "owner002", "whk_2")

        assert Owners(client).revoke(OWNER)

        assert Deliveries(client).size(HOOK) == 0
        assert Deliveries(client).find(HOOK, "msg_0") is None
        assert Deliveries(client).size("whk_2") == 3
