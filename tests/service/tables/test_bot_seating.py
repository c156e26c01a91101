"""The owner of a bot decides who may seat it, and at how many tables at once."""

import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.store.keys import keys_key, log_key, service_key
from events.store.redis_connection import connect
from tests.contract.owned import NOBODY
from tests.live import Api, Reply, Service, running
from tests.reserving import reserved_ago
from tests.service.keys import mint
from tests.service.owning import Owner
from tests.service.together import at_once

OWN = {"seating", "max_tables", "running_tables", "invitation"}


def registered(owner: Owner, seating: str, **more: Any) -> Mapping[str, Any]:
    """A new bot, as its owner sees it."""
    bot: Mapping[str, Any] = owner.register(NOBODY, seating=seating, **more).json["bot"]
    return bot


def body(*bots: str, **more: Any) -> dict[str, Any]:
    return {"game": "dicy-cards", "seats": [{"kind": "human"}, *({"kind": "bot", "bot": bot} for bot in bots)], **more}


def invited(bot: str, invitation: str, **more: Any) -> dict[str, Any]:
    return {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "bot", "bot": bot, "invitation": invitation}], **more}


def create(asker: Api | Owner, wanted: Mapping[str, Any], key: str | None = None) -> Reply:
    if isinstance(asker, Owner):
        return asker.ask("POST", "/v1/tables", json=wanted, idempotency_key=key)
    return asker.post("/v1/tables", json=wanted, headers={"Idempotency-Key": key} if key else None)


def end(api: Api, created_table: Reply) -> None:
    """The human player resigns, which ends the game of two."""
    view, [token] = created_table.json["view"], created_table.json["tokens"].values()
    assert api.delete(f"/v1/tables/{view['table']}/seats/0", token=token).status == 200


def answers(replies: Sequence[Reply]) -> list[tuple[int, str | None]]:
    return [(reply.status, reply.code) for reply in replies]


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
        kept = [*store.hgetall(keys_key(table)).values(), *(line for _, fields in store.xrange(log_key(table)) for line in fields.values())]
    assert not [line for line in kept if code.encode() in line]


def test_a_request_is_the_same_with_another_invitation_so_that_its_key_gives_nothing_of_the_code_away(owner: Owner, api: Api) -> None:
    bot, key = registered(owner, "invited"), str(uuid.uuid4())
    first = create(api, invited(bot["id"], bot["invitation"]), key)

    again = [create(api, wanted, key) for wanted in (body(bot["id"]), invited(bot["id"], "inv_guessed"))]

    assert [reply.status for reply in (first, *again)] == [201, 200, 200]
    assert first.json == again[0].json == again[1].json


def test_a_full_bot_is_refused_until_one_of_its_games_has_ended(owner: Owner, api: Api) -> None:
    bot = registered(owner, "anyone", max_tables=2)["id"]
    first, second = create(api, body(bot)), create(owner, body(bot))

    full = [create(asker, body(bot)) for asker in (api, owner)]
    seen = owner.look(f"/v1/bots/{bot}")["running_tables"]
    end(api, first)
    after = [create(api, body(bot)), create(api, body(bot))]

    assert (first.status, second.status, seen) == (201, 201, 2)
    assert answers(full) == [(409, "bot-full")] * 2
    assert (full[0].json["field"], "retry-after" in full[0].headers) == ("seats.1.bot", False)
    assert answers(after) == [(201, None), (409, "bot-full")]


def test_a_table_that_ends_before_it_starts_has_had_its_place(owner: Owner, api: Api) -> None:
    bot = registered(owner, "anyone", max_tables=1)["id"]
    waiting = body(bot)
    waiting["seats"].append({"kind": "open"})

    created_table = create(api, waiting)
    full = create(api, waiting)
    end(api, created_table)

    assert (created_table.status, full.code) == (201, "bot-full")
    assert create(api, waiting).status == 201


def test_a_bot_in_two_seats_of_a_table_plays_at_one(owner: Owner) -> None:
    bot = registered(owner, "owner", max_tables=1)["id"]

    assert create(owner, body(bot, bot)).status == 201
    assert create(owner, body(bot)).code == "bot-full"


