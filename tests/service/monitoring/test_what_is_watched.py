"""What the service shows is what its page, its alert rules and its dashboard speak of."""

import json
import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from tests.debian import program
from tests.docs.links import ROOT
from tests.live import Api, Service
from tests.service.playing import eventually, rolled, to_move

DEPLOY = ROOT / "deploy"
RULES = DEPLOY / "prometheus" / "alerts.yml"
NAME = re.compile(r"\brollstream_\w+")
SUFFIXES = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}
"""What a family's series add to its name."""


def promtool(*arguments: str | Path, sent: str = "") -> None:
    """Run promtool with this standard input. Its complaints fail the test."""
    run = subprocess.run([program("promtool"), *arguments], input=sent, capture_output=True, text=True, check=False, timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr


def shown(api: Api) -> Mapping[str, Any]:
    """The families of metrics by their names, without those of Python and of the process."""
    families = text_string_to_metric_families(api.get("/metrics").text)
    return {family.name: family for family in families if family.name.startswith("rollstream_")}


def alerts() -> list[dict[str, Any]]:
    (group,) = yaml.safe_load(RULES.read_text())["groups"]
    found: list[dict[str, Any]] = group["rules"]
    return found


def expressions() -> Iterator[tuple[str, str]]:
    """The expressions of the dashboard, each with the title of its panel."""
    for panel in json.loads((DEPLOY / "grafana" / "rollstream.json").read_text())["panels"]:
        for target in panel.get("targets", ()):
            yield panel["title"], target["expr"]


@pytest.fixture(scope="module")
def names(service: Service) -> set[str]:
    """The names of all series of a service on which somebody has played and was refused."""
    with Api(service.url) as api:
        created_table = api.create_table(2)
        assert rolled(api, *to_move(created_table.seated, created_table.view)).status == 201
        assert api.get("/v1/tables/unknown").status == 404
        eventually(lambda: "rollstream_tables" in shown(api))
        return {f"{name}{suffix}" for name, family in shown(api).items() for suffix in SUFFIXES[family.type]}


def test_every_metric_of_the_service_is_in_its_page_and_no_other(names: set[str]) -> None:
    page = (ROOT / "docs" / "watching.md").read_text(encoding="utf-8")
    table = "\n".join(re.findall(r"^\| `rollstream_.*$", page, re.MULTILINE))

    assert set(NAME.findall(table)) == {re.sub("_(bucket|sum|count)$", "", name) for name in names}


def test_rules_and_dashboard_use_only_metrics_that_there_are(names: set[str]) -> None:
    used = {name: alert["alert"] for alert in alerts() for name in NAME.findall(alert["expr"])}
    used |= {name: title for title, expression in expressions() for name in NAME.findall(expression)}

    assert {name: where for name, where in used.items() if name not in names} == {}


def test_every_program_is_up_and_nothing_is_missing(service: Service) -> None:
    with Api(service.url) as api:
        eventually(lambda: {sample.value for sample in shown(api)["rollstream_part_up"].samples} == {1.0})
        found = shown(api)

    assert {sample.labels["part"] for sample in found["rollstream_part_up"].samples} == {
        *("web", "projector", "reactor", "dispatcher", "worker-turns", "worker-exports")
    }
    assert {sample.value for sample in found["rollstream_look_ok"].samples} == {1.0}
    assert {sample.labels["reader"] for sample in found["rollstream_feed_lag_seconds"].samples} == {"projector", "reactor", "dispatcher"}


def test_promtool_finds_no_fault_with_the_metrics(api: Api) -> None:
    promtool("check", "metrics", sent=api.get("/metrics").text)


def test_promtool_finds_no_fault_with_configuration_rules_and_their_tests() -> None:
    promtool("check", "config", DEPLOY / "prometheus" / "prometheus.yml")
    promtool("check", "rules", "--lint=all", "--lint-fatal", RULES)
    promtool("test", "rules", DEPLOY / "prometheus" / "alerts_test.yml")


def test_every_alert_is_tested_and_says_what_to_do() -> None:
    tested = set(re.findall(r'alertname="(\w+)"', (DEPLOY / "prometheus" / "alerts_test.yml").read_text()))

    assert {alert["alert"] for alert in alerts()} == tested
    for alert in alerts():
        assert set(alert["annotations"]) == {"summary", "action"}
        assert alert["labels"]["severity"] in {"critical", "warning"}


def test_promtool_can_read_every_expression_of_the_dashboard(tmp_path: Path) -> None:
    """As a recording rule, with a value for each variable of Grafana."""
    read = [expression.replace("$__rate_interval", "5m").replace("$job", ".+") for _, expression in expressions()]
    rules = [{"record": f"panel:number_{number}", "expr": expression} for number, expression in enumerate(read)]
    (tmp_path / "rules.yml").write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": rules}]}))

    promtool("check", "rules", tmp_path / "rules.yml")
