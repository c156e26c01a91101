"""Concurrent requests: independent ones all succeed, and of conflicting ones exactly one does."""

import random
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

from tests.live import Api, Service, choose
from tests.service.playing import play_until, rolled, to_move
from tests.service.together import at_once

ROUNDS = 10


def several_owe(view: Mapping[str, Any]) -> bool:
    return len(view["owed"]) > 1


def test_seats_that_answer_at_the_same_instant_all_succeed(there: Api, several: Service) -> None:
    chance, met = random.Random(5), Counter[int]()
    while met.total() < ROUNDS:
        created_table = there.create_table(4, options={"mode": "interactions"})
        view = play_until(there, created_table.seated, created_table.view, chance, several_owe)
        while view["status"] == "playing" and met.total() < ROUNDS:
            answering = [created_table.seated[owed["seat"]] for owed in view["owed"]]
            moves = [choose(there.moves(who), chance) for who in answering]

            replies = at_once(several.url, [partial(Api.play, who=who, move=move) for who, move in zip(answering, moves, strict=True)])

            assert [reply.status for reply in replies] == [201] * len(answering)
            events = there.events(created_table.table, after=view["version"])
            assert [event["version"] for event in events] == list(range(view["version"] + 1, view["version"] + 1 + len(events)))
            for owed, reply in zip(view["owed"], replies, strict=True):
                mine = [event for event in events if event["decision"] == owed["decision"] and event["seat"] == owed["seat"]]
                assert mine[0] in reply.json["events"]
                assert mine[0]["data"]["forced"] is False
            met[len(answering)] += 1
            view = play_until(there, created_table.seated, there.view(created_table.table), chance, several_owe)

    assert set(met) <= {2, 3}


def test_of_many_different_moves_for_one_decision_exactly_one_counts(there: Api, several: Service) -> None:
    chance = random.Random(2)
    created_table = there.create_table(2)
    view = created_table.view
    for _ in range(3):
        view = play_until(there, created_table.seated, view, chance, lambda view: view["state"]["phase"] == "play")
        who, decision = to_move(created_table.seated, view)
        moves = chance.sample(there.moves(who), 20)

        replies = at_once(several.url, [partial(Api.play, who=who, move=move) for move in moves])

        [accepted] = [reply for reply in replies if reply.status == 201]
        refused = [reply for reply in replies if reply is not accepted]
        assert {(reply.status, reply.code) for reply in refused} == {(409, "decision-closed")}
        assert all(reply.json["version"] == accepted.json["view"]["version"] for reply in refused)
        assert all(reply.json["events"] == there.events(created_table.table, after=decision) for reply in refused)
        assert there.events(created_table.table, after=view["version"]) == accepted.json["events"]
        view = accepted.json["view"]


@pytest.mark.parametrize("auto_start", [True, False])
def test_of_twenty_who_want_the_last_seat_exactly_one_gets_it(there: Api, several: Service, *, auto_start: bool) -> None:
    for _ in range(3):
        created_table = there.create_table(1, open_seats=1, auto_start=auto_start)

        path = f"/v1/tables/{created_table.table}/seats"

        replies = at_once(several.url, [partial(Api.post, path=path, json={"name": f"N{n}"}) for n in range(20)])

        [seated] = [reply for reply in replies if reply.status == 201]
        refused = {(reply.status, reply.code) for reply in replies if reply is not seated}
        view = there.view(created_table.table)
        assert refused == {(409, "table-started" if auto_start else "table-full")}
        assert view["seats"] == seated.json["view"]["seats"]
        assert view["status"] == ("playing" if auto_start else "open")
        assert [event["type"] for event in there.events(created_table.table)].count("table.seat-taken") == 2


def test_a_start_and_the_last_one_to_sit_down_never_leave_a_game_with_an_open_seat(there: Api, several: Service) -> None:
    for _ in range(6):
        created_table = there.create_table(1, open_seats=1, auto_start=False)

        joined, started = at_once(
            several.url,
            [partial(Api.post, path=f"/v1/tables/{created_table.table}/seats"), partial(Api.start, who=created_table.seated[0])],
        )

        view = there.view(created_table.table)
        assert joined.status == 201
        assert (started.status, started.code) in {(200, None), (409, "seats-open")}
        assert view["status"] == ("playing" if started.status == 200 else "open")
        assert [seat["kind"] for seat in view["seats"]] == ["human", "human"]


def test_somebody_stands_up_while_others_sit_down(there: Api, several: Service) -> None:
    for _ in range(4):
        created_table = there.create_table(2, open_seats=1, auto_start=False)

        left, *joined = at_once(
            several.url,
            [partial(Api.leave, who=created_table.seated[1]), *[partial(Api.post, path=f"/v1/tables/{created_table.table}/seats")] * 4],
        )

        seats = [reply.json["seat"] for reply in joined if reply.status == 201]
        full = [reply for reply in joined if reply.status != 201]
        assert left.status == 200
        assert 1 <= len(seats) <= 2
        assert len(set(seats)) == len(seats)
        assert all(reply.code == "table-full" for reply in full)
        assert [seat["kind"] == "human" for seat in there.view(created_table.table)["seats"]] == [n == 0 or n in seats for n in range(3)]


def test_a_resignation_and_a_move_at_the_same_instant_are_both_told_the_truth(there: Api, several: Service) -> None:
    for _ in range(4):
        created_table = there.create_table(3)
        who, decision = to_move(created_table.seated, created_table.view)

        resigned, moved = at_once(
            several.url,
            [partial(Api.leave, who=who), partial(rolled, who=who, decision=decision)],
        )

        rolls = [event for event in there.events(created_table.table) if event["type"] == "dicy-cards.dice-rolled"]
        assert resigned.status == 200
        assert (moved.status, moved.code) in {(201, None), (409, "decision-closed")}
        assert len(rolls) == (moved.status == 201)
        assert there.view(created_table.table)["seats"][who.seat]["resigned"]
