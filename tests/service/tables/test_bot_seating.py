"""The owner of a bot decides who may seat it, and at how many tables at once."""

import uuid
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from events.store.keys import keys_key, service_key
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from tests.contract.owned import NOBODY
from tests.live import Api, Reply, Service
from tests.service.owning import Owner
from tests.service.tables.seating import OWN, answers, body, create, end, invited, registered


def test_a_bot_is_seated_by_its_owner_only_unless_its_owner_says_otherwise(owner: Owner, stranger: Owner, api: Api) -> None:
    bot = owner.ask("POST", "/v1/bots", json={"name": "Six", "url": NOBODY, "games": ["dicy-cards"]}).json["bot"]

    refused = [create(asker, body(bot["id"])) for asker in (api, stranger)]

    assert (bot["seating"], bot["max_tables"], bot["invitation"], bot["running_tables"]) == ("owner", 200, None, 0)
    assert answers(refused) == [(403, "bot-not-seatable")] * 2
    assert refused[0].json["field"] == "seats.1.bot"
    assert create(owner, body(bot["id"])).status == 201


def test_a_bot_that_anyone_may_seat_is_seated_by_everybody(owner: Owner, stranger: Owner, api: Api) -> None:
    bot = registered(owner, "anyone")["id"]

    assert [create(asker, body(bot)).status for asker in (api, stranger, owner)] == [201] * 3


def test_an_invited_bot_is_seated_with_the_code_that_its_owner_hands_out(owner: Owner, stranger: Owner, api: Api) -> None:
    bot = registered(owner, "invited")
    who, code = bot["id"], bot["invitation"]

    refused = [create(api, body(who)), create(stranger, invited(who, "inv_guessed")), create(api, invited(who, f"{code}x"))]

    assert answers(refused) == [(403, "bot-not-seatable")] * 3
    assert [create(asker, invited(who, code)).status for asker in (api, stranger)] == [201] * 2
    assert [create(owner, wanted).status for wanted in (body(who), invited(who, "inv_guessed"))] == [201] * 2


def test_a_changed_invitation_ends_the_one_before_and_tables_stay(owner: Owner, api: Api) -> None:
    bot = registered(owner, "invited")
    created_table = create(api, invited(bot["id"], bot["invitation"]))

    changed = owner.ask("POST", f"/v1/bots/{bot['id']}/invitation").json

    assert changed["invitation"] != bot["invitation"]
    assert owner.look(f"/v1/bots/{bot['id']}")["invitation"] == changed["invitation"]
    assert create(api, invited(bot["id"], bot["invitation"])).code == "bot-not-seatable"
    assert create(api, invited(bot["id"], changed["invitation"])).status == 201
    assert api.view(created_table.json["view"]["table"])["status"] == "playing"


def test_an_invitation_that_has_ended_does_not_come_back_to_life(owner: Owner, api: Api) -> None:
    bot = registered(owner, "invited")
    path, wanted = f"/v1/bots/{bot['id']}", invited(bot["id"], bot["invitation"])

    ended = owner.ask("PATCH", path, json={"seating": "owner"}).json["invitation"]
    while_owner = create(api, wanted).status
    again = owner.ask("PATCH", path, json={"seating": "invited"}).json["invitation"]
    and_again = owner.ask("PATCH", path, json={"seating": "invited", "max_tables": 5}).json["invitation"]

    assert (ended, while_owner) == (None, 403)
    assert again not in {None, bot["invitation"]}
    assert and_again == again, "nothing has changed"
    assert create(api, wanted).code == "bot-not-seatable"
    assert create(api, invited(bot["id"], again)).status == 201


def test_a_bot_that_is_not_seated_by_invitation_has_none(owner: Owner) -> None:
    bot = registered(owner, "anyone")

    asked = owner.ask("POST", f"/v1/bots/{bot['id']}/invitation")

    assert (asked.status, asked.json["invitation"]) == (200, None)


def test_a_code_that_an_older_build_has_kept_does_not_come_back_to_life(owner: Owner, api: Api, service: Service) -> None:
    bot = registered(owner, "invited")
    with connect(service.store_url) as store:
        record = msgspec.json.decode(store.hget(service_key("bots"), bot["id"]))
        store.hset(service_key("bots"), bot["id"], msgspec.json.encode({**record, "seating": "owner"}))
        store.incr(service_key("bots:changes"))

    again = owner.ask("PATCH", f"/v1/bots/{bot['id']}", json={"seating": "invited"}).json["invitation"]

    assert again != bot["invitation"]
    assert create(api, invited(bot["id"], bot["invitation"])).code == "bot-not-seatable"


def test_only_its_owner_changes_an_invitation(owner: Owner, stranger: Owner) -> None:
    bot = registered(owner, "invited")

    assert stranger.ask("POST", f"/v1/bots/{bot['id']}/invitation").code == "bot-unknown"
    assert owner.look(f"/v1/bots/{bot['id']}")["invitation"] == bot["invitation"]


def test_a_registration_that_is_repeated_shows_the_same_invitation(owner: Owner) -> None:
    key = str(uuid.uuid4())

    first, again = (owner.register(NOBODY, seating="invited", idempotency_key=key) for _ in range(2))

    assert (first.status, again.status) == (201, 200)
    assert first.json == again.json


