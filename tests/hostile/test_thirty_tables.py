"""Thirty hostile bots at thirty tables of a whole service, and some tables of built-in players at the same time.

`python -m bench.bench_hostile` measures how much the bots delay the ten.
"""

import re
import socket
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from events.store.redis_connection import connect
from tests.chaos.judge import judge
from tests.chaos.memory import Acknowledged
from tests.hostile.crowd import TABLES, Crowd, a_crowd
from tests.hostile.memory import watching
from tests.live import Api
from tests.size import at_size

FLAT = 32 << 20
"""The maximum growth in bytes of a dispatcher that makes its first calls. A whole response would be fifty times as much."""

ORDINARY = at_size(3, 10)
SHORT = {"mode": "interactions"}
"""The options of short games."""


def test_thirty_tables_of_hostile_bots_end_by_their_policies_and_nothing_inside_is_touched(tmp_path: Path) -> None:
    with a_crowd(tmp_path, ROLLSTREAM_WORKERS="1") as crowd, Api(crowd.service.url) as api:
        bots = crowd.register(crowd.owner(api))
        [dispatcher] = crowd.service.processes("dispatcher")

        with watching(dispatcher) as memory:
            tables = crowd.create_table(api, bots, options=SHORT)
            ordinary = [api.create_table(0, ai=["greedy", "greedy"], options=SHORT).view["table"] for _ in range(ORDINARY)]
            acknowledged = Acknowledged()
            for table in (*tables, *ordinary):
                acknowledged.table(table)
            judged = judge(crowd.service.url, acknowledged)

        assert judged["tables"] == TABLES + ORDINARY
        told = list(by_seat(api, tables, {bot: name for name, bot in bots.items()}))
        assert_every_bot_fails_in_its_own_way(crowd, told)
        assert_every_seat_is_treated_by_its_policy(told)
        assert [process.pid for process in crowd.service.processes("dispatcher")] == [dispatcher.pid]
        assert memory.grown < FLAT
        assert_nothing_inside_was_touched(crowd, tmp_path, tables=TABLES + 1 + ORDINARY)
        log = crowd.service.log.read_text(encoding="utf-8")
        assert not re.search(r'"level":"(error|critical)"|Traceback|ended \(exit code', log), log


class Told:
    """The events in the log of a table about one of its bots."""

    def __init__(self, bot: str, policy: str, events: Sequence[Mapping[str, Any]]) -> None:
        self.bot = bot
        self.policy = policy
        self.types = {event["type"] for event in events}
        self.failures = {event["data"]["reason"] for event in events if event["type"] == "table.bot-failed"}
        self.failures |= {"expired" for event in events if event["type"] == "table.decision-expired"}
        self.causes = {event["data"]["cause"] for event in events if event["type"] == "table.seat-substituted"}


def by_seat(api: Api, tables: Sequence[str], names: Mapping[str, str]) -> Iterator[Told]:
    for table in tables:
        view, events = api.view(table), api.events(table)
        for seat in view["seats"]:
            if seat["bot"]:
                of_seat = [event for event in events if event["seat"] == seat["seat"]]
                yield Told(names[seat["bot"]], view["on_failure"]["policy"], of_seat)


def assert_every_bot_fails_in_its_own_way(crowd: Crowd, told: Sequence[Told]) -> None:
    """Each bot's calls fail for its own reason, or its time runs out first on a busy machine. After too many failures it is paused."""
    failures: dict[str, set[str]] = defaultdict(set)
    for one in told:
        failures[one.bot] |= one.failures
    assert failures.keys() == crowd.hostile.keys()
    for name, bad in crowd.hostile.items():
        assert failures[name] & {*bad.log_entries, "expired"}, name
        assert failures[name] <= {*bad.log_entries, "expired", "paused"}, (name, failures[name])
    assert {*chain(*failures.values())} == {"expired", "unreadable", "status", "illegal", "unreachable", "refused", "paused"}
    assert {*crowd.at_a_finished_table.responses} == {(409, "decision-closed")}


def assert_every_seat_is_treated_by_its_policy(told: Sequence[Told]) -> None:
    substituted = [one for one in told if one.policy == "substitute"]
    resigned = [one for one in told if one.policy == "resign"]
    assert len(substituted) == len(resigned) == TABLES
    for one in substituted:
        assert one.causes, one.bot
        assert one.causes <= {"failed", "expired"}, one.bot
        assert "table.seat-resigned" not in one.types, one.bot
    for one in resigned:
        assert "table.seat-resigned" in one.types, one.bot
        assert not one.causes, one.bot


def assert_nothing_inside_was_touched(crowd: Crowd, folder: Path, tables: int) -> None:
    assert crowd.canary.connections == 0
    with connect(crowd.service.store_url) as store:
        assert len([*store.scan_iter("rs:{p*}:*:log", count=1000)]) == tables  # no bot made the service call itself and create another
    assert not heard_http(folder)
    with socket.create_connection(("127.0.0.1", crowd.store_port)) as line:  # check that `heard_http` would notice it
        line.sendall(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        line.recv(1000)
    assert heard_http(folder)


def heard_http(folder: Path) -> bool:
    """Whether any process has sent HTTP to the store."""
    return "SECURITY ATTACK" in (folder / "data" / "store.log").read_text(encoding="utf-8")
