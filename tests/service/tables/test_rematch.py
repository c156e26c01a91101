"""A rematch is one new table for the players of a finished one: each keeps their own seat, and no other client gets one of these."""

from functools import partial

import pytest

from events.proof.verify import verify
from rules.registry import games
from tests.events.proof.second import second_verdicts
from tests.live import Api, Service
from tests.service.ahead import at_random, play_ahead, played_out
from tests.service.tables.rematching import ask, given, over, reserved
from tests.service.together import at_once


def test_all_who_ask_get_their_own_seats_at_one_new_table_which_starts_with_the_last(api: Api) -> None:
    old = over(api, 3)

    first, second = ask(api, old.seated[2]), ask(api, old.seated[0])
    waiting = api.view(given(first).table)
    third = ask(api, old.seated[1])

    seats = [given(reply) for reply in (first, second, third)]
    assert [reply.status for reply in (first, second, third)] == [201] * 3
    assert [who.seat for who in seats] == [2, 0, 1]
    assert len({who.table for who in seats}) == 1 == len({who.table for who in seats} - {old.table})
    assert (waiting["status"], third.json["view"]["status"]) == ("open", "playing")
    for who in seats:
        assert api.get(f"/v1/tables/{who.table}/moves", token=who.token).status == 200
    view = api.view(seats[0].table)
    for member in ("game", "options", "turn_seconds", "on_expiry", "abandon_after", "bot_seconds", "on_failure"):
        assert view[member] == old.view[member]
    assert [seat["name"] for seat in view["seats"]] == [seat["name"] for seat in old.view["seats"]]


def test_whoever_asks_again_gets_the_same_answer_and_changes_nothing(api: Api) -> None:
    old = over(api)
    first = ask(api, old.seated[0], client_seed="once")
    second = ask(api, old.seated[1], client_seed="twice")
    version = api.view(given(first).table)["version"]

    again = [ask(api, who, client_seed="thrice") for who in old.seated]

    assert [(reply.status, reply.replayed) for reply in again] == [(200, True)] * 2
    assert [given(reply) for reply in again] == [given(first), given(second)]
    assert again[0].json["view"]["version"] == version
    assert api.view(given(first).table)["fairness"]["client_seeds"] == ["once", "twice"]


def test_players_who_ask_at_once_and_often_come_to_the_same_table(there: Api) -> None:
    old = over(there, 3)

    replies = at_once(there.url, [partial(ask, who=who, client_seed=f"seed-{who.seat}") for who in [*old.seated] * 4])

    seats = {given(reply) for reply in replies}
    assert {who.table for who in seats} == {there.view(old.table)["rematch"]["table"]}
    assert sorted(who.seat for who in seats) == [0, 1, 2]
    assert there.view(next(iter(seats)).table)["status"] == "playing"
    assert len(there.view(next(iter(seats)).table)["fairness"]["client_seeds"]) == 3


def test_a_stranger_can_neither_ask_nor_block_nor_learn_a_token(api: Api) -> None:
    old, other = over(api), over(api)
    path = f"/v1/tables/{old.table}/rematch"
    key = {"Idempotency-Key": f"rematch-{old.table}"}
    api.post("/v1/tables", json={"game": "dicy-cards", "seats": [{"kind": "open"}] * 2}, headers=key)

    refused = [api.post(path, headers=key).code, api.post(path, token=other.seated[0].token).code, api.post(path, token="seat.0.2.x").code]

    assert refused == ["token-missing", "token-invalid", "token-invalid"]
    assert api.view(old.table)["rematch"] is None
    seats = [given(ask(api, who)) for who in old.seated]
    assert len({who.table for who in seats}) == 1
    assert ask(api, seats[0]).code == "table-not-finished"
    assert api.post(f"/v1/tables/{seats[0].table}/seats", json={}).code in {"table-full", "table-started"}


def test_nobody_sits_down_at_a_rematch_that_waits_nor_starts_it(api: Api) -> None:
    old = over(api)

    one = given(ask(api, old.seated[1]))

    assert api.post(f"/v1/tables/{one.table}/seats", json={}).code == "table-full"
    early = api.start(one)
    assert (early.status, early.code) == (409, "rematch-waiting")
    assert 1 <= int(early.headers["retry-after"]) <= 30
    assert given(ask(api, old.seated[0])).table == one.table
    assert api.view(one.table)["status"] == "playing"


