"""Reads what compose.yaml and the files in deploy/ start, in one form."""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

from tests.operation.processes import ROOT

DEPLOY: Final = ROOT / "deploy"
UNITS: Final = DEPLOY / "systemd"
COMPOSE: Final[Mapping[str, Any]] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
FILES: Final = (ROOT / "compose.yaml", ROOT / "Dockerfile", *sorted(path for path in DEPLOY.rglob("*") if path.is_file()))
SECONDS: Final = {"s": 1, "m": 60, "h": 3600}


class Process(NamedTuple):
    """A process that a deployment starts: the arguments of `rollstream`, its settings, and the seconds between SIGTERM and SIGKILL."""

    arguments: Sequence[str]
    settings: Mapping[str, str]
    grace: float


def seconds(text: str) -> float:
    """The seconds of a time such as `75s` or `2m`; a plain number is one of seconds."""
    number, unit = re.fullmatch(r"([0-9]+)([smh]?)", text).groups()  # type: ignore[union-attr] # any other form fails the test
    return float(number) * SECONDS[unit or "s"]


def of_compose() -> Mapping[str, Process]:
    """The processes of compose.yaml that run the service's own image."""
    own = {name: each for name, each in COMPOSE["services"].items() if each["image"] == "rollstream"}
    return {name: Process(each["command"], each["environment"], seconds(each["stop_grace_period"])) for name, each in own.items()}


def of_systemd() -> Mapping[str, Process]:
    """The processes that rollstream.target wants."""
    wanted = " ".join(directives("rollstream.target")["Wants"]).split()
    return dict(_of_unit(name) for name in wanted)


def directives(unit: str) -> Mapping[str, Sequence[str]]:
    """The values of each directive of a unit and its drop-ins, in the order of systemd: the unit, drop-ins of a prefix, its own."""
    instance = unit.partition("@")[2].partition(".")[0]
    files = [UNITS / (unit.replace(f"@{instance}.", "@.") if instance else unit)]
    files += sorted(UNITS.glob("rollstream-.service.d/*.conf")) if unit.startswith("rollstream-") else []
    files += sorted((UNITS / f"{unit}.d").glob("*.conf"))
    found: dict[str, list[str]] = {}
    for line in "\n".join(file.read_text(encoding="utf-8") for file in files).splitlines():
        if line and line[0] not in "#[":
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value.replace("%i", instance))
    return found


def environment_file() -> Mapping[str, str]:
    """The settings of deploy/systemd/rollstream.env."""
    lines = (UNITS / "rollstream.env").read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and line[0] != "#")


def _of_unit(name: str) -> tuple[str, Process]:
    lines = directives(name)
    environment = dict(variable.split("=", 1) for variable in lines["Environment"])
    (command,) = lines["ExecStart"]
    words = shlex.split(re.sub(r"\$\{(\w+)\}", lambda found: environment[found[1]], command))
    settings = {name: value for name, value in environment.items() if name.startswith("ROLLSTREAM_")}
    return name, Process(words[1:], {**settings, **environment_file()}, seconds(lines["TimeoutStopSec"][0]))


def objects() -> Iterator[Mapping[str, Any]]:
    """The objects of deploy/kubernetes."""
    for file in sorted((DEPLOY / "kubernetes").glob("*.yaml")):
        yield from yaml.safe_load_all(file.read_text(encoding="utf-8"))


def pods() -> Mapping[str, Mapping[str, Any]]:
    """The specification of the pods of each deployment and stateful set in deploy/kubernetes."""
    return {each["metadata"]["name"]: each["spec"]["template"]["spec"] for each in objects() if "template" in each.get("spec", {})}


def of_kubernetes() -> Mapping[str, Process]:
    """The processes of deploy/kubernetes that run the service's own image."""
    (settings,) = [each["data"] for each in objects() if each["kind"] == "ConfigMap"]
    own = {name: pod for name, pod in pods().items() if pod["containers"][0]["image"] == "rollstream"}
    return {name: Process(pod["containers"][0]["args"], settings, pod["terminationGracePeriodSeconds"]) for name, pod in own.items()}


DEPLOYMENTS: Final = {"compose": of_compose, "systemd": of_systemd, "kubernetes": of_kubernetes}


def read(file: Path) -> str:
    return file.read_text(encoding="utf-8")
