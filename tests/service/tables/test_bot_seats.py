"""Tables with bots over HTTP: their fixed settings, what the service does for a silent bot, and repeated creations."""

import uuid
from collections.abc import Mapping
from typing import Any

import pytest
from standardwebhooks import Webhook

from events.proof.verify import verify
from rules.registry import games
from tests.contract.owned import NOBODY
from tests.listening import Line
from tests.live import Api
from tests.service.bookkeeping import eager
from tests.service.owning import Owner
from tests.service.playing import eventually
from tests.workers.bots.servers import BotServer, Message, reply

SIX = {"kind": "bot", "bot": "bot_six"}
POLICY = {"policy": "skip", "level": None, "after": None}


@pytest.fixture
def bot(owner: Owner) -> str:
    """A bot whose address does not answer."""
    registered: str = owner.register(NOBODY).json["bot"]["id"]
    return registered


def body(bot: str, **more: Any) -> Mapping[str, Any]:
    return {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "bot", "bot": bot}], **more}


def test_a_table_says_what_is_laid_down_for_its_bots(api: Api, bot: str) -> None:
    plain, other = api.create_table(1, bots=[bot]), api.create_table(1, bots=[bot], bot_seconds=9, on_failure={"policy": "skip"})

    assert (plain.view["bot_seconds"], plain.view["on_failure"]["level"]) == (30, "greedy")
    assert (other.view["bot_seconds"], other.view["on_failure"]) == (9, POLICY)
    assert api.create_table(1, bots=[bot], turn_seconds=20).view["bot_seconds"] == 20
    assert (api.create_table(2).view["bot_seconds"], api.create_table(2).view["on_failure"]) == (None, None)


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"bot_seconds": 0}, "bot_seconds"),
        ({"bot_seconds": 3601}, "bot_seconds"),
        ({"bot_seconds": None}, "bot_seconds"),
        ({"on_failure": {"policy": "resign", "level": "greedy"}}, "on_failure.level"),
        ({"on_failure": {"policy": "substitute"}}, "on_failure.level"),
        ({"seats": [{"kind": "human"}, {"kind": "bot"}]}, "seats.1.bot"),
        ({"seats": [{"kind": "human", "bot": "bot_six"}, SIX]}, "seats.0.bot"),
        ({"seats": [{**SIX, "level": "greedy"}, {"kind": "human"}]}, "seats.0.level"),
    ],
    ids=str,
)
def test_a_body_of_the_wrong_shape_names_its_field(api: Api, bot: str, more: Mapping[str, Any], field: str) -> None:
    reply = api.post("/v1/tables", json={**body(bot), **more})

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert [error["field"] for error in reply.json["errors"]] == [field]


@pytest.mark.parametrize(
    ("more", "code", "field"),
    [
        ({"seats": [{"kind": "human"}] * 2, "bot_seconds": 9}, "bot-missing", "bot_seconds"),
        ({"seats": [{"kind": "human"}] * 2, "on_failure": {"policy": "skip"}}, "bot-missing", "on_failure"),
        ({"on_failure": {"policy": "substitute", "level": "none"}}, "level-unknown", "on_failure.level"),
    ],
    ids=str,
)
def test_what_the_rules_refuse_is_named(api: Api, bot: str, more: Mapping[str, Any], code: str, field: str) -> None:
    reply = api.post("/v1/tables", json={**body(bot), **more})

    assert (reply.status, reply.code, reply.json["field"]) == (422, code, field)


@pytest.mark.parametrize("policy", ["skip", "resign"])
def test_where_answers_are_hidden_a_bot_that_fails_tells_none(api: Api, owner: Owner, policy: str) -> None:
    bot = owner.register(NOBODY, games=["dice-cards"]).json["bot"]["id"]

    refused = api.post("/v1/tables", json={**body(bot), "game": "dice-cards", "on_failure": {"policy": policy}})
    made = api.post("/v1/tables", json={**body(bot), "game": "dice-cards", "bot_seconds": 9})

    assert (refused.status, refused.code, refused.json["field"]) == (422, "substitute-required", "on_failure.policy")
    assert made.json["view"]["on_failure"] == {"policy": "substitute", "level": "greedy", "after": None}


def test_a_table_laid_again_with_its_key_is_the_same_whatever_became_of_the_bot(api: Api, owner: Owner, bot: str) -> None:
    key = {"Idempotency-Key": str(uuid.uuid4())}
    first = api.post("/v1/tables", json=body(bot), headers=key)

    owner.ask("PATCH", f"/v1/bots/{bot}", json={"name": "Seven"})
    renamed = api.post("/v1/tables", json=body(bot), headers=key)
    owner.ask("DELETE", f"/v1/bots/{bot}")
    removed = api.post("/v1/tables", json=body(bot), headers=key)

    assert (first.status, renamed.status, removed.status) == (201, 200, 200)
    assert first.json == renamed.json == removed.json
    assert first.json["view"]["seats"][1]["name"] == "Six Sigma"
    assert api.post("/v1/tables", json=body(bot, bot_seconds=9), headers=key).code == "idempotency-key-reused"


