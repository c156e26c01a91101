"""Each file is right for the program that reads it, or for the schema of its format."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest

from tests.deploy.reading import UNITS, directives, objects, of_systemd
from tests.operation.processes import ROOT

KUBERNETES = "1.37"
RULES_OF_ORDER = ("services-alphabetical-order", "service-keys-order", "top-level-properties-order")
"""Rules of dclint that are not ours."""

MOST_EXPOSED = 20
"""Tenths of the points, of a hundred, that `systemd-analyze security` may give a unit; it calls less than 20 OK."""


def accepted(*command: str | Path) -> None:
    """Run a program that must end well."""
    ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_compose_yaml_follows_its_schema_and_the_rules_of_dclint() -> None:
    linter = ROOT / ".venv" / "dclint" / "node_modules" / "dclint" / "bin" / "dclint.cjs"
    assert linter.exists(), "dclint is not installed: make unit installs it"

    accepted(ROOT / ".venv" / "bin" / "node", linter, ROOT / "compose.yaml", "--max-warnings", "0", "--disable-rule", *RULES_OF_ORDER)


@pytest.mark.parametrize("kubernetes_object", [pytest.param(each, id=f"{each['kind']} {each['metadata']['name']}") for each in objects()])
def test_an_object_of_kubernetes_follows_its_schema(kubernetes_object: dict[str, Any]) -> None:
    assert kubernetes_validate.validate(kubernetes_object, KUBERNETES, strict=True) == KUBERNETES


@pytest.fixture(scope="module")
def installed_units(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root folder with the units, and with what they start."""
    assert shutil.which("systemd-analyze"), "there is no systemd-analyze: on Debian, apt-get install systemd"
    root = tmp_path_factory.mktemp("root")
    shutil.copytree(UNITS, root / "etc" / "systemd" / "system")
    for program in ("opt/rollstream/bin/rollstream", "bin/kill"):
        (root / program).parent.mkdir(parents=True, exist_ok=True)
        (root / program).touch(0o755)
    return root


def test_systemd_accepts_every_unit(installed_units: Path) -> None:
    accepted(
        "systemd-analyze", "verify", "--man=no", "--recursive-errors=no", f"--root={installed_units}", "rollstream.target", *of_systemd()
    )


def test_every_unit_is_shut_off_from_what_it_does_not_need(installed_units: Path) -> None:
    accepted("systemd-analyze", "security", "--offline=yes", f"--threshold={MOST_EXPOSED}", f"--root={installed_units}", *of_systemd())


def test_the_first_worker_has_time_for_turns() -> None:
    assert directives("rollstream-worker@1.service")["Environment"][-1] == "QUEUES=turns"
