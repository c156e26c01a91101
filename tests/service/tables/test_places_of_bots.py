"""A bot plays at as many tables at once as its owner and the operator allow."""

import uuid
from collections.abc import Mapping
from typing import Any

import pytest

from tests.live import Api, Service
from tests.reserving import reserved_ago
from tests.service.in_process import application
from tests.service.keys import mint
from tests.service.owning import Owner
from tests.service.tables.seating import answers, body, create, end, registered
from tests.service.together import at_once


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


def test_an_operator_limits_the_tables_of_every_bot(store_url: str) -> None:
    with application(store_url, {"bot_tables": 1}) as service:
        owner = Owner(service.api(), mint(service, None))
        bot = registered(owner, "owner", max_tables=50)["id"]

        assert [create(owner, body(bot)).status for _ in range(2)] == [201, 409]
