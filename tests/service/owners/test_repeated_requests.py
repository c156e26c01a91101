"""Requests with an Idempotency-Key, repeated after the secret was rotated or the object was deleted."""

from base64 import b32encode
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
import pytest

from events.access.api_keys import ApiKeys
from events.access.seat_tokens import SeatTokens
from events.store.redis_connection import connect
from service.owners.owning import ID_BYTES
from tests.live import Reply, Service
from tests.service.endpoint import Endpoint
from tests.service.owning import Owner
from workers.outgoing.signing import Secret, new_secret
from workers.webhooks.registry import Webhook, Webhooks

KEY, ROTATION = "a-key-for-one-request", "a-key-for-one-rotation"

Add: TypeAlias = Callable[[Owner, str], Reply]


def _bot(owner: Owner, url: str) -> Reply:
    return owner.register(url, idempotency_key=KEY)


def _webhook(owner: Owner, url: str) -> Reply:
    return owner.add_webhook(url, "table.finished", idempotency_key=KEY)


both = pytest.mark.parametrize("add", [_bot, _webhook])


def rotate(owner: Owner, path: str, times: int, key: str | None = None) -> Sequence[Reply]:
    return [owner.ask("POST", f"{path}/secret", idempotency_key=key) for _ in range(times)]


@both
@pytest.mark.parametrize("rotations", [1, 2, 3])
def test_a_secret_that_was_rotated_is_not_shown_again_to_who_asked_for_it(
    owner: Owner, endpoint: Endpoint, add: Add, rotations: int
) -> None:
    path = add(owner, endpoint.url).headers["location"]
    rotate(owner, path, rotations)

    again, another = add(owner, endpoint.url), add(owner, f"{endpoint.url}other")

    assert (again.status, again.code) == (409, "secret-rotated")
    assert "secret since, which is not shown again" in again.json["detail"]
    assert (another.status, another.code) == (409, "idempotency-key-reused")


@both
@pytest.mark.parametrize("rotations", [1, 2, 3])
def test_a_repeated_rotation_brings_no_old_secret_back(owner: Owner, endpoint: Endpoint, add: Add, rotations: int) -> None:
    path = add(owner, endpoint.url).headers["location"]
    [first] = rotate(owner, path, 1, ROTATION)
    newest = rotate(owner, path, rotations)[-1].json["secret"]

    [again] = rotate(owner, path, 1, ROTATION)
    owner.ask("POST", f"{path}/test")

    assert (again.status, again.code) == (409, "secret-rotated")
    assert "secret" not in again.json
    [sent] = endpoint.wait_for(1)
    assert sent.is_signed_with(newest)
    assert sent.is_signed_with(first.json["secret"]) == (rotations == 1)


@both
def test_what_was_deleted_does_not_come_back(owner: Owner, endpoint: Endpoint, add: Add) -> None:
    path = add(owner, endpoint.url).headers["location"]
    assert owner.ask("DELETE", path).status == 204

    again = add(owner, endpoint.url)

    assert (again.status, again.code) == (409, "idempotency-key-reused")
    assert "deleted" in again.json["detail"]
    assert owner.ask("GET", path).status == 404


def test_a_repeated_rotation_shows_its_secret_while_it_is_the_newest(owner: Owner, endpoint: Endpoint) -> None:
    path = _bot(owner, endpoint.url).headers["location"]
    rotate(owner, path, 1)

    shown: Sequence[Mapping[str, Any]] = [reply.json for reply in rotate(owner, path, 2, ROTATION)]

    assert shown[0] == shown[1]


def test_a_request_that_an_earlier_build_took_gets_its_answer_though_this_one_would_refuse_it(owner: Owner, service: Service) -> None:
    body = {"types": ["no-such-type"], "url": "no address"}
    refused = owner.ask("POST", "/v1/webhooks", json=body, idempotency_key=KEY)
    assert refused.status == 422
    stored = as_stored(service, owner, body)

    again = owner.ask("POST", "/v1/webhooks", json=body, idempotency_key=KEY)
    other = owner.ask("POST", "/v1/webhooks", json={**body, "url": "https://a.example"}, idempotency_key=KEY)

    assert (again.status, again.replayed, again.json["webhook"]["id"]) == (200, True, stored.id)
    assert again.json["secret"] == stored.secrets[0].text
    assert other.status == 422


def as_stored(service: Service, owner: Owner, body: Mapping[str, Any]) -> Webhook:
    """A webhook as a build with other validation rules would have stored it for this body."""
    derive = SeatTokens(service.secret.encode()).derive
    with connect(service.store_url) as store:
        known = ApiKeys(store).look_up(owner.key)
        assert known is not None
        name = "whk_" + b32encode(derive(f"whk_id:{known.id}:{KEY}")[:ID_BYTES]).decode().lower()
        written = msgspec.json.encode(body, order="sorted").decode()
        secret = Secret(new_secret(derive(f"whk_secret:{known.id}:{KEY}:{written}")))
        created = "2026-11-28T12:00:00.000Z"
        webhook = Webhook(id=name, owner=known.id, url="https://a.example", types=("*",), table=None, secrets=(secret,), created_at=created)
        assert Webhooks(store).add(webhook)
    return webhook