def test_a_table_that_is_still_played_has_no_rematch(api: Api) -> None:
    created_table = api.create_table(2)

    refused = ask(api, created_table.seated[0])

    assert (refused.status, refused.code) == (409, "table-not-finished")
    assert api.view(created_table.table)["rematch"] is None


def test_the_view_names_the_rematch_for_everybody_and_the_log_stays_as_it_was(api: Api) -> None:
    old = over(api)
    before, events = api.get(f"/v1/tables/{old.table}"), api.events(old.table)

    one = ask(api, old.seated[1])
    after = api.get(f"/v1/tables/{old.table}", headers={"If-None-Match": before.headers["etag"]})

    assert (before.json["rematch"], after.status) == (None, 200)
    assert after.json["rematch"] == one.json["rematch"] == {**one.json["rematch"], "asked": [1], "table": given(one).table}
    assert api.events(old.table) == events
    assert {**after.json, "rematch": None} == before.json
    ask(api, old.seated[0])
    assert api.view(old.table)["rematch"]["asked"] == [0, 1]


def counted(api: Api) -> float:
    """The number of events that requests have appended to tables of this game, from /metrics."""
    lines = [
        line for line in api.get("/metrics").text.splitlines() if line.startswith('rollstream_events_appended_total{game="dicy-cards"}')
    ]
    return sum(float(line.rpartition(" ")[2]) for line in lines)


def test_every_event_that_asking_causes_is_counted_once(api: Api) -> None:
    old = over(api)
    before = counted(api)

    seats = [given(ask(api, who)) for who in [*old.seated] * 2]

    assert counted(api) - before == len(api.events(seats[0].table))


def test_the_dice_are_those_that_the_first_reserved_with_the_seeds_of_all_who_came(api: Api) -> None:
    old, reservation = over(api, 3), reserved(api)

    first = ask(api, old.seated[1], commitment=reservation, client_seed="first")
    ask(api, old.seated[2], commitment=reserved(api), client_seed="second")
    ask(api, old.seated[0], client_seed="third")

    view = api.view(given(first).table)
    assert view["table"] == reservation["table"]
    assert (view["fairness"]["commitment"], view["fairness"]["reserved"]) == (reservation["commitment"], True)
    assert view["fairness"]["client_seeds"] == ["first", "third", "second"]  # first the player who requested it, then by seat


def test_a_commitment_that_is_not_good_refuses_and_leaves_the_rematch_to_others(api: Api) -> None:
    old, used = over(api), reserved(api)
    api.create_table(2, commitment=used)

    refused = [ask(api, old.seated[0], commitment=one) for one in (used, {**used, "commitment": "0" * 64})]

    assert [reply.code for reply in refused] == ["commitment-used", "commitment-unknown"]
    assert api.view(old.table)["rematch"] is None
    assert ask(api, old.seated[1]).status == 201


def test_both_verifiers_take_a_rematch_for_a_right_table(api: Api, service: Service) -> None:
    old = over(api, 3)
    seats = [given(ask(api, who, client_seed=f"from-{who.seat}")) for who in (old.seated[2], old.seated[1], old.seated[0])]
    play_ahead(service, seats[0].table, at_random(10))

    export = api.ended(api.post(f"/v1/tables/{seats[0].table}/exports", json={"format": "json"}).headers["location"])
    file = api.get(export["file"]["url"]).text.encode()

    first, [second] = verify(file, games()), second_verdicts([file])
    assert (first.ok, second.ok) == (True, True), (first, second)
    assert [event["type"] for event in api.events(seats[0].table)[:9]] == [
        *["table.created", *["table.seat-taken"] * 3],
        *["table.seat-left", "table.seat-taken"] * 2,
        "table.started",
    ]


def test_who_has_resigned_may_play_again(api: Api) -> None:
    created_table = api.create_table(2)
    api.leave(created_table.seated[1])

    seats = [given(ask(api, who)) for who in reversed(created_table.seated)]

    view = api.view(seats[0].table)
    assert (view["status"], [seat["resigned"] for seat in view["seats"]]) == ("playing", [False, False])


