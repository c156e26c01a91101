"""The short form of the chaos run; the long one is `python -m tests.chaos.run`."""

from pathlib import Path

from tests.chaos.players import GAMES, PATIENCE
from tests.chaos.run import Chaos, run
from tests.chaos.service import PARTS


def test_whatever_is_killed_every_table_finishes_and_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    seen = run(Chaos(seconds=20, tables=10, seed=3, pause=(0.3, 1.2)), tmp_path)

    assert set(seen["killed"]) == set(PARTS)
    assert seen["tables"] >= 10
    assert set(seen["games"]) == set(GAMES)
    assert seen["acknowledged"] > 0
    assert 0 < seen["unanswered"] < PATIENCE
