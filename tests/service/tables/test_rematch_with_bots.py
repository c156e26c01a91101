"""The bots of a table come to its rematch, where a player may seat them."""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

from tests.contract.owned import NOBODY
from tests.live import Api, CreatedTable, Service
from tests.live import created_table as laid_by
from tests.service.endpoint import Endpoint
from tests.service.keys import mint
from tests.service.owning import Owner
from tests.service.tables.rematching import ask, given
from tests.service.together import at_once


def with_bot(api: Api, bot: str) -> CreatedTable:
    """A finished table of one person and a bot."""
    created_table = api.create_table(1, bots=[bot.rpartition("/")[2]])
    api.leave(created_table.seated[0])
    return created_table


def test_a_bot_sits_in_its_seat_again(api: Api, owner: Owner, endpoint: Endpoint) -> None:
    old = with_bot(api, owner.bot(endpoint.url))

    view = ask(api, old.seated[0]).json["view"]

    before = api.view(old.table)["seats"][1]
    assert {**view["seats"][1], "connected": False} == {**before, "connected": False}


def test_a_bot_that_is_paused_or_gone_refuses_and_nobody_stands_in_for_it(api: Api, owner: Owner, endpoint: Endpoint) -> None:
    bot = owner.bot(endpoint.url)
    old = with_bot(api, bot)

    owner.ask("PATCH", bot, json={"paused": True})
    paused = ask(api, old.seated[0])
    owner.ask("DELETE", bot)
    gone = ask(api, old.seated[0])

    assert [(reply.status, reply.code) for reply in (paused, gone)] == [(409, "bot-unavailable")] * 2
    assert (paused.headers["retry-after"], "retry-after" in gone.headers) == ("30", False)
    assert api.view(old.table)["rematch"] is None


def invited_table(api: Api, bot: Mapping[str, Any], people: int = 1) -> CreatedTable:
    """A finished table of people and a bot, which was seated with its invitation."""
    seats = [*[{"kind": "human"}] * people, {"kind": "bot", "bot": bot["id"], "invitation": bot["invitation"]}]
    table = laid_by(api.post("/v1/tables", json={"game": "dicy-cards", "seats": seats}))
    for who in table.seated:
        api.leave(who)
    return table


def invited(owner: Owner, endpoint: Endpoint, **more: Any) -> Mapping[str, Any]:
    bot: Mapping[str, Any] = owner.register(endpoint.url, seating="invited", **more).json["bot"]
    return bot


def test_a_bot_that_is_seated_by_invitation_sits_down_again_with_the_invitation(api: Api, owner: Owner, endpoint: Endpoint) -> None:
    bot = invited(owner, endpoint)
    old = invited_table(api, bot)

    without, wrong = ask(api, old.seated[0]), ask(api, old.seated[0], invitations={bot["id"]: "inv_guessed"})
    right = ask(api, old.seated[0], invitations={bot["id"]: bot["invitation"]})

    assert [(reply.status, reply.code) for reply in (without, wrong)] == [(403, "bot-not-seatable")] * 2
    assert without.json["field"] == f"invitations.{bot['id']}"
    assert right.status == 201
    assert right.json["view"]["seats"][1]["bot"] == bot["id"]
    assert bot["invitation"] not in json.dumps(api.events(given(right).table))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("PATCH", "", {"seating": "owner"}), "bot-not-seatable"),
        (("POST", "/invitation", None), "bot-not-seatable"),
        (("PATCH", "", {"paused": True}), "bot-unavailable"),
        (("DELETE", "", None), "bot-unavailable"),
    ],
    ids=["closed", "another code", "paused", "gone"],
)
def test_an_invitation_seats_no_bot_whose_owner_has_changed_their_mind(
    api: Api, owner: Owner, endpoint: Endpoint, change: tuple[str, str, Any], code: str
) -> None:
    bot = invited(owner, endpoint)
    old = invited_table(api, bot)
    method, path, body = change
    assert owner.ask(method, f"/v1/bots/{bot['id']}{path}", json=body).status < 300

    refused = ask(api, old.seated[0], invitations={bot["id"]: bot["invitation"]})

    assert refused.code == code
    assert api.view(old.table)["rematch"] is None


def test_an_invitation_of_one_player_is_enough_for_all(api: Api, owner: Owner, endpoint: Endpoint) -> None:
    bot = invited(owner, endpoint)
    old = invited_table(api, bot, people=2)

    refused = ask(api, old.seated[0])
    asked = [ask(api, old.seated[1], invitations={bot["id"]: bot["invitation"]}), ask(api, old.seated[0])]

    assert refused.code == "bot-not-seatable"
    assert [reply.status for reply in asked] == [201, 201]
    assert asked[1].json["view"]["status"] == "playing"


def test_the_owners_key_of_one_player_is_enough_for_all(api: Api, owner: Owner, endpoint: Endpoint) -> None:
    bot = owner.register(endpoint.url, seating="owner").json["bot"]["id"]
    seats = [{"kind": "human"}, {"kind": "human"}, {"kind": "bot", "bot": bot}]
    old = laid_by(owner.ask("POST", "/v1/tables", json={"game": "dicy-cards", "seats": seats}))
    for who in old.seated:
        api.leave(who)

    path = f"/v1/tables/{old.table}/rematch"
    first = api.post(path, token=old.seated[0].token, headers={"X-API-Key": owner.key})
    assert [first.status, ask(api, old.seated[1]).status] == [201, 201]


def test_an_invitation_to_a_bot_that_is_not_there_and_one_that_is_none_are_named(api: Api, owner: Owner, endpoint: Endpoint) -> None:
    bot = invited(owner, endpoint)
    old = invited_table(api, bot)

    foreign = ask(api, old.seated[0], invitations={"bot_other": "inv_x"})
    wrong: list[Any] = ["inv_x", [], {bot["id"]: 1}, {bot["id"]: ""}, {"": "inv_x"}]
    malformed = [ask(api, old.seated[0], invitations=value) for value in wrong]

    assert (foreign.status, foreign.code) == (422, "body-invalid")
    assert [error["field"] for error in foreign.json["errors"]] == ["invitations.bot_other"]
    assert [reply.code for reply in malformed] == ["body-invalid"] * 5


def test_of_two_who_ask_at_once_both_come_to_the_rematch_though_only_one_may_seat_the_bot(there: Api, several: Service) -> None:
    """A player without permission to seat the bot is refused only if no permitted player has requested the rematch."""
    stranger = Owner(there, mint(several, None))
    for _ in range(5):
        bot = stranger.register(NOBODY, seating="invited").json["bot"]  # a new bot each time: one that is silent at many tables is paused
        old = invited_table(there, bot, people=2)
        asking = partial(ask, who=old.seated[0], invitations={bot["id"]: bot["invitation"]})

        replies = at_once(there.url, [asking, partial(ask, who=old.seated[1])])

        statuses = [(reply.status, reply.code) for reply in replies]
        assert statuses[0] == (201, None)
        assert statuses[1] in {(201, None), (403, "bot-not-seatable")}
        assert ask(there, old.seated[1]).status in {200, 201}
        assert there.view(given(replies[0]).table)["status"] == "playing"
