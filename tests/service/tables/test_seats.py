"""Join, leave, rejoin: a seat has one holder, and a table that all players left is closed."""

import pytest

from tests.live import Api, CreatedTable, Seated
from tests.service.playing import eventually, rolled, to_move


def test_ten_times_in_and_out_leave_one_seat_each_and_dead_tokens(api: Api) -> None:
    created_table = api.create_table(1, open_seats=2, auto_start=False, names=["Host"])
    gone: list[Seated] = []
    for number in range(10):
        restless = api.sit(created_table.table, name=f"Restless {number}")
        other = api.sit(created_table.table, name=f"Other {number}") if number % 2 else None
        assert restless.seat == 1
        for who in filter(None, (other, restless)):
            assert api.leave(who).status == 200
            gone.append(who)
    stays, last = api.sit(created_table.table, name="Stays"), api.sit(created_table.table, name="Last")

    started = api.start(stays)

    assert (stays.seat, last.seat, started.status) == (1, 2, 200)
    assert [seat["name"] for seat in started.json["view"]["seats"]] == ["Host", "Stays", "Last"]
    assert len(started.json["view"]["state"]["players"]) == 3
    assert len({who.token for who in (*gone, stays, last)}) == len(gone) + 2
    for who in gone:
        assert api.leave(who).replayed
        for reply in (api.start(who), rolled(api, who, 1), api.get(f"/v1/tables/{created_table.table}", token=who.token)):
            assert (reply.status, reply.code) == (401, "token-invalid")
    assert api.view(created_table.table) == started.json["view"]
    assert rolled(api, *to_move([*created_table.seated, stays, last], started.json["view"])).status == 201


def test_seats_are_taken_in_order_and_the_host_may_go_as_anybody(api: Api) -> None:
    created_table = api.create_table(2, open_seats=2, auto_start=False)
    api.leave(created_table.seated[0])

    seats = [api.sit(created_table.table).seat for _ in range(3)]

    assert seats == [0, 2, 3]
    assert api.post(f"/v1/tables/{created_table.table}/seats").code == "table-full"


def test_a_full_table_starts_by_itself_only_if_that_was_wanted(api: Api) -> None:
    for auto_start, status in ((True, "playing"), (False, "open")):
        created_table = api.create_table(1, open_seats=1, auto_start=auto_start)
        api.sit(created_table.table)
        assert api.view(created_table.table)["status"] == status


@pytest.mark.parametrize("open_seats", [1, 3])
def test_the_last_one_to_leave_closes_the_table_for_good(api: Api, open_seats: int) -> None:
    created_table = api.create_table(1, open_seats=open_seats, names=["The last of them"])
    eventually(lambda: created_table.table in listed(api, "open"))

    left = api.leave(created_table.seated[0])

    view = left.json["view"]
    assert [event["type"] for event in left.json["events"]] == ["table.seat-left", "table.finished", "table.seed-revealed"]
    assert (view["status"], view["outcome"]) == ("finished", {"reason": "abandoned", "winners": [], "ranking": []})
    assert view["fairness"]["secret"] is not None
    assert api.post(f"/v1/tables/{created_table.table}/seats").code == "table-finished"
    eventually(lambda: created_table.table not in listed(api, "open"))
    assert api.view(created_table.table) == view


def test_a_table_is_open_as_long_as_somebody_sits_there(api: Api) -> None:
    created_table = api.create_table(3, open_seats=1)
    for who in created_table.seated[1:]:
        assert api.leave(who).json["view"]["status"] == "open"

    assert api.sit(created_table.table).seat == 1
    assert api.view(created_table.table)["outcome"] is None


def listed(api: Api, status: str) -> list[str]:
    tables = api.get("/v1/tables", params={"status": status, "limit": 100}).json["tables"]
    return [summary["table"] for summary in tables]


def test_whoever_resigns_is_passed_over_and_keeps_what_there_is_to_see(api: Api) -> None:
    created_table = api.create_table(3)
    who, _ = to_move(created_table.seated, created_table.view)

    resigned = api.leave(who)

    assert resigned.json["view"]["seats"][who.seat]["resigned"]
    assert resigned.json["view"]["state"]["turn"] != who.seat
    assert api.get(f"/v1/tables/{created_table.table}/moves", token=who.token).json == {"decision": None, "moves": [], "next": None}
    assert rolled(api, who, created_table.view["version"]).code == "decision-closed"
    assert_the_others_end_it(api, created_table, who)


def assert_the_others_end_it(api: Api, created_table: CreatedTable, first: Seated) -> None:
    second, winner = (who for who in created_table.seated if who != first)
    end = api.leave(second).json["view"]
    assert (end["status"], end["outcome"]["reason"], end["outcome"]["winners"]) == ("finished", "resignation", [winner.seat])
    assert [standing["rank"] for standing in end["outcome"]["ranking"]] == [1, 2, 2]
