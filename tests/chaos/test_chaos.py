"""The short form of the chaos run; the long one is `python -m tests.chaos.run`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.chaos.players import GAMES, PATIENCE
from tests.chaos.run import Chaos, run
from tests.chaos.service import PARTS
from tests.size import at_size

NOTHING = {"tables": 0, "events": 0}


TABLES = at_size(5, 10)


def test_whatever_is_killed_every_table_finishes_and_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    seen = run(Chaos(seconds=at_size(3, 12), tables=TABLES, seed=86, pause=(0.3, 0.9)), tmp_path)

    assert set(seen["killed"]) == set(PARTS)
    assert set(seen["games"]) == set(GAMES)
    assert_whole(seen)
    assert seen["lost"] == NOTHING


def test_after_a_fail_over_every_table_finishes_and_nothing_older_than_the_lag_is_lost(tmp_path: Path) -> None:
    seen = run(Chaos(seconds=at_size(2, 8), tables=TABLES, seed=48, pause=(0.1, 0.4), failover=True), tmp_path)

    assert set(seen["killed"]) == {*PARTS, "fail-over"}
    assert_whole(seen)


def test_after_fail_overs_nothing_is_lost_that_was_acknowledged_when_the_replica_had_it(tmp_path: Path) -> None:
    seen = run(Chaos(seconds=at_size(2, 8), tables=TABLES, seed=7, pause=(0.1, 0.4), failover=True, replicated=True), tmp_path)

    assert set(seen["killed"]) == {*PARTS, "fail-over"}
    assert_whole(seen)
    assert seen["lost"] == NOTHING


def assert_whole(seen: Mapping[str, Any]) -> None:
    assert seen["tables"] >= TABLES
    assert seen["acknowledged"] > 0
    assert 0 < seen["unanswered"] < PATIENCE
