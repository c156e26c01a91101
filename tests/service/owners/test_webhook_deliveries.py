"""Webhook deliveries over real HTTP: what is sent, how the log describes it, and how failed messages are sent again."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from tests.live import TIMEOUT, Api
from tests.service.endpoint import Endpoint
from tests.service.owning import Owner

LONG_AGO = "2020-01-01T00:00:00.000Z"


def _logged(owner: Owner, path: str, until: Callable[[Sequence[Mapping[str, Any]]], bool]) -> Sequence[Mapping[str, Any]]:
    """The log, newest first, as soon as it meets the condition."""
    deadline = time.monotonic() + TIMEOUT
    while not until(log := owner.look(f"{path}/deliveries")["deliveries"]):
        assert time.monotonic() < deadline, log
        time.sleep(0.01)
    found: Sequence[Mapping[str, Any]] = log
    return found


def _ended(log: Sequence[Mapping[str, Any]]) -> bool:
    return any(delivery["type"] == "table.seed-revealed" and delivery["attempts"] for delivery in log)


def test_all_that_happens_at_a_table_is_told_in_order(owner: Owner, api: Api, endpoint: Endpoint) -> None:
    created_table = api.create_table(2)
    path = owner.webhook(endpoint.url, "table.seat-resigned", "table.finished", "table.seed-revealed", table=created_table.table)

    api.leave(created_table.seated[0])

    sent = [sent.json for sent in endpoint.wait_for(3)]
    told = [event for event in api.events(created_table.table) if event["type"] in {message["type"] for message in sent}]
    assert [message["data"]["event"] for message in sent] == told
    assert [message["data"]["version"] for message in sent] == [event["version"] for event in told]
    assert {message["data"]["table"] for message in sent} == {created_table.table}
    log = _logged(owner, path, lambda log: len(log) == 3 and all(delivery["state"] == "delivered" for delivery in log))
    assert {delivery["version"] for delivery in log} == {event["version"] for event in told}


def test_a_seat_is_told_once_that_it_is_its_turn(owner: Owner, api: Api, endpoint: Endpoint) -> None:
    created_table = api.create_table(2, auto_start=False, options={"first_seat": "creator"}, names=["Ada", "Grace"])
    owner.webhook(endpoint.url, "seat.to-move", table=created_table.table)
    api.start(created_table.seated[0])

    for _ in range(2):  # two decisions of one turn
        who = created_table.seated[0]
        moves = api.moves(who)
        api.play(who, next(move for move in moves if move["type"] in {"roll", "skip"}))

    first, second = (sent.json["data"] for sent in endpoint.wait_for(2))
    assert (first["seat"], first["name"]) == (0, "Ada")
    assert (second["seat"], second["name"]) == (1, "Grace")
    assert len(endpoint.received) == 2


def test_what_has_failed_is_sent_again_as_it_was(owner: Owner, api: Api, endpoint: Endpoint) -> None:
    created_table = api.create_table(2)
    path = owner.webhook(endpoint.url, "table.seed-revealed", table=created_table.table)
    endpoint.status = 500
    api.leave(created_table.seated[0])
    [delivery] = _logged(owner, path, _ended)
    endpoint.status = 204

    reply = owner.ask("POST", f"{path}/deliveries/{delivery['id']}/redeliver")

    assert (reply.status, reply.json["state"]) == (202, "pending")
    first, second = endpoint.wait_for(2)
    assert second.body == first.body
    assert (first.headers["webhook-id"], second.headers["webhook-id"]) == (delivery["id"], delivery["id"])
    assert (first.headers["rollstream-attempt"], second.headers["rollstream-attempt"]) == ("1", "2")
    [now] = _logged(owner, path, lambda log: log[0]["state"] == "delivered")
    assert [attempt["status"] for attempt in now["attempts"]] == [500, 204]


def test_what_happened_during_a_pause_is_sent_when_its_owner_wants_it(owner: Owner, api: Api, endpoint: Endpoint) -> None:
    created_table = api.create_table(2)
    path = owner.webhook(endpoint.url, "table.finished", "table.seed-revealed", table=created_table.table)
    owner.ask("PATCH", path, json={"paused": True})
    api.leave(created_table.seated[0])
    log = _logged(owner, path, _ended)
    owner.ask("PATCH", path, json={"paused": False})

    again = owner.ask("POST", f"{path}/redeliver", json={"since": LONG_AGO})

    assert {(delivery["state"], delivery["attempts"][0]["reason"]) for delivery in log} == {("failed", "paused")}
    assert (again.status, again.json) == (202, {"deliveries": 2, "left": 0})
    assert {sent.json["type"] for sent in endpoint.wait_for(2)} == {"table.finished", "table.seed-revealed"}
    _logged(owner, path, lambda log: all(delivery["state"] == "delivered" for delivery in log))
    assert owner.ask("POST", f"{path}/redeliver", json={"since": LONG_AGO}).json == {"deliveries": 0, "left": 0}


def test_what_waits_for_its_next_attempt_is_sent_at_once_if_its_owner_wants_it_and_pings_are_not(
    owner: Owner, api: Api, endpoint: Endpoint
) -> None:
    created_table = api.create_table(2)
    path = owner.webhook(endpoint.url, "table.seed-revealed", table=created_table.table)
    endpoint.status = 500
    owner.ask("POST", f"{path}/test")
    api.leave(created_table.seated[0])
    _logged(owner, path, _ended)
    endpoint.status = 204

    again = owner.ask("POST", f"{path}/redeliver", json={"since": LONG_AGO})

    assert again.json == {"deliveries": 1, "left": 0}
    assert [sent.json["type"] for sent in endpoint.wait_for(3)] == ["webhook.ping", "table.seed-revealed", "table.seed-revealed"]
    _logged(owner, path, lambda log: log[0]["state"] == "delivered")


def test_an_endpoint_that_says_it_is_gone_is_left_alone_until_its_owner_resumes_it(owner: Owner, api: Api, endpoint: Endpoint) -> None:
    created_table = api.create_table(2)
    path = owner.webhook(endpoint.url, "table.finished", "table.seed-revealed", table=created_table.table)
    endpoint.status = 410

    api.leave(created_table.seated[0])

    log = _logged(owner, path, _ended)
    attempts = {delivery["type"]: [attempt["reason"] for attempt in delivery["attempts"]] for delivery in log}
    assert attempts == {"table.finished": ["status"], "table.seed-revealed": ["paused"]}
    assert owner.look(path)["paused"]["why"] == "gone"
    assert len(endpoint.received) == 1
    assert owner.ask("PATCH", path, json={"paused": False}).json["paused"] is None


def test_the_log_is_read_in_pages_and_by_state(owner: Owner, endpoint: Endpoint) -> None:
    path = owner.webhook(endpoint.url, "table.finished", table=owner.api.create_table(2).table)
    tested = []
    for status in (204, 500, 204, 500, 204):
        endpoint.status = status
        tested.append(owner.ask("POST", f"{path}/test").json)

    paged: list[Any] = []
    cursor = None
    for _ in range(3):
        params = {"limit": 2, **({} if cursor is None else {"cursor": cursor})}
        page = owner.ask("GET", f"{path}/deliveries", params=params).json
        paged, cursor = [*paged, *page["deliveries"]], page["next"]

    assert cursor is None
    assert {delivery["id"] for delivery in paged} == {delivery["id"] for delivery in tested}
    assert len(paged) == 5
    failed = owner.ask("GET", f"{path}/deliveries", params={"state": "failed"}).json["deliveries"]
    assert {delivery["id"] for delivery in failed} == {tested[1]["id"], tested[3]["id"]}


@pytest.mark.parametrize(
    "since", ["", "yesterday", "2026-03-14", "2026-03-14T15:09:26", "2026-02-30T15:09:26.535Z", "2026-03-14T15:09:26.535+01:00"]
)
def test_a_since_that_is_no_time_is_refused(owner: Owner, since: str) -> None:
    path = owner.webhook("http://127.0.0.1:2000/", "table.finished", table=owner.api.create_table(2).table)

    reply = owner.ask("POST", f"{path}/redeliver", json={"since": since})

    assert (reply.status, reply.code) == (422, "body-invalid")


@pytest.mark.parametrize("params", [{"limit": "0"}, {"state": "lost"}, {"page": "2"}, {"cursor": "abc"}], ids=str)
def test_a_wrong_parameter_of_the_log_is_refused(owner: Owner, params: Mapping[str, str]) -> None:
    path = owner.webhook("http://127.0.0.1:2000/", "table.finished", table=owner.api.create_table(2).table)

    reply = owner.ask("GET", f"{path}/deliveries", params=params)

    assert (reply.status, reply.code) == (422, "parameter-invalid")


def test_a_since_needs_no_milliseconds(owner: Owner) -> None:
    path = owner.webhook("http://127.0.0.1:2000/", "table.finished", table=owner.api.create_table(2).table)

    reply = owner.ask("POST", f"{path}/redeliver", json={"since": "2026-03-14T15:09:26Z"})

    assert (reply.status, reply.json) == (202, {"deliveries": 0, "left": 0})


def test_a_delivery_that_nobody_made_is_unknown(owner: Owner) -> None:
    path = owner.webhook("http://127.0.0.1:2000/", "table.finished", table=owner.api.create_table(2).table)

    for reply in (owner.ask("GET", f"{path}/deliveries/msg_none"), owner.ask("POST", f"{path}/deliveries/msg_none/redeliver")):
        assert (reply.status, reply.code) == (404, "delivery-unknown")