def test_the_owner_changes_for_how_many_tables_there_is_place(owner: Owner) -> None:
    bot = registered(owner, "owner", max_tables=1)["id"]
    create(owner, body(bot))

    for most, status in ((2, 201), (2, 409), (1, 409), (1000, 201)):
        assert owner.ask("PATCH", f"/v1/bots/{bot}", json={"max_tables": most}).json["max_tables"] == most
        assert create(owner, body(bot)).status == status


def test_of_many_tables_that_are_created_at_once_as_many_come_to_be_as_there_are_places(owner: Owner, service: Service) -> None:
    bot = registered(owner, "anyone", max_tables=16)["id"]

    strangers = at_once(service.url, [lambda api: create(api, body(bot))] * 16)
    owners = at_once(service.url, [lambda api: create(Owner(api, owner.key), body(bot))] * 16)

    assert sorted(answers(strangers), key=str) == [(201, None)] * 4 + [(409, "bot-full")] * 12
    assert sorted(answers(owners), key=str) == [(201, None)] * 12 + [(409, "bot-full")] * 4
    assert owner.look(f"/v1/bots/{bot}")["running_tables"] == 16


def test_a_request_that_comes_again_counts_once_and_gets_its_first_answer_also_from_a_bot_that_is_full_closed_or_gone(
    owner: Owner, api: Api, service: Service
) -> None:
    bot, key = registered(owner, "anyone", max_tables=1)["id"], str(uuid.uuid4())
    together = at_once(service.url, [lambda api: create(api, body(bot), key)] * 8)

    full = create(api, body(bot), key)
    owner.ask("PATCH", f"/v1/bots/{bot}", json={"seating": "owner"})
    closed = create(api, body(bot), key)
    owner.ask("DELETE", f"/v1/bots/{bot}")
    gone = create(api, body(bot), key)

    assert sorted(reply.status for reply in together) == [200] * 7 + [201]
    assert [reply.status for reply in (full, closed, gone)] == [200] * 3
    assert {reply.text for reply in (*together, full, closed, gone)} == {gone.text}


@pytest.mark.parametrize("more", [{"options": {"mode": "none"}}, {"on_failure": {"policy": "substitute", "level": "none"}}], ids=str)
def test_a_creation_that_is_refused_takes_no_place(owner: Owner, api: Api, more: Mapping[str, Any]) -> None:
    bot = registered(owner, "anyone", max_tables=1)["id"]

    refused = create(api, body(bot, **more))

    assert refused.status == 422
    assert create(api, body(bot)).status == 201


def test_a_creation_on_an_expired_or_used_commitment_takes_no_place(owner: Owner, api: Api, service: Service) -> None:
    bot, used = registered(owner, "anyone", max_tables=1)["id"], api.post("/v1/commitments").json
    api.create_table(2, commitment=used)

    expired = create(api, body(bot, commitment=reserved_ago(service.store_url, minutes=11)))
    twice = create(api, body(bot, commitment=used))

    assert (expired.code, twice.code) == ("commitment-expired", "commitment-used")
    assert create(api, body(bot, commitment=api.post("/v1/commitments").json)).status == 201


def test_a_key_that_stands_for_another_table_takes_no_place(owner: Owner, api: Api) -> None:
    bot, key = registered(owner, "anyone", max_tables=1)["id"], str(uuid.uuid4())
    api.create_table(2, key=key)

    reused = create(api, body(bot), key)

    assert reused.code == "idempotency-key-reused"
    assert create(api, body(bot)).status == 201


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


def test_an_operator_limits_the_tables_of_every_bot(store_url: str, tmp_path: Path) -> None:
    with running(store_url, tmp_path, ("web",), limits="bot_tables = 1") as service, Api(service.url) as api:
        owner = Owner(api, mint(service, None))
        bot = registered(owner, "owner", max_tables=50)["id"]

        assert [create(owner, body(bot)).status for _ in range(2)] == [201, 409]