def test_the_list_shows_what_one_may_seat(owner: Owner, stranger: Owner, api: Api) -> None:
    bots = {seating: registered(owner, seating)["id"] for seating in ("owner", "invited", "anyone")}

    def listed(reply: Reply) -> set[str]:
        return {bot["id"] for bot in reply.json["bots"]} & {*bots.values()}

    assert listed(api.get("/v1/bots")) == {bots["anyone"]}
    assert listed(stranger.ask("GET", "/v1/bots", params={"game": "dicy-cards"})) == {bots["anyone"]}
    assert listed(owner.ask("GET", "/v1/bots")) == {*bots.values()}
    assert listed(owner.ask("GET", "/v1/bots", params={"mine": "true"})) == {*bots.values()}
    assert listed(stranger.ask("GET", "/v1/bots", params={"mine": "true"})) == set()
    assert api.get(f"/v1/bots/{bots['invited']}").json["seating"] == "invited"


@pytest.mark.usefixtures("over_sockets")
def test_an_invitation_is_nowhere_but_in_the_answers_to_the_owner(owner: Owner, stranger: Owner, api: Api, service: Service) -> None:
    bot, key = registered(owner, "invited"), str(uuid.uuid4())
    who, code = bot["id"], bot["invitation"]

    created_table = create(api, invited(who, code), key)
    table = created_table.json["view"]["table"]
    end(api, created_table)

    assert create(api, invited(who, "inv_guessed")).text.count("guessed") == 0
    public = [
        created_table.text,
        *(api.get(path).text for path in ("/v1/bots", f"/v1/bots/{who}", f"/v1/tables/{table}", f"/v1/tables/{table}/events")),
    ]
    for_others = [stranger.ask("GET", path).text for path in ("/v1/bots", f"/v1/bots/{who}")]
    export = api.ended(api.post(f"/v1/tables/{table}/exports", json={"format": "json"}).headers["location"])
    for text in (*public, *for_others, api.get(f"/v1/exports/{export['export']}/file").text, service.log()):
        assert code.removeprefix("inv_") not in text
    with connect(service.store_url) as store:
        kept = [*store.hgetall(keys_key(table)).values(), *RedisStore(store).read(table, 0, 1000)]
    assert not [line for line in kept if code.encode() in line]


def test_a_request_is_the_same_with_another_invitation_so_that_its_key_gives_nothing_of_the_code_away(owner: Owner, api: Api) -> None:
    bot, key = registered(owner, "invited"), str(uuid.uuid4())
    first = create(api, invited(bot["id"], bot["invitation"]), key)

    again = [create(api, wanted, key) for wanted in (body(bot["id"]), invited(bot["id"], "inv_guessed"))]

    assert [reply.status for reply in (first, *again)] == [201, 200, 200]
    assert first.json == again[0].json == again[1].json


def test_a_fork_seats_its_bots_by_the_same_rules(owner: Owner, api: Api) -> None:
    bot = registered(owner, "invited", max_tables=1)
    who, code = bot["id"], bot["invitation"]
    created_table = create(api, invited(who, code))
    end(api, created_table)
    path, at = f"/v1/tables/{created_table.json['view']['table']}/fork", {"at": created_table.json["view"]["version"]}

    refused = api.post(path, json=at)
    forked = api.post(path, json={**at, "seats": invited(who, code)["seats"]})
    full = api.post(path, json={**at, "seats": invited(who, code)["seats"]})
    of_owner = owner.ask("POST", path, json=at)
    end(api, forked)

    assert answers([refused, forked, full, of_owner]) == [(403, "bot-not-seatable"), (201, None), (409, "bot-full"), (409, "bot-full")]
    assert owner.ask("POST", path, json=at).status == 201


def test_a_bot_of_an_older_build_is_its_owners(owner: Owner, api: Api, service: Service) -> None:
    bot = registered(owner, "anyone")
    table = create(api, body(bot["id"])).json["view"]["table"]
    with connect(service.store_url) as store:
        record = msgspec.json.decode(store.hget(service_key("bots"), bot["id"]))
        older = {name: value for name, value in record.items() if name not in OWN}
        store.hset(service_key("bots"), bot["id"], msgspec.json.encode(older))
        store.incr(service_key("bots:changes"))

    assert {name: owner.look(f"/v1/bots/{bot['id']}")[name] for name in ("seating", "max_tables")} == {
        "seating": "owner",
        "max_tables": 200,
    }
    assert bot["id"] not in api.get("/v1/bots").text
    assert create(api, body(bot["id"])).code == "bot-not-seatable"
    assert create(owner, body(bot["id"])).status == 201
    assert api.view(table)["status"] == "playing"
    loaded = owner.ask("PATCH", f"/v1/bots/{bot['id']}", json={"seating": "invited"}).json
    assert create(api, invited(bot["id"], loaded["invitation"])).status == 201


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        *(({"max_tables": most}, "max_tables") for most in (0, -1, 1001, 1.0, "2", None, True)),
        *(({"seating": who}, "seating") for who in ("nobody", "", None, 1)),
        ({"invitation": "inv_mine"}, "invitation"),
    ],
    ids=str,
)
def test_what_an_owner_cannot_choose_is_named(owner: Owner, wrong: Mapping[str, Any], field: str) -> None:
    bot = registered(owner, "owner")["id"]

    for reply in (owner.register(NOBODY, **wrong), owner.ask("PATCH", f"/v1/bots/{bot}", json=wrong)):
        assert (reply.status, [error["field"] for error in reply.json["errors"]]) == (422, [field])


@pytest.mark.parametrize(
    "seat",
    [{"kind": "human", "invitation": "x"}, {"kind": "bot", "bot": "b", "invitation": ""}, {"kind": "bot", "bot": "b", "invitation": 1}],
)
def test_an_invitation_belongs_to_a_bot_and_is_a_short_text(api: Api, seat: Mapping[str, Any]) -> None:
    reply = api.post("/v1/tables", json={"game": "dicy-cards", "seats": [seat, {"kind": "human"}]})

    assert (reply.status, [error["field"] for error in reply.json["errors"]]) == (422, ["seats.0.invitation"])
