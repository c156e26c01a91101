"""The bot without an address, at tables with an open seat."""

import re
from pathlib import Path

import pytest

from tests.examples.cutting import Cutting
from tests.examples.programs import command
from tests.live import Api, Service
from tests.operation.processes import started, until

FINISHED = re.compile(r"^finished: \{.*'winners'", re.MULTILINE)


def sit_and_play(url: str, table: str, output: Path) -> str:
    """What the bot says from its sitting down to its end."""
    with started([*command("sse_bot.py"), table], output, {"SERVICE_URL": url}) as run:
        until(lambda: run.process.poll() is not None, 120, run.said)
    assert run.process.returncode == 0, run.said()
    return run.said()


ENDS = {"dicy-cards": {"hundred", "round-limit"}, "ice-dice": {"eight-left", "stalemate"}}


@pytest.mark.parametrize("game", ENDS)
def test_it_takes_the_open_seat_and_plays_a_whole_game_to_its_end(game: str, api: Api, service: Service, tmp_path: Path) -> None:
    table = api.create_table(0, game=game, ai=["greedy"], open_seats=1).table

    said = sit_and_play(service.url, table, tmp_path / "output")

    view = api.view(table)
    assert view["status"] == "finished"
    assert view["outcome"]["reason"] in ENDS[game]
    assert FINISHED.search(said)
    moves = [line for line in said.splitlines() if line.startswith("{")]
    assert len(moves) > 5
    assert all(line.endswith("} 201") for line in moves)


def test_a_stream_that_breaks_off_again_and_again_costs_it_nothing(api: Api, service: Service, tmp_path: Path) -> None:
    table = api.create_table(0, ai=["greedy"], open_seats=1).table

    with Cutting(service.url, after=5000) as cutting:
        said = sit_and_play(cutting.url, table, tmp_path / "output")

    assert cutting.cuts > 3
    resumed = cutting.last_event_ids
    assert resumed[0] == 0
    assert resumed == sorted(resumed)
    assert resumed[-1] == api.view(table)["version"]
    assert all(line.endswith("} 201") for line in said.splitlines() if line.startswith("{"))