def test_a_player_alone_with_built_in_players_begins_at_once(api: Api) -> None:
    created_table = api.create_table(1, ai=["greedy"], names=["Ada"])
    api.leave(created_table.seated[0])

    asked = ask(api, created_table.seated[0], client_seed="mine")

    assert asked.json["view"]["status"] == "playing"
    assert asked.json["view"]["fairness"]["client_seeds"] == ["mine"]
    assert [(seat["kind"], seat["level"]) for seat in asked.json["view"]["seats"]] == [("human", None), ("ai", "greedy")]


def test_a_rematch_of_a_fork_is_a_game_from_its_beginning(api: Api, service: Service) -> None:
    old = played_out(service, api, api.create_table(2), 13)
    fork = api.fork(old.table, len(old.events) // 2)
    for who in fork.seated[:1]:
        api.leave(who)

    seats = [given(ask(api, who)) for who in fork.seated]

    view = api.view(seats[0].table)
    assert (view["forked_from"], view["status"], view["round"]) == (None, "playing", 1)
    assert api.view(old.table)["rematch"] is None


def test_a_rematch_can_have_a_rematch(api: Api) -> None:
    created_table = api.create_table(2)
    api.leave(created_table.seated[0])
    second = [given(ask(api, who)) for who in created_table.seated]
    api.leave(second[0])

    third = [given(ask(api, who)) for who in second]

    assert len({created_table.table, second[0].table, third[0].table}) == 3
    assert api.view(third[0].table)["status"] == "playing"


def test_a_table_that_nobody_can_ask_at_has_none(api: Api) -> None:
    """Tables of built-in players only have no tokens. A table that was closed before its game never had one."""
    unplayed = api.create_table(1, open_seats=1)
    api.leave(unplayed.seated[0])
    automatic = api.create_table(0, ai=["random", "random"])

    assert ask(api, unplayed.seated[0]).code == "token-invalid"  # a player who left holds no seat
    assert api.post(f"/v1/tables/{automatic.table}/rematch").code == "token-missing"


@pytest.mark.parametrize("leaving", [0, 1], ids=["the first to ask", "the second"])
def test_who_has_left_the_rematch_and_asks_again_plays_with_the_token_that_they_get(api: Api, leaving: int) -> None:
    old = over(api, 3)
    seats = [given(ask(api, who, client_seed=f"once-{who.seat}")) for who in old.seated[:2]]
    gone = seats[leaving]
    assert api.leave(gone).status == 200

    back, again = (ask(api, old.seated[leaving], client_seed=seed) for seed in ("back", "again"))
    last = given(ask(api, old.seated[2]))

    assert (back.status, again.status, again.replayed) == (201, 200, True)
    assert given(back) == given(again) != gone
    assert back.json["view"]["seats"][leaving]["name"] == old.view["seats"][leaving]["name"]
    view = api.view(last.table)
    assert (view["status"], "back" in view["fairness"]["client_seeds"]) == ("playing", True)
    for who in (given(again), seats[1 - leaving], last):
        assert api.get(f"/v1/tables/{who.table}/moves", token=who.token).status == 200


def test_who_asks_again_and_again_at_once_after_leaving_has_one_seat(there: Api) -> None:
    old = over(there, 3)
    first = given(ask(there, old.seated[0]))
    assert there.leave(first).status == 200

    replies = at_once(there.url, [partial(ask, who=old.seated[0])] * 8)

    assert {reply.status for reply in replies} <= {200, 201}
    assert len({given(reply) for reply in replies}) == 1
    kinds = [event["type"] for event in there.events(first.table)]
    assert kinds[4:] == ["table.seat-left", "table.seat-taken"]


def test_everybody_who_watches_hears_of_the_rematch(api: Api) -> None:
    old = over(api)

    with api.rematches(old.table) as early, api.rematches(old.table) as beside:
        one = ask(api, old.seated[0])
        assert next(early) == next(beside) == one.json["rematch"]
        other = ask(api, old.seated[1])
        assert next(early) == next(beside) == other.json["rematch"] == {**one.json["rematch"], "asked": [0, 1]}
    with api.rematches(old.table) as late:
        assert next(late) == other.json["rematch"]
