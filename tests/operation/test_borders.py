"""The boundaries between packages that `lint-imports` can only check with a list of the games, and the names of classes."""

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from itertools import permutations
from pathlib import Path
from typing import Any

import grimp
import pytest

from rules.registry import TOOLS
from tests.operation.processes import ROOT

PACKAGES = ("rules", "events", "workers", "service")
CLIENT = "rollstream_follow"
"""A module beside them, for whoever writes a client."""
PARTS = {"greenlet", "markupsafe", "werkzeug"}  # dependencies of gevent and flask, which guarantee them


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    return grimp.build_graph(*PACKAGES, include_external_packages=True, cache_dir=None)


def games() -> Iterator[str]:
    for folder in (ROOT / "rules").iterdir():
        if (folder / "__init__.py").exists() and folder.name not in TOOLS:
            yield f"rules.{folder.name}"


def test_the_rules_need_nothing_but_python(imports: grimp.ImportGraph) -> None:
    """Except for the tools beside the games: the kit for tests, and the reader of texts."""
    modules = [module for module in inside(imports, "rules") if not TOOLS & {*module.split(".")[1:2]}]
    used = {name for module in modules for name in imports.find_modules_directly_imported_by(module)}

    assert {name for name in used if name.split(".")[0] not in {"rules", *sys.stdlib_module_names}} == set()


def test_the_client_needs_nothing_but_python_and_is_short_as_the_one_of_the_page() -> None:
    for file in (ROOT / "clients" / name for name in (f"{CLIENT}.py", "rollstream-follow.mjs")):
        text = file.read_text(encoding="utf-8")
        named = re.findall(r"^(?:import|from) ([\w.]+)", text, re.MULTILINE)

        assert {name.split(".")[0] for name in named} <= sys.stdlib_module_names
        assert not re.search(r"^import .* from ", text, re.MULTILINE)
        assert len(text.splitlines()) < 220


def test_no_game_knows_another(imports: grimp.ImportGraph) -> None:
    assert {pair: chain for pair in permutations(games(), 2) if (chain := imports.find_shortest_chain(*pair, as_packages=True))} == {}


def test_nobody_outside_a_games_folder_imports_from_it(imports: grimp.ImportGraph) -> None:
    """Except for the folder that computes its tables of values, which nobody imports by its name."""
    for game in games():
        folder, part = inside(imports, game), game.replace("rules.", "workers.values.")
        own = folder | (inside(imports, part) if part in imports.modules else set())
        users = {user for module in own for user in imports.find_modules_that_directly_import(module)}
        assert users - own == set()


def test_every_layer_is_in_the_contract_of_layers() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]

    assert set(contracts[0]["layers"]) == set(PACKAGES)


def test_what_the_service_imports_is_what_it_asks_to_be_installed(imports: grimp.ImportGraph) -> None:
    modules = [module for package in PACKAGES for module in inside(imports, package)]
    used = {name.split(".")[0] for module in modules for name in imports.find_modules_directly_imported_by(module)}
    lines = [*project()["dependencies"], *project()["optional-dependencies"]["otel"]]
    asked = PARTS | {re.split(r"[^A-Za-z0-9_.-]", line)[0].lower() for line in lines}
    brought = packages_distributions()

    missing = {name for name in used if not asked & {found.lower().replace("_", "-") for found in brought.get(name, [])}}
    assert missing - {*PACKAGES, CLIENT, *sys.stdlib_module_names} == set()


def test_no_class_name_stands_for_two_things() -> None:
    """Except that each game has its own state, commands and events, and marshmallow wants the options of a schema in `Meta`."""
    places: defaultdict[str, set[Path]] = defaultdict(set)
    for path in (path for package in (*PACKAGES, "clients") for path in (ROOT / package).rglob("*.py")):
        is_of_a_game = path.parent != ROOT / "rules" and (ROOT / "rules") in path.parents
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and node.name != "Meta":
                places[node.name].add(ROOT / "rules" / "a game" if is_of_a_game else path)

    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def project() -> dict[str, Any]:
    return dict(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"])


def inside(imports: grimp.ImportGraph, package: str) -> set[str]:
    return {package, *imports.find_descendants(package)}
