"""`rollstream verify`: it needs only a file."""

import json
import re
import subprocess
from pathlib import Path

import click.testing
import pytest

from rules.registry import games
from rules.table_commands import Create
from service.command_line import main
from tests.docs.links import ROOT
from tests.events.proof.forging import chained_anew, find, parsed
from tests.events.proof.ice_stories import BOARD
from tests.events.proof.playthrough import HUMAN, Playthrough
from tests.events.proof.second import NODE
from tests.events.proof.stories import ordinary
from tests.events.proof.tables import made


def verify(*arguments: str | Path, content: bytes | None = None, **variables: str) -> click.testing.Result:
    return click.testing.CliRunner().invoke(main, ["verify", *map(str, arguments)], input=content, env=variables)


def test_a_right_file_is_told_what_was_checked(file: Path) -> None:
    result = verify(file)

    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[0] == "The file is valid."
    assert "Dicy Cards, ruleset 1, table p05-" in result.output
    assert "245 events: each is chained to the one before it" in result.output
    assert "30 draws: every die and every shuffle follows from the secret" in result.output
    assert "103 moves and other actions, replayed by the rules" in result.output


def test_a_file_of_ice_dice_is_told_in_the_same_way() -> None:
    result = verify("-", content=made("ice for two"))

    assert result.exit_code == 0, result.output
    assert "Ice Dice, ruleset 1, table p05-" in result.output
    assert "27 draws: every die and every shuffle follows from the secret" in result.output


def test_a_deployments_own_board_is_taken_from_its_settings(tmp_path: Path) -> None:
    config = tmp_path / "rollstream.toml"
    config.write_text(f"[games.ice-dice]\nboard.lines = {json.dumps(BOARD['lines'], separators=(',', '='))}\n")
    file = ordinary("ice-dice", 34, 2, games({"ice-dice": {"board": BOARD}}))

    assert verify("-", content=file, ROLLSTREAM_CONFIG=str(config)).exit_code == 0
    assert verify("-", content=file).exit_code == 1
    assert verify("-", content=made("ice for two"), ROLLSTREAM_CONFIG=str(config)).exit_code == 1


@pytest.fixture
def chess(file: Path, tmp_path: Path) -> Path:
    """A file of a game that is not installed."""
    value, other = parsed(file.read_bytes()), tmp_path / "chess.json"
    find(value, "table.created")["data"]["game"] = "chess"
    other.write_bytes(chained_anew(value))
    return other


