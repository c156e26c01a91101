import pkgutil
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from service import command_line


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


def test_the_web_server_needs_a_store_to_be_named() -> None:
    result = CliRunner(env={"ROLLSTREAM_REDIS_URL": None}).invoke(command_line.main, ["web"])

    assert result.output.startswith("Error: ROLLSTREAM_REDIS_URL is not set")


def test_asking_for_help_loads_no_web_framework() -> None:
    code = "import sys, service.command_line; sys.exit('flask' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
