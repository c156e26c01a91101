"""The webhook receiver: it processes each turn once, and accepts only messages of the service."""

import json

import requests

from tests.examples.conftest import Start
from tests.live import Api
from tests.operation.processes import until
from tests.service.owning import Owner

EXAMPLE = "webhook_receiver.py"


def test_it_tells_once_whose_turn_it_has_become(start: Start, owner: Owner, api: Api) -> None:
    receiver = start(EXAMPLE)
    created_table = api.create_table(names=["Player 1", "Player 2"], options={"first_seat": "creator"})
    first, second = created_table.seated
    turn = created_table.view["owed"][0]["decision"]

    assert api.play(first, {"type": "roll", "decision": turn}).status == 201
    assert api.play(first, {"type": "skip", "decision": api.moves(first)[0]["decision"]}).status == 201
    until(lambda: "Player 2, it is your turn" in receiver.run.said(), 30, receiver.run.said)

    told = [line for line in receiver.run.said().splitlines() if created_table.table in line]
    assert told == [
        f"Player 1, it is your turn at {created_table.table} (seat 0, decision {turn})",
        f"Player 2, it is your turn at {created_table.table} (seat 1, decision {api.moves(second)[0]['decision']})",
    ]


def test_built_in_players_are_not_told_whose_turn_it_is(start: Start, owner: Owner, api: Api) -> None:
    receiver = start(EXAMPLE)
    created_table = api.create_table(1, ai=["greedy"], options={"first_seat": "creator"})

    assert api.play(created_table.seated[0], {"type": "skip", "decision": created_table.view["owed"][0]["decision"]}).status == 201
    until(lambda: receiver.run.said().count(f"it is your turn at {created_table.table} (seat 0") == 2, 30, receiver.run.said)

    assert receiver.run.said().count(created_table.table) == 2


def test_a_delivery_that_is_sent_again_is_told_once(start: Start, owner: Owner, api: Api) -> None:
    receiver = start(EXAMPLE)
    webhook = f"/v1/webhooks/{receiver.own_id()}"
    created_table = api.create_table()
    until(lambda: f"it is your turn at {created_table.table}" in receiver.run.said(), 30, receiver.run.said)
    deliveries = owner.look(f"{webhook}/deliveries")["deliveries"]
    again = next(f"{webhook}/deliveries/{delivery['id']}" for delivery in deliveries if delivery["table"] == created_table.table)
    until(lambda: owner.look(again)["state"] == "delivered")

    assert owner.ask("POST", f"{again}/redeliver").status == 202
    until(lambda: len(owner.look(again)["attempts"]) == 2, 30, lambda: owner.look(again))

    assert [attempt["status"] for attempt in owner.look(again)["attempts"]] == [204, 204]
    assert receiver.run.said().count(f"it is your turn at {created_table.table}") == 1


def test_what_is_not_signed_by_the_service_is_answered_401_and_not_told(start: Start, owner: Owner) -> None:
    receiver = start(EXAMPLE)
    message = {"type": "seat.to-move", "data": {"name": "Nobody", "table": "p00", "seat": 0, "decision": 1}}
    headers = {"webhook-id": "msg_1", "webhook-timestamp": "1", "webhook-signature": "v1,nonsense"}

    unsigned, forged = (requests.post(receiver.url, data=json.dumps(message), headers=sent, timeout=30) for sent in ({}, headers))
    tried = owner.ask("POST", f"/v1/webhooks/{receiver.own_id()}/test")

    assert (unsigned.status_code, forged.status_code) == (401, 401)
    assert tried.json["state"] == "delivered"
    assert "Nobody" not in receiver.run.said()
