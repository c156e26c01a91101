"""What compose.yaml and deploy/ start is the service: its commands, its settings, its processes, and time to end."""

import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import pytest

from service import command_line
from service.command_line.serve import _programs
from service.processes.supervisor import STOP_WITHIN
from service.settings import NAMES, Settings
from tests.deploy.reading import COMPOSE, DEPLOY, DEPLOYMENTS, FILES, Process, directives, of_systemd, pods, read
from tests.operation.processes import ROOT
from tests.signing import pem

SECRET = "s" * 32
ALL = pytest.mark.parametrize("processes", [read_all() for read_all in DEPLOYMENTS.values()], ids=list(DEPLOYMENTS))


def parsed(arguments: Sequence[str]) -> tuple[str, Mapping[str, Any]]:
    """A subcommand and its options, as `rollstream` reads these arguments."""
    name, *options = arguments
    subcommand = command_line.main.get_command(click.Context(command_line.main), name)
    assert subcommand is not None, name
    with subcommand.make_context(name, options) as context:
        return name, context.params


def kind(arguments: Sequence[str]) -> tuple[str, Any]:
    name, options = parsed(arguments)
    return name, options.get("queues")


@ALL
def test_every_deployment_runs_what_rollstream_serve_runs(processes: Mapping[str, Process]) -> None:
    beside_web = [program.command[program.command.index("service.command_line") + 1 :] for program in _programs({}, workers=2)]

    assert {kind(process.arguments) for process in processes.values()} == {kind(["web"]), *map(kind, beside_web)}


@ALL
def test_every_process_starts_with_the_settings_that_it_gets(processes: Mapping[str, Process], tmp_path: Path) -> None:
    (tmp_path / "signing-key").write_bytes(pem(b"k" * 32))

    for process in processes.values():
        settings = {**process.settings, "ROLLSTREAM_SECRET": SECRET, "ROLLSTREAM_SIGNING_KEY": str(tmp_path / "signing-key")}

        assert Settings.from_environment(settings).need_redis_url().startswith("redis://")


@ALL
def test_a_web_server_trusts_the_one_proxy_before_it(processes: Mapping[str, Process]) -> None:
    trusted = {process.settings["ROLLSTREAM_TRUSTED_PROXIES"] for process in processes.values() if process.arguments[0] == "web"}

    assert trusted == {"1"}


@ALL
def test_every_process_has_the_time_that_it_needs_to_end(processes: Mapping[str, Process]) -> None:
    pauses = {name: float(process.settings.get("ROLLSTREAM_DRAIN_PAUSE", "0")) for name, process in processes.items()}

    assert min(process.grace - pauses[name] for name, process in processes.items()) > STOP_WITHIN


def test_kubernetes_takes_a_web_server_out_before_it_closes_its_port() -> None:
    """A pod leaves its service while it gets SIGTERM, so the web server must still answer for a while."""
    assert float(DEPLOYMENTS["kubernetes"]()["web"].settings["ROLLSTREAM_DRAIN_PAUSE"]) > 0


def test_a_unit_that_the_guide_reloads_replaces_its_processes() -> None:
    reloaded = set(re.findall(r"systemctl reload (\S+\.service)", read(DEPLOY / "README.md")))

    assert reloaded
    assert {command for unit in reloaded for command in directives(unit)["ExecReload"]} == {"/bin/kill -HUP $MAINPID"}


def test_every_variable_that_is_named_is_a_setting() -> None:
    for file in FILES:
        assert set(re.findall(r"\bROLLSTREAM_[A-Z_]+[A-Z]\b", read(file))) <= set(NAMES), file


def test_no_file_has_a_secret() -> None:
    for file in FILES:
        assert re.findall(r"ROLLSTREAM_SECRET[=:] *[\"']?([0-9A-Za-z]+)", read(file)) == [], file
        assert "PRIVATE KEY" not in read(file)


def test_kubernetes_gives_no_variables_that_look_like_settings() -> None:
    """A service named `rollstream` would: ROLLSTREAM_SERVICE_HOST, which is refused at the start."""
    assert {name: pod.get("enableServiceLinks", True) for name, pod in pods().items()} == dict.fromkeys(pods(), False)


def test_the_user_of_the_image_is_the_one_that_files_are_given_to() -> None:
    (user,) = re.findall(r"--uid ([0-9]+)", read(ROOT / "Dockerfile"))

    assert f"\nUSER {user}:{user}\n" in read(ROOT / "Dockerfile")
    assert {pod["securityContext"]["fsGroup"] for name, pod in pods().items() if name != "store"} == {int(user)}
    assert f"chown {user} signing-key.pem" in read(DEPLOY / "README.md")


def test_the_program_that_units_start_is_where_the_guide_installs_it() -> None:
    (program,) = {line.split()[0] for line in re.findall(r"^ExecStart=(.*)$", "\n".join(map(read, FILES)), re.MULTILINE)}

    assert f"{Path(program).parent}/pip install" in read(DEPLOY / "README.md")


def test_the_guide_makes_the_secrets_and_names_what_there_is(tmp_path: Path) -> None:
    guide = read(DEPLOY / "README.md")
    (making,) = re.findall(r"^```sh\n(openssl .*?)^```$", guide, re.MULTILINE | re.DOTALL)

    subprocess.run(["bash", "-eu", "-c", making], cwd=tmp_path, check=True, capture_output=True)

    secret = (tmp_path / ".env").read_text(encoding="utf-8").strip().split("=", 1)[1]
    settings = {"ROLLSTREAM_SECRET": secret, "ROLLSTREAM_SIGNING_KEY": str(tmp_path / "signing-key.pem")}
    assert Settings.from_environment(settings).secret == secret.encode()
    units = {re.sub(r"@\w+", "@", name) for name in (*of_systemd(), "rollstream.target")}
    assert {re.sub(r"@\w+", "@", name) for name in re.findall(r"\brollstream[-@\w]*\.(?:service|target)\b", guide)} <= units
    assert set(re.findall(r"\b(?:web|worker)-\d\b", guide)) <= COMPOSE["services"].keys()
