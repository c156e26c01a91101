"""`rollstream verify`: it needs a file and nothing else."""

from pathlib import Path

import click.testing
import pytest

from service.command_line import main
from tests.events.proof.tables import made


def verify(*arguments: str | Path, content: bytes | None = None) -> click.testing.Result:
    return click.testing.CliRunner().invoke(main, ["verify", *map(str, arguments)], input=content)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_bytes(made("glacial for two"))
    return path


def test_a_right_file_is_told_what_was_checked(file: Path) -> None:
    result = verify(file)

    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[0] == "The file is right."
    assert "Dicy Cards, ruleset 1, table p05-" in result.output
    assert "239 events: each is chained to the one before it" in result.output
    assert "29 draws: every die and every shuffle follows from the secret" in result.output
    assert "101 moves and orders, decided again by the rules" in result.output


def test_a_fork_says_where_it_came_from() -> None:
    result = verify("-", content=made("a fork"))

    assert "events are taken over from table p13-" in result.output


def test_a_wrong_file_is_told_the_first_wrong_event(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b'"points":9', b'"points":8'))

    result = verify(file)

    assert result.exit_code == 1
    assert result.output.startswith(
        "The file is wrong at event 12: An event's hash is not that of its predecessor's hash and its content.\n"
    )
    assert result.output.endswith(" [hash-wrong]\n")


def test_a_file_that_is_none_cannot_be_checked(file: Path) -> None:
    file.write_bytes(b"\x1b[31m{")

    result = verify(file)

    assert result.exit_code == 2
    assert result.output.startswith("This cannot be checked: ")


def test_quiet_says_nothing(file: Path) -> None:
    assert (verify("--quiet", file).exit_code, verify("--quiet", file).output) == (0, "")
    file.write_bytes(file.read_bytes()[:-2] + b" \n")
    assert (verify("--quiet", file).exit_code, verify("--quiet", file).output) == (2, "")


def test_what_is_no_file_cannot_be_read(tmp_path: Path) -> None:
    assert verify(tmp_path / "nothing.json").exit_code == 2
    assert verify(tmp_path).exit_code == 2


def test_nothing_in_a_file_steers_the_terminal(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b'"winners":[', b'"\x1b[2J\x9b":["\x7f",'))
    assert "\x1b" not in verify(file).output

    file.write_bytes(made("glacial for two").replace(b'"kind":"dice"', '"kind":"\u202e\x7f\u009b31m"'.encode(), 1))
    assert not {"\u202e", "\x7f", "\u009b"} & set(verify(file).output)
