"""The same request repeated at any time, any number of times, even concurrently: it is executed once, and all get the first response."""

import random
from functools import partial

from tests.live import Api, Service
from tests.service.ahead import at_random, play_ahead
from tests.service.playing import play_until, rolled, to_move
from tests.service.together import at_once


def test_the_same_move_again_is_answered_like_the_first_time(api: Api) -> None:
    created_table = api.create_table(2)
    who, decision = to_move(created_table.seated, created_table.view)

    first, again = rolled(api, who, decision), rolled(api, who, decision)

    assert (first.status, first.replayed) == (201, False)
    assert (again.status, again.replayed) == (200, True)
    assert again.json == first.json
    assert [event["type"] for event in api.events(created_table.table, after=created_table.view["version"])] == ["dicy-cards.dice-rolled"]


def test_however_its_fields_are_ordered_it_is_the_same_move(api: Api) -> None:
    created_table = api.create_table(2, options={"mode": "beginner"})
    who, decision = to_move(created_table.seated, created_table.view)
    roll = rolled(api, who, decision).json
    [owed] = roll["view"]["owed"]
    card = roll["view"]["state"]["cards"][0]
    first = api.play(who, {"type": "reroll", "freeze": card, "dice": [5, 0, 2], "decision": owed["decision"]})

    again = api.play(who, {"decision": owed["decision"], "dice": [0, 2, 5], "freeze": card, "type": "reroll"})

    assert (first.status, again.status, again.json) == (201, 200, first.json)


def test_a_move_is_still_known_when_the_game_has_gone_on_and_is_over(api: Api, service: Service) -> None:
    created_table = api.create_table(2)
    who, decision = to_move(created_table.seated, created_table.view)
    first = rolled(api, who, decision)
    play_ahead(service, created_table.table, at_random(2), lambda table: table.version > 60)
    later = rolled(api, who, decision)
    play_ahead(service, created_table.table, at_random(2))

    at_last = rolled(api, who, decision)

    assert (later.status, later.json) == (200, first.json)
    assert at_last.status == 200
    assert at_last.json["events"] == first.json["events"]
    assert at_last.json["view"]["version"] == first.json["view"]["version"]


def test_fifty_at_once_roll_once_and_all_see_the_same_dice(there: Api, several: Service) -> None:
    created_table = there.create_table(2)
    who, decision = to_move(created_table.seated, created_table.view)

    replies = at_once(several.url, [partial(rolled, who=who, decision=decision)] * 50)

    assert sorted(reply.status for reply in replies) == [200] * 49 + [201]
    assert all(reply.replayed == (reply.status == 200) for reply in replies)
    assert all(reply.json == replies[0].json for reply in replies)
    assert there.events(created_table.table, after=created_table.view["version"]) == replies[0].json["events"]


def test_another_move_for_a_closed_decision_is_told_what_has_happened_since(api: Api) -> None:
    created_table = api.create_table(2)
    who, decision = to_move(created_table.seated, created_table.view)
    rolled(api, who, decision)
    view = play_until(api, created_table.seated, api.view(created_table.table), random.Random(1), lambda view: view["version"] > 12)

    reply = api.play(who, {"type": "skip", "decision": decision})

    assert (reply.status, reply.code, reply.json["version"]) == (409, "decision-closed", view["version"])
    assert reply.json["events"] == api.events(created_table.table, after=decision)
    assert not any(word in reply.text.lower() for word in ("redis", "conflict", "expected", "xadd"))


def test_a_move_for_a_decision_that_never_was_is_refused_the_same_way(api: Api) -> None:
    created_table = api.create_table(2)
    who, decision = to_move(created_table.seated, created_table.view)
    other = created_table.seated[1 - who.seat]

    for seat, wrong in ((who, decision - 1), (who, decision + 1), (who, 2**53 - 1), (other, decision), (other, 1)):
        reply = rolled(api, seat, wrong)
        assert (reply.status, reply.code, reply.json["version"]) == (409, "decision-closed", created_table.view["version"])
    assert api.view(created_table.table) == created_table.view


def test_two_starts_start_once(there: Api, several: Service) -> None:
    created_table = there.create_table(3, auto_start=False)

    replies = at_once(several.url, [partial(Api.start, who=who) for who in [*created_table.seated] * 5])

    assert {reply.status for reply in replies} == {200}
    assert sum(not reply.replayed for reply in replies) == 1
    assert all(reply.json["events"] == replies[0].json["events"] for reply in replies)
    assert [event["type"] for event in there.events(created_table.table)].count("table.started") == 1


def test_a_start_is_still_known_when_the_game_is_over_and_none_is_needed_where_it_started_by_itself(api: Api) -> None:
    created_table, by_itself = api.create_table(2, auto_start=False), api.create_table(2)
    first = api.start(created_table.seated[0])
    resigned = api.leave(created_table.seated[0])

    again = api.start(created_table.seated[1])

    assert (first.status, first.replayed, resigned.status) == (200, False, 200)
    assert (again.status, again.replayed, again.json["events"]) == (200, True, first.json["events"])
    assert api.start(by_itself.seated[0]).code == "table-started"


def test_resigning_twice_at_once_is_resigning_once(there: Api, several: Service) -> None:
    created_table = there.create_table(3)

    replies = at_once(several.url, [partial(Api.leave, who=created_table.seated[1])] * 10)

    assert {reply.status for reply in replies} == {200}
    assert sum(not reply.replayed for reply in replies) == 1
    assert all(reply.json == replies[0].json for reply in replies)


def test_leaving_twice_opens_the_seat_once_and_puts_out_nobody_who_sits_there_later(there: Api, several: Service) -> None:
    created_table = there.create_table(2, open_seats=1)

    replies = at_once(several.url, [partial(Api.leave, who=created_table.seated[1])] * 10)
    there.sit(created_table.table, name="Later")
    late = there.leave(created_table.seated[1])

    assert {reply.status for reply in (*replies, late)} == {200}
    assert sum(not reply.replayed for reply in (*replies, late)) == 1
    assert all(reply.json["events"] == late.json["events"] for reply in replies)
    assert [event["type"] for event in there.events(created_table.table)].count("table.seat-left") == 1
    assert there.view(created_table.table)["seats"][1]["name"] == "Later"


def test_a_double_click_does_not_take_the_next_turn(api: Api) -> None:
    created_table = api.create_table(2)
    who, decision = to_move(created_table.seated, created_table.view)
    end_turn = {"type": "skip", "decision": decision}

    first, second = api.play(who, end_turn), api.play(who, end_turn)
    with_roll = rolled(api, who, decision)

    assert (first.status, second.status, with_roll.code) == (201, 200, "decision-closed")
    view = api.view(created_table.table)
    assert view["version"] == first.json["view"]["version"]
    assert view["state"]["turn"] == 1 - who.seat
    assert rolled(api, *to_move(created_table.seated, view)).status == 201
