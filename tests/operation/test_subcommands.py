import os
import pkgutil
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from service import command_line
from service.command_line._options import Folder
from service.settings import NAMES
from tests.operation.processes import free_port


@pytest.fixture
def port() -> int:
    return free_port()


def rollstream(*arguments: str, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "service.command_line", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=30, env=environment)


def test_every_module_is_a_subcommand_and_nothing_else() -> None:
    modules = {module.name for module in pkgutil.iter_modules(command_line.__path__) if not module.name.startswith("_")}
    context = click.Context(command_line.main)

    assert {name.replace("-", "_") for name in command_line.main.list_commands(context)} == modules
    assert command_line.main.get_command(context, "--main--") is None
    assert command_line.main.get_command(context, "no-such") is None


@pytest.mark.parametrize("arguments", [[], ["--help"], ["--version"], ["serve", "--help"], ["web", "--help"]])
def test_help_is_there_for_whoever_asks(arguments: list[str]) -> None:
    result = CliRunner().invoke(command_line.main, arguments)

    assert result.exit_code == (2 if not arguments else 0)
    assert "rollstream" in result.output.lower() or "main" in result.output


def test_a_wrong_setting_is_told_without_a_traceback() -> None:
    result = CliRunner(env={"ROLLSTREAM_NONSENSE": "1"}).invoke(command_line.main, ["web"])

    assert result.exit_code == 1
    assert result.output.startswith("Error: ROLLSTREAM_NONSENSE is not a setting")


def test_a_wrong_value_is_told_in_words(tmp_path: Path) -> None:
    result = CliRunner(env={"ROLLSTREAM_TRUSTED_PROXIES": "many"}).invoke(command_line.main, ["serve", "--data", str(tmp_path)])

    assert result.exit_code == 1
    assert result.stderr == "Error: ROLLSTREAM_TRUSTED_PROXIES must be a whole number from 0 to 16, not 'many'\n"


def test_the_web_server_needs_a_store_to_be_named(tmp_path: Path) -> None:
    result = CliRunner(env={"ROLLSTREAM_REDIS_URL": None}).invoke(command_line.main, ["web", "--data", str(tmp_path)])

    assert result.output.startswith("Error: ROLLSTREAM_REDIS_URL is not set")
    assert f"no service runs on {tmp_path}" in result.output
    assert "--data" in result.output


def test_a_store_that_is_away_is_one_line_without_its_password(port: int, tmp_path: Path) -> None:
    environment = {**os.environ, "ROLLSTREAM_REDIS_URL": f"redis://:marker@127.0.0.1:{port}/0"}
    result = rollstream("serve", "--data", str(tmp_path), environment=environment)

    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.startswith(f"Error: the store at redis://127.0.0.1:{port}/0 cannot be reached: ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["web", "serve", "projector", "rebuild", "reactor", "dispatcher", "worker"])
def test_an_option_that_no_store_has_is_told_without_a_traceback(command: str, tmp_path: Path) -> None:
    runner = CliRunner(env={"ROLLSTREAM_REDIS_URL": "redis://127.0.0.1/0?foo=1"})

    result = runner.invoke(command_line.main, [command, "--data", str(tmp_path)])

    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1].startswith("Error: the store at redis://127.0.0.1/0 cannot be used: ")
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(("command", "way_out"), [("web", "--port"), ("serve", "--port (make run PORT={next})")])
def test_a_busy_port_is_one_line_with_the_way_out(command: str, way_out: str, store_url: str, port: int, tmp_path: Path) -> None:
    runner = CliRunner(env={"ROLLSTREAM_REDIS_URL": store_url})
    with socket.create_server(("127.0.0.1", port)):
        result = runner.invoke(command_line.main, [command, "--port", str(port), "--data", str(tmp_path)])

    words = way_out.format(next=port + 1)
    assert result.exit_code == 1
    assert result.stderr == f"Error: cannot listen on 127.0.0.1:{port}: Address already in use; choose another with {words}\n"


@pytest.mark.parametrize("queues", ["", "turns,", "turns,turns", "webhooks", "turns exports"])
def test_queues_that_there_are_not_are_refused(queues: str) -> None:
    result = CliRunner().invoke(command_line.main, ["worker", "--queues", queues])

    assert result.exit_code == 2
    assert "is not a list of some of turns, exports, separated by commas" in result.output


def test_a_worker_needs_a_place_for_exports(store_url: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    environment = {"ROLLSTREAM_REDIS_URL": store_url, "ROLLSTREAM_EXPORTS_URL": str(tmp_path / "file" / "exports")}
    result = CliRunner(env=environment).invoke(command_line.main, ["worker"])

    assert result.exit_code == 1
    assert result.output.splitlines()[-1].startswith("Error: files cannot be kept at ")


@pytest.mark.parametrize("folder", ["", " "])
def test_a_folder_without_a_name_is_refused(folder: str) -> None:
    result = CliRunner().invoke(command_line.main, ["serve", "--data", folder])

    assert result.exit_code == 2
    assert "name a folder, such as ./data" in result.output


def test_a_home_folder_is_found_without_a_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))

    assert Folder().convert("~/x", None, None) == tmp_path / "x"
    with pytest.raises(click.BadParameter, match="no home folder for '~no-such-user/x'"):
        Folder().convert("~no-such-user/x", None, None)


def test_help_names_every_setting() -> None:
    output = CliRunner().invoke(command_line.main, ["--help"]).output

    assert all(name in output for name in NAMES)


def test_asking_for_help_loads_no_web_framework() -> None:
    code = "import sys, service.command_line; sys.exit('flask' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
