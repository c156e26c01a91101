"""The webhook receiver: it processes each turn once, and accepts only messages of the service."""

import json
from collections.abc import Iterator
from typing import NamedTuple

import pytest
import requests

from tests.examples.programs import Listening, listening
from tests.live import Api, Service
from tests.operation.processes import until
from tests.service.keys import mint
from tests.service.owning import Owner


class Subscribed(NamedTuple):
    """The running receiver, and the owner of its webhook."""

    run: Listening
    owner: Owner

    def said(self) -> str:
        return self.run.run.said()

    @property
    def webhook(self) -> str:
        return f"/v1/webhooks/{self.run.own_id()}"


@pytest.fixture(scope="module")
def receiver(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Subscribed]:
    with Api(service.url) as api:
        owner = Owner(api, mint(service, None))
        here = {"SERVICE_URL": service.url, "API_KEY": owner.key}
        with listening("webhook_receiver.py", tmp_path_factory.mktemp("receiver") / "output", here) as run:
            yield Subscribed(run, owner)
        owner.leave_nothing()


def test_it_tells_once_whose_turn_it_has_become(receiver: Subscribed, api: Api) -> None:
    created_table = api.create_table(names=["Player 1", "Player 2"], options={"first_seat": "creator"})
    first, second = created_table.seated
    turn = created_table.view["owed"][0]["decision"]

    assert api.play(first, {"type": "roll", "decision": turn}).status == 201
    assert api.play(first, {"type": "skip", "decision": api.moves(first)[0]["decision"]}).status == 201
    until(lambda: f"Player 2, it is your turn at {created_table.table}" in receiver.said(), 30, receiver.said)

    told = [line for line in receiver.said().splitlines() if created_table.table in line]
    assert told == [
        f"Player 1, it is your turn at {created_table.table} (seat 0, decision {turn})",
        f"Player 2, it is your turn at {created_table.table} (seat 1, decision {api.moves(second)[0]['decision']})",
    ]


def test_built_in_players_are_not_told_whose_turn_it_is(receiver: Subscribed, api: Api) -> None:
    created_table = api.create_table(1, ai=["greedy"], options={"first_seat": "creator"})

    assert api.play(created_table.seated[0], {"type": "skip", "decision": created_table.view["owed"][0]["decision"]}).status == 201
    until(lambda: receiver.said().count(f"it is your turn at {created_table.table} (seat 0") == 2, 30, receiver.said)

    assert receiver.said().count(created_table.table) == 2


def test_a_delivery_that_is_sent_again_is_told_once(receiver: Subscribed, api: Api) -> None:
    owner, webhook = receiver.owner, receiver.webhook
    created_table = api.create_table()
    until(lambda: f"it is your turn at {created_table.table}" in receiver.said(), 30, receiver.said)
    deliveries = owner.look(f"{webhook}/deliveries")["deliveries"]
    again = next(f"{webhook}/deliveries/{delivery['id']}" for delivery in deliveries if delivery["table"] == created_table.table)
    until(lambda: owner.look(again)["state"] == "delivered")

    assert owner.ask("POST", f"{again}/redeliver").status == 202
    until(lambda: len(owner.look(again)["attempts"]) == 2, 30, lambda: owner.look(again))

    assert [attempt["status"] for attempt in owner.look(again)["attempts"]] == [204, 204]
    assert receiver.said().count(f"it is your turn at {created_table.table}") == 1


def test_what_is_not_signed_by_the_service_is_answered_401_and_not_told(receiver: Subscribed) -> None:
    message = {"type": "seat.to-move", "data": {"name": "Nobody", "table": "p00", "seat": 0, "decision": 1}}
    headers = {"webhook-id": "msg_1", "webhook-timestamp": "1", "webhook-signature": "v1,nonsense"}

    unsigned, forged = (requests.post(receiver.run.url, data=json.dumps(message), headers=sent, timeout=30) for sent in ({}, headers))
    tried = receiver.owner.ask("POST", f"{receiver.webhook}/test")

    assert (unsigned.status_code, forged.status_code) == (401, 401)
    assert tried.json["state"] == "delivered"
    assert "Nobody" not in receiver.said()
