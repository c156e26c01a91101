"""`rollstream limits`, as an operator runs it."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from service.command_line import main


def test_all_limits_are_shown_and_one_that_was_set_with_its_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "rollstream.toml"
    file.write_text('[limits]\nrequests = "60/minute"\n')
    monkeypatch.setenv("ROLLSTREAM_CONFIG", str(file))

    shown = CliRunner().invoke(main, ["limits"])

    assert shown.exit_code == 0
    assert "60/minute (default 6000/minute)" in shown.output
    assert "1000 streams\n" in shown.output


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("strems = 5", "limits.strems is no limit; known: requests, "),
        ("streams = 0", "limits.streams must be a whole number from 1 to 100000, not 0"),
        ("streams = true", "limits.streams must be a whole number"),
        ('streams = "5"', "limits.streams must be a whole number"),
        ("requests = 5", "limits.requests must read like 6000/minute"),
        ('requests = "5/day"', "limits.requests must read like 6000/minute"),
    ],
)
def test_a_limit_that_cannot_be_is_refused_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, complaint: str) -> None:
    file = tmp_path / "rollstream.toml"
    file.write_text(f"[limits]\n{line}\n")
    monkeypatch.setenv("ROLLSTREAM_CONFIG", str(file))

    shown = CliRunner().invoke(main, ["limits"])

    assert shown.exit_code == 1
    assert complaint in shown.output
