"""Bot answers just at the deadline, after it, and after the end of the game: the log has the answer or the expiry, never both."""

import threading
from collections.abc import Mapping
from typing import Any

from tests.chaos.judge import judge
from tests.chaos.memory import Acknowledged, Told
from tests.hostile.racing import Racer, answers, move
from tests.listening import Line
from tests.live import Api, CreatedTable, Service, created_table
from tests.operation.processes import until
from tests.service.owning import Owner
from tests.size import at_size
from tests.workers.bots.conftest import Serve
from tests.workers.bots.servers import Message, good, saying

TABLES = at_size(6, 20)
ENOUGH = 5 * TABLES
"""The minimum number of answers around a deadline; usually there are four times as many."""

WITHIN = 120.0


def test_an_answer_at_the_deadline_counts_or_the_clock_does_and_never_both(service: Service, api: Api, owner: Owner, serve: Serve) -> None:
    racers = [Racer(service.url) for _ in range(TABLES)]
    policy = {"policy": "substitute", "level": "random"}
    bots = [a_bot(owner, serve(racer).url) for racer in racers]

    tables = [api.create_table(0, ai=["greedy"], bots=[bot], bot_seconds=1, on_failure=policy).view["table"] for bot in bots]
    until(lambda: all(api.view(table)["status"] == "finished" for table in tables), WITHIN)

    logs = {table: api.events(table) for table in tables}
    acknowledged = Acknowledged()
    for table in tables:
        acknowledged.table(table)
    told = [one for racer in racers for one in racer.responses]
    for table, decision, status, json in told:
        closed_by = answers(logs[table], 1)[decision]
        if status == 201:
            assert closed_by.startswith("dicy-cards.")
            for event in json["events"]:
                acknowledged.event(table, Told(event["version"], event["hash"]))
        else:
            assert (status, closed_by) == (409, "table.decision-expired")
            assert json["code"] in {"decision-closed", "table-finished"}
    assert {one.status for one in told} == {201, 409}
    assert sum(len(answers(log, 1)) for log in logs.values()) >= ENOUGH
    judge(service.url, acknowledged)
    for log in logs.values():
        assert [event["type"] for event in log][-2:] == ["table.finished", "table.seed-revealed"]


def test_a_bot_that_answers_after_its_time_is_told_what_happened_instead(service: Service, api: Api, owner: Owner, serve: Serve) -> None:
    server = serve(saying(202))
    table = beginning(api, a_bot(owner, server.url), on_failure={"policy": "skip"}).view["table"]
    until(lambda: "table.decision-expired" in types(api, table), WITHIN)
    before = api.events(table)

    told = move(service.url, server.turns[0])

    assert (told.status, told.json["code"]) == (409, "decision-closed")
    assert "table.decision-expired" in {event["type"] for event in told.json["events"]}
    assert api.events(table) == before


def test_a_bot_whose_seat_was_resigned_plays_there_no_more(service: Service, api: Api, owner: Owner, serve: Serve) -> None:
    server = serve(saying(202))
    table = beginning(api, a_bot(owner, server.url), people=2, on_failure={"policy": "resign", "after": 1}).view["table"]
    until(lambda: "table.seat-resigned" in types(api, table), WITHIN)
    before = api.events(table)

    told = move(service.url, server.turns[0])

    assert (told.status, told.json["code"]) == (409, "decision-closed")
    assert api.view(table)["status"] == "playing"
    assert api.events(table) == before


def test_nothing_happens_after_the_end_whichever_way_the_bot_answers(service: Service, api: Api, owner: Owner, serve: Serve) -> None:
    over = threading.Event()

    def at_last(line: Line, message: Message) -> None:
        over.wait()
        good(line, message)

    server = serve(at_last)
    bot = a_bot(owner, server.url)
    table, [person], _ = beginning(api, bot, bot_seconds=60)
    until(lambda: bool(server.turns), WITHIN)
    assert api.leave(person).status == 200
    before = api.events(table)

    told = move(service.url, server.turns[0])
    over.set()
    until(lambda: owner.look(f"/v1/bots/{bot}")["statistics"]["calls"] == 1, WITHIN)

    assert (told.status, told.json["code"]) == (409, "table-finished")
    assert [event["type"] for event in before][-2:] == ["table.finished", "table.seed-revealed"]
    assert api.events(table) == before


def a_bot(owner: Owner, url: str) -> str:
    """The id of a new bot."""
    return owner.bot(url).rpartition("/")[2]


def beginning(api: Api, bot: str, people: int = 1, **more: Any) -> CreatedTable:
    """A new table where the bot has the first turn."""
    seats: list[Mapping[str, str]] = [{"kind": "bot", "bot": bot}, *[{"kind": "human"}] * people]
    order = {"game": "dicy-cards", "options": {"first_seat": "creator"}, "seats": seats, "bot_seconds": 1}
    return created_table(api.post("/v1/tables", json={**order, **more}))


def types(api: Api, table: str) -> list[str]:
    return [event["type"] for event in api.events(table)]