def by_second_verifier(*arguments: Path | str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([NODE, ROOT / "docs" / "verify.mjs", *arguments], capture_output=True, text=True, check=False)


def test_a_file_of_a_game_that_is_not_installed_is_neither_right_nor_wrong(file: Path, chess: Path) -> None:
    result, second = verify(chess), by_second_verifier(chess)

    assert result.exit_code == second.returncode == 3
    assert result.output.startswith("The file is verified without its moves: This build does not know the game")
    assert second.stdout.startswith(
        f"{chess}: verified without its moves: This verifier does not know ruleset 1 of chess: it has checked the chain"
    )
    assert verify(file, chess).exit_code == by_second_verifier(file, chess).returncode == 3


@pytest.mark.parametrize(("content", "code"), [(b'"points":8', 1), (b"{", 2)])
def test_a_file_without_its_moves_hides_no_other_that_is_wrong(file: Path, chess: Path, tmp_path: Path, content: bytes, code: int) -> None:
    bad = tmp_path / "bad.json"
    bad.write_bytes(content if code == 2 else file.read_bytes().replace(b'"points":9', content))

    assert verify(chess, bad).exit_code == by_second_verifier(chess, bad).returncode == code


def test_a_file_without_its_moves_that_the_service_has_not_issued_is_refused_by_both_verifiers(chess: Path, tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text('{"keys":[]}')

    result, second = verify(chess, "--issuer", keys), by_second_verifier("--issuer", keys, chess)

    assert result.exit_code == second.returncode == 1
    assert "without its moves, but not issued by this service" in result.output
    assert "without its moves, but not issued by this service" in second.stdout


def test_a_fork_says_where_it_came_from() -> None:
    result = verify("-", content=made("a fork"))

    assert "events copied from table p13-" in result.output


def test_of_several_files_each_is_told_and_the_worst_is_the_answer(file: Path, tmp_path: Path) -> None:
    wrong, none = tmp_path / "wrong.json", tmp_path / "none.json"
    wrong.write_bytes(file.read_bytes().replace(b'"points":9', b'"points":8'))
    none.write_bytes(b"{")

    result = verify(file, wrong)
    assert result.exit_code == 1
    assert f"{file}: The file is valid.\n" in result.output
    assert f"{wrong}: The file is invalid at event 34: " in result.output
    assert verify(wrong, none, file).exit_code == 2
    assert verify(file, file).exit_code == 0
    assert verify().exit_code == 2


@pytest.fixture(params=["dicy-cards", "ice-dice"])
def source_and_fork(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path]:
    playthrough = Playthrough(21)
    table = playthrough.create_table(request.param, Create(options={}, seats=(HUMAN, HUMAN)))
    playthrough.play(table)
    fork = playthrough.fork(table, 60)
    playthrough.play(fork)
    source_file, fork_file = tmp_path / "source.json", tmp_path / "fork.json"
    source_file.write_bytes(playthrough.file(table))
    fork_file.write_bytes(playthrough.file(fork))
    return source_file, fork_file


def test_a_fork_is_compared_with_its_source_if_that_is_there_too(source_and_fork: tuple[Path, Path]) -> None:
    source, fork = source_and_fork

    assert ": its own file proves that." in verify(fork).output
    for files in ((source, fork), (fork, source)):
        result = verify(*files)
        assert result.exit_code == 0
        assert re.search(rf"copied from table p\d\d-\d+: an exact copy of {source} up to version \d+\.\n", result.output)


def test_a_fork_beside_files_of_other_tables_is_not_called_right(source_and_fork: tuple[Path, Path], file: Path) -> None:
    _, fork = source_and_fork

    result = verify(fork, file)

    assert result.exit_code == verify("--quiet", file, fork).exit_code == 2
    assert "Whether this is an exact copy cannot be verified" in result.output


def test_a_fork_of_what_did_not_happen_at_its_source_is_wrong(source_and_fork: tuple[Path, Path]) -> None:
    source, fork = source_and_fork
    playthrough = Playthrough(21)
    table = playthrough.create_table(json.loads(source.read_bytes())["game"], Create(options={}, seats=(HUMAN, HUMAN)))
    playthrough.chance.seed("other whims")
    playthrough.play(table)
    source.write_bytes(playthrough.file(table))

    result = verify(source, fork)

    assert result.exit_code == verify("--quiet", source, fork).exit_code == 1
    assert f"but this is not an exact copy of {source} up to version" in result.output
    assert "the source had the hash" in result.output


def test_a_wrong_file_is_told_the_first_wrong_event(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b'"points":9', b'"points":8'))

    result = verify(file)

    assert result.exit_code == 1
    assert result.output.startswith(
        "The file is invalid at event 34: An event's hash is not that of its predecessor's hash and its content.\n"
    )
    assert result.output.endswith(" [hash-wrong]\n")


def test_a_file_that_is_none_cannot_be_checked(file: Path) -> None:
    file.write_bytes(b"\x1b[31m{")

    result = verify(file)

    assert result.exit_code == 2
    assert result.output.startswith("The file cannot be verified: ")


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


@pytest.mark.parametrize("command", [(), ("keys",), ("parked",), ("readers",)])
def test_every_command_is_told_in_one_whole_sentence(command: tuple[str, ...]) -> None:
    listed = click.testing.CliRunner().invoke(main, [*command, "--help"]).output.split("Commands:\n")[1].split("\n\n")[0]

    assert all(line.endswith(".") and not line.endswith("...") for line in listed.splitlines())
