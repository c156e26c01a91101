"""Owners add, pause and manage webhooks."""

from dataclasses import replace

import pytest

from tests.live import Service
from tests.service.endpoint import Endpoint, an_endpoint
from tests.service.owning import Owner
from tests.service.together import at_once

KEY = "a-key-for-one-request"
NOBODY = "http://127.0.0.1:2000/"


def test_a_new_webhook_is_shown_with_its_secret_once(owner: Owner, service: Service) -> None:
    added = owner.add_webhook(NOBODY, "table.finished", "seat.to-move")

    assert added.status == 201
    told, secret = added.json["webhook"], added.json["secret"]
    assert (told["types"], told["table"], told["paused"]) == (["table.finished", "seat.to-move"], None, None)
    assert owner.look(added.headers["location"]) == told
    assert owner.look("/v1/webhooks") == {"webhooks": [told]}
    assert secret not in owner.ask("GET", "/v1/webhooks").text
    assert secret not in service.log()


def test_the_same_request_again_is_answered_with_the_same_webhook_and_secret(owner: Owner) -> None:
    first = owner.add_webhook(NOBODY, "*", idempotency_key=KEY)

    again = owner.add_webhook(NOBODY, "*", idempotency_key=KEY)
    another = owner.add_webhook(NOBODY, "table.started", idempotency_key=KEY)

    assert (first.status, again.status, again.replayed) == (201, 200, True)
    assert again.json == first.json
    assert (another.status, another.code) == (409, "idempotency-key-reused")
    assert len(owner.look("/v1/webhooks")["webhooks"]) == 1


def test_the_same_request_many_times_at_once_makes_one_webhook(owner: Owner) -> None:
    statuses = at_once(owner.api.url, [lambda api: replace(owner, api=api).add_webhook(NOBODY, "*", idempotency_key=KEY).status] * 8)

    assert {201} <= set(statuses) <= {200, 201}
    assert len(owner.look("/v1/webhooks")["webhooks"]) == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"types": []}, "types"),
        ({"types": ["table.finished", "table.finished"]}, "types"),
        ({"types": ["*", "table.finished"]}, "types"),
        ({"types": ["table.unheard-of"]}, "types"),
        ({"types": ["webhook.ping"]}, "types"),
        ({"types": None}, "types"),
        ({"table": "p00-nowhere"}, "table"),
        ({"table": None}, "table"),
        ({"url": 1}, "url"),
        ({"paused": True}, "paused"),
    ],
    ids=str,
)
def test_a_webhook_that_could_never_be_told_anything_is_refused(owner: Owner, body: dict[str, object], field: str) -> None:
    reply = owner.ask("POST", "/v1/webhooks", json={"url": NOBODY, "types": ["table.finished"], **body})

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert reply.json["errors"][0]["field"] == field
    assert owner.look("/v1/webhooks") == {"webhooks": []}


def test_types_that_are_wrong_are_told_with_what_would_be_right(owner: Owner) -> None:
    details = [owner.add_webhook(NOBODY, *types).json["errors"][0]["detail"] for types in (("*", "table.finished"), ("table.unheard-of",))]

    assert details[0] == "* stands alone."
    assert "MessageType in /openapi.yaml lists all" in details[1]


def test_an_address_that_is_not_called_is_refused(owner: Owner) -> None:
    path = owner.webhook(NOBODY, "*")

    for reply in (owner.add_webhook("http://10.0.0.1/", "*"), owner.ask("PATCH", path, json={"url": "http://10.0.0.1/"})):
        assert (reply.status, reply.code) == (422, "target-refused")
    assert owner.look(path)["url"] == NOBODY


def test_somebody_elses_webhook_is_unknown(owner: Owner, stranger: Owner, endpoint: Endpoint) -> None:
    path = owner.webhook(endpoint.url, "*", table=owner.api.create_table(2).table)
    delivery = owner.ask("POST", f"{path}/test").json["id"]
    before = owner.look(path)

    replies = [
        stranger.ask("GET", path),
        stranger.ask("PATCH", path, json={"paused": True}),
        stranger.ask("DELETE", path),
        stranger.ask("POST", f"{path}/secret"),
        stranger.ask("POST", f"{path}/test"),
        stranger.ask("GET", f"{path}/deliveries"),
        stranger.ask("GET", f"{path}/deliveries/{delivery}"),
        stranger.ask("POST", f"{path}/deliveries/{delivery}/redeliver"),
        stranger.ask("POST", f"{path}/redeliver", json={"since": "2026-01-01T00:00:00.000Z"}),
    ]

    assert {(reply.status, reply.code) for reply in replies} == {(404, "webhook-unknown")}
    assert stranger.look("/v1/webhooks") == {"webhooks": []}
    assert owner.look(path) == before


