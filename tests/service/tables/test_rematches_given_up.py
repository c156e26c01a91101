"""A failed rematch makes room for another one, and every table stored on the way is still valid."""

from redis import Redis

from events.proof.verify import verify
from events.store.event_store import Proposal
from events.store.keys import log_key, rematch_key
from rules.registry import games
from tests.events.proof.second import second_verdicts
from tests.live import Api, Service
from tests.service.ahead import at_random, play_ahead
from tests.service.tables.rematching import ask, given, over


def test_a_rematch_that_all_have_left_gives_way_to_a_new_one(api: Api) -> None:
    old = over(api)
    first = given(ask(api, old.seated[0]))
    assert api.leave(first).status == 200
    second = given(ask(api, old.seated[1]))
    assert api.leave(second).status == 200
    assert api.view(first.table)["outcome"]["reason"] == "abandoned"

    again = [ask(api, who) for who in old.seated]

    tables = {given(reply).table for reply in again}
    assert [reply.status for reply in again] == [201, 201]
    assert len(tables) == 1
    assert tables != {first.table}
    assert api.view(old.table)["rematch"]["asked"] == [0, 1]


def test_a_player_who_comes_after_the_other_has_left_keeps_the_seat_and_the_table_is_right(api: Api) -> None:
    old = over(api)
    first = given(ask(api, old.seated[0]))
    assert api.leave(first).status == 200

    other = given(ask(api, old.seated[1], client_seed="after-the-other"))
    newcomer = api.sit(first.table, name="Zoe")
    kinds = [event["type"] for event in api.events(first.table)]
    assert kinds == [*["table.created", *["table.seat-taken"] * 2], "table.seat-left", "table.seat-taken"]

    assert api.start(other).code == "rematch-waiting"
    assert api.leave(newcomer).status == 200
    assert api.leave(other).status == 200
    export = api.ended(api.post(f"/v1/tables/{first.table}/exports", json={"format": "json"}).headers["location"])
    file = api.get(export["file"]["url"]).text.encode()
    verdict, [second] = verify(file, games()), second_verdicts([file])
    assert (verdict.ok, second.ok) == (True, True), (verdict, second)


def test_who_dies_between_proposing_and_creating_leaves_a_rematch_that_others_can_ask_for(api: Api, service: Service) -> None:
    old = over(api)
    proposed = Proposal("p00-" + "7" * 26, 0, "", starts=1)
    with Redis.from_url(service.store_url) as client:
        client.hset(rematch_key(old.table), mapping={**proposed._asdict(), "asked:0": 1})
        assert not client.exists(log_key(proposed.table))

    reply = ask(api, old.seated[1], client_seed="mine")

    assert given(reply).table != proposed.table
    seats = [given(ask(api, old.seated[0])), given(reply)]
    begun = api.view(seats[0].table)
    assert begun["fairness"]["client_seeds"] == ["mine"]
    play_ahead(service, begun["table"], at_random(1))
    assert api.view(begun["table"])["status"] == "finished"