def test_a_bot_that_does_not_answer_loses_its_turn_and_the_table_goes_on(api: Api, bot: str) -> None:
    policy = {"policy": "resign", "after": 1}
    created_table = api.create_table(1, bots=[bot], bot_seconds=1, on_failure=policy, options={"first_seat": "creator"})
    [ada] = created_table.seated

    api.play(ada, {"type": "skip", "decision": created_table.view["owed"][0]["decision"]})

    eventually(lambda: api.view(created_table.table)["status"] == "finished")
    [lost] = [event for event in api.events(created_table.table) if event["type"] in {"table.bot-failed", "table.decision-expired"}]
    assert (lost["seat"], lost["data"]["policy"]) == (1, "resign")
    assert (api.view(created_table.table)["outcome"]["winners"], api.view(created_table.table)["outcome"]["reason"]) == ([0], "resignation")
    export = api.ended(api.post(f"/v1/tables/{created_table.table}/exports", json={"format": "json"}).headers["location"])
    file = api.get(f"/v1/exports/{export['export']}/file").text
    assert verify(file.encode(), games()).ok


def test_a_fork_has_the_same_bots_as_long_as_there_are_these(api: Api, owner: Owner, bot: str) -> None:
    created_table = api.create_table(1, bots=[bot], options={"first_seat": "creator"})
    api.leave(created_table.seated[0])

    fork = api.fork(created_table.table, 7, bot_seconds=9)

    assert (fork.view["seats"][1]["bot"], fork.view["bot_seconds"], [who.seat for who in fork.seated]) == (bot, 9, [0])
    owner.ask("DELETE", f"/v1/bots/{bot}")
    reply = api.post(f"/v1/tables/{created_table.table}/fork", json={"at": 7})
    assert (reply.status, [error["field"] for error in reply.json["errors"]]) == (422, ["seats.1.bot"])
    assert api.fork(created_table.table, 7, seats=[{"kind": "human"}] * 2).view["bot_seconds"] is None


def test_a_bot_answers_signed_questions_of_ice_dice_with_expressions(api: Api, owner: Owner) -> None:
    with BotServer(reckoning) as server:
        registered = owner.register(server.url, games=["ice-dice"]).json
        created_table = api.create_table(0, game="ice-dice", ai=["greedy"], bots=[registered["bot"]["id"]])
        eventually(lambda: api.view(created_table.table)["status"] == "finished", 120)

    made = [event for event in api.events(created_table.table) if "expression" in event["data"] and event["seat"] == 1]
    assert {event["type"] for event in made} == {"ice-dice.token-shifted", "ice-dice.token-taken"}
    assert not {"table.bot-failed", "table.seat-substituted"} & {event["type"] for event in api.events(created_table.table)}
    for message in server.turns:
        Webhook(registered["secret"]).verify(message.body, dict(message.headers))


def reckoning(line: Line, message: Message) -> None:
    """Place, shift or take a token whenever possible."""
    reply(line, 200, {"move": eager(message.data["moves"])})


@pytest.mark.parametrize(
    ("expression", "code", "detail"),
    [
        ({"op": "-", "left": 0, "right": 0}, "die-used-twice", "Use each die at most once; this calculation uses positions 0, 0."),
        (
            {"op": "-", "left": 0, "right": True},
            "body-invalid",
            "expression.right: Must be a whole number from 0 to 2, or an object with op, left and right.",
        ),
        (
            {"op": "-", "left": {"op": "+", "left": 3, "right": 1}, "right": 2},
            "body-invalid",
            "expression.left.left: Must be a whole number from 0 to 2.",
        ),
        (
            {"op": "-", "left": 0},
            "body-invalid",
            "expression.right: Is missing. Must be a whole number from 0 to 2, or an object with op, left and right.",
        ),
    ],
    ids=str,
)
def test_a_bot_is_told_what_is_wrong_with_its_expression(
    api: Api, owner: Owner, expression: Mapping[str, Any], code: str, detail: str
) -> None:
    wrong: list[Mapping[str, Any]] = []

    def answer(line: Line, message: Message) -> None:
        shift = next((move for move in message.data["moves"] if move["type"] == "shift"), None)
        if shift is not None and not wrong:
            wrong.append({**shift, "expression": expression})
            reply(line, 200, {"move": wrong[0]})
        else:
            reckoning(line, message)

    with BotServer(answer) as server:
        bot = owner.register(server.url, games=["ice-dice"]).json["bot"]["id"]
        created_table = api.create_table(0, game="ice-dice", ai=["greedy"], bots=[bot])
        eventually(lambda: api.view(created_table.table)["status"] == "finished", 120)

    [refused] = [message.data["refused"] for message in server.turns if message.data["refused"] is not None]
    assert (refused["code"], refused["move"]) == (code, wrong[0])
    assert refused["detail"].endswith(detail)
