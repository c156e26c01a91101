"""The bot that needs no address, at tables with an open seat."""

import re
from pathlib import Path

from tests.clients.scripts import EVENTS, OVER, place, stream, view
from tests.examples.cutting import Cutting
from tests.examples.programs import command
from tests.live import Api, Service
from tests.operation.processes import started, until
from tests.service.command_line.stand_in import Scripted, stand_in

FINISHED = re.compile(r"^finished: \{.*'winners'", re.MULTILINE)


def sit_and_play(url: str, table: str, output: Path) -> str:
    """The bot's output from joining the table to its end."""
    with started([*command("sse_bot.py"), table], output, {"SERVICE_URL": url}) as run:
        until(lambda: run.process.poll() is not None, 120, run.said)
    assert run.process.returncode == 0, run.said()
    return run.said()


def test_it_takes_the_open_seat_and_plays_a_whole_game_though_its_stream_breaks_off_again_and_again(
    api: Api, service: Service, tmp_path: Path
) -> None:
    table = api.create_table(0, game="ice-dice", ai=["greedy"], open_seats=1, options={"variant": "young"}).table

    with Cutting(service.url, after=4000) as cutting:
        said = sit_and_play(cutting.url, table, tmp_path / "output")

    end = api.view(table)
    assert end["status"] == "finished"
    assert end["outcome"]["reason"] in {"eight-left", "stalemate"}
    assert FINISHED.search(said)
    assert said.splitlines()[-1] == "dice: as committed"
    moves = [line for line in said.splitlines() if line.startswith("{")]
    assert len(moves) > 5
    assert all(line.endswith("} played") for line in moves)
    assert cutting.cuts > 3
    resumed = cutting.last_event_ids
    assert resumed[0] == 0
    assert resumed == sorted(resumed)
    assert len({*resumed}) > 3


def test_when_the_service_has_lost_what_it_told_all_is_read_again(tmp_path: Path) -> None:
    [first, *_, finished] = [event for event in EVENTS if event["type"] != "table.seed-revealed"]
    nothing = Scripted(200, {"decision": None, "moves": []})
    fairness = {"commitment": "0" * 64, "secret": "0" * 64, "client_seeds": []}
    answers = [
        Scripted(200, {"fairness": fairness}),
        Scripted(201, {"token": "seat.0.2.x"}),
        view(finished),
        stream(first, finished, reset=True),
        *[nothing] * 2,
        view(first),
        stream(first),
        nothing,
        OVER,
        Scripted(200, {"fairness": fairness}),
    ]
    with stand_in(*answers) as server:
        sit_and_play(server.url, "p00-0", tmp_path / "output")

    resumed = [headers["last-event-id"] for _, path, headers in server.requests if path.endswith("/events")]
    assert resumed == ["0", "0", place(first)]