def test_an_api_key_owns_a_hundred_webhooks_and_no_more(owner: Owner) -> None:
    table = owner.api.create_table(2).table
    paths = [owner.webhook(NOBODY, "table.finished", table=table) for _ in range(100)]

    refused = owner.add_webhook(NOBODY, "*")
    removed = owner.ask("DELETE", paths[0])

    assert (refused.status, refused.code) == (409, "too-many-owned")
    assert removed.status == 204
    assert owner.add_webhook(NOBODY, "table.finished", table=table).status == 201


def test_a_webhook_is_changed_paused_and_resumed(owner: Owner) -> None:
    path = owner.webhook(NOBODY, "*", table=owner.api.create_table(2).table)

    changed = owner.ask("PATCH", path, json={"types": ["seat.to-move"], "url": f"{NOBODY}new"}).json
    paused = owner.ask("PATCH", path, json={"paused": True}).json
    again = owner.ask("PATCH", path, json={"paused": True}).json
    resumed = owner.ask("PATCH", path, json={"paused": False}).json

    assert (changed["types"], changed["url"]) == (["seat.to-move"], f"{NOBODY}new")
    assert paused["paused"]["why"] == "owner"
    assert again == paused
    assert resumed == changed


def test_a_test_message_is_signed_and_stands_in_the_log(owner: Owner, endpoint: Endpoint) -> None:
    added = owner.add_webhook(endpoint.url, "table.finished")
    path = added.headers["location"]

    tested = owner.ask("POST", f"{path}/test").json

    [sent] = endpoint.wait_for(1)
    assert sent.is_signed_with(added.json["secret"])
    assert (sent.json["type"], sent.json["data"]) == ("webhook.ping", {"webhook": added.json["webhook"]["id"]})
    assert (tested["state"], [attempt["status"] for attempt in tested["attempts"]]) == ("delivered", [204])
    assert sent.headers["webhook-id"] == tested["id"]
    assert owner.look(f"{path}/deliveries") == {"deliveries": [tested], "next": None}
    assert owner.look(f"{path}/deliveries/{tested['id']}") == {**tested, "body": sent.body.decode()}


def test_a_test_message_that_fails_says_why_and_no_more(owner: Owner, endpoint: Endpoint) -> None:
    endpoint.status, endpoint.body = 500, b"the innermost secret"
    path = owner.webhook(endpoint.url, "table.finished")

    tested = owner.ask("POST", f"{path}/test")

    assert (tested.json["state"], tested.json["next_at"]) == ("failed", None)
    assert [(attempt["status"], attempt["reason"]) for attempt in tested.json["attempts"]] == [(500, "status")]
    assert "innermost" not in tested.text


def test_after_a_rotation_two_secrets_sign(owner: Owner, endpoint: Endpoint) -> None:
    added = owner.add_webhook(endpoint.url, "table.finished")
    path, first = added.headers["location"], added.json["secret"]

    rotated, again = (owner.ask("POST", f"{path}/secret", idempotency_key=KEY) for _ in range(2))
    owner.ask("POST", f"{path}/test")

    [sent] = endpoint.wait_for(1)
    assert (rotated.replayed, again.replayed, again.json) == (False, True, rotated.json)
    assert sent.is_signed_with(first)
    assert sent.is_signed_with(rotated.json["secret"])
    assert len(owner.look(path)["secrets"]) == 2


def test_a_webhook_that_is_removed_is_gone_with_its_log(owner: Owner) -> None:
    with an_endpoint() as endpoint:
        path = owner.webhook(endpoint.url, "table.finished")
        delivery = owner.ask("POST", f"{path}/test").json["id"]

    removed = owner.ask("DELETE", path)

    assert removed.status == 204
    assert owner.ask("GET", f"{path}/deliveries/{delivery}").code == "webhook-unknown"
    assert owner.ask("DELETE", path).code == "webhook-unknown"


def test_types_that_are_added_are_told_of_what_happens_from_then_on(owner: Owner, endpoint: Endpoint) -> None:
    host = owner.api.create_table(1, open_seats=1, auto_start=False).seated[0]
    path = owner.webhook(endpoint.url, "table.seed-revealed", table=host.table)
    owner.api.sit(host.table)
    before = owner.api.view(host.table)["version"]

    assert owner.ask("PATCH", path, json={"types": ["*"]}).json["types"] == ["*"]
    owner.api.leave(host)

    first = endpoint.wait_for(1)[0].json
    assert (first["type"], first["data"]["version"]) == ("table.seat-left", before + 1)


def test_an_owner_says_what_is_to_be_skipped(owner: Owner) -> None:
    path = owner.webhook(NOBODY, "*", table=owner.api.create_table(2).table)

    moments = ("2026-03-14T15:00:00Z", "2999-01-01T00:00:00.000Z", "soon")
    replies = [owner.ask("PATCH", path, json={"skip_before": moment}) for moment in moments]

    assert [(reply.status, reply.code) for reply in replies] == [(200, None), (200, None), (422, "body-invalid")]
