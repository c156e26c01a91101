"""`rollstream limits`, as an operator runs it."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from events.limits import Limits
from events.store.redis_connection import connect
from service.command_line import main
from tests.service.command_line.conftest import Ask
from workers.health import reactor_lives


def test_all_limits_are_shown_and_one_that_was_set_with_its_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "rollstream.toml"
    file.write_text('[limits]\nrequests = "60/minute"\n')
    monkeypatch.setenv("ROLLSTREAM_CONFIG", str(file))

    shown = CliRunner().invoke(main, ["limits", "--data", str(tmp_path)])

    assert shown.exit_code == 0
    assert "60/minute, in units (default 6000/minute)" in shown.output
    assert "0 streams\n" in shown.output
    assert "No running service found." in shown.output


def test_while_a_service_runs_its_limits_are_shown_whatever_is_set_here(
    rollstream: Ask, fresh_store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "No running service found." in rollstream("limits").stdout
    with connect(fresh_store_url) as client:
        reactor_lives(client, Limits(requests="60/minute"))

    same = rollstream("limits")
    file = tmp_path / "rollstream.toml"
    file.write_text("[limits]\nstreams = 5\n")
    monkeypatch.setenv("ROLLSTREAM_CONFIG", str(file))
    other = rollstream("limits")

    assert same.stdout == other.stdout
    assert "60/minute, in units (default 6000/minute)" in other.stdout
    assert "it holds after a restart" in other.stderr


def test_where_the_store_cannot_be_reached_the_limits_are_those_that_are_set_here(rollstream: Ask) -> None:
    shown = rollstream("limits", store="redis://127.0.0.1:9/0")

    assert (shown.exit_code, shown.stdout.splitlines()[0]) == (0, "No running service found. Limits of one that is started here:")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("strems = 5", "limits.strems is no limit; known: requests, "),
        ("streams = -1", "limits.streams must be a whole number from 0 to 100000, not -1"),
        ("streams = true", "limits.streams must be a whole number"),
        ('streams = "5"', "limits.streams must be a whole number"),
        ("requests = 5", "limits.requests must read like 6000/minute"),
        ('requests = "5/day"', "limits.requests must read like 6000/minute"),
        ("unstarted_counted = 30", "limits.unstarted_counted must be longer than limits.rematch_wait, 30 seconds"),
    ],
)
def test_a_limit_that_cannot_be_is_refused_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, complaint: str) -> None:
    file = tmp_path / "rollstream.toml"
    file.write_text(f"[limits]\n{line}\n")
    monkeypatch.setenv("ROLLSTREAM_CONFIG", str(file))

    shown = CliRunner().invoke(main, ["limits", "--data", str(tmp_path)])

    assert shown.exit_code == 1
    assert complaint in shown.output
