"""What is recorded of mutations: the test that found each, and the test files that execute its lines."""

import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

FOUND: Final = Path(__file__).with_name("found.toml")
COVERED: Final = Path(__file__).with_name("covered.toml")


def finders() -> Mapping[str, str]:
    """The test that found each mutation, by the mutation's name."""
    return _read(FOUND)


def covering() -> Mapping[str, Sequence[str]]:
    """The test files that execute a mutation's lines, the cheapest first, by the mutation's name."""
    return _read(COVERED)


def record_finders(found: Mapping[str, str]) -> None:
    _write(
        FOUND, "The test that found each mutation: `make mutants` tries it first, and fails if no test finds the mutation any more.", found
    )


def record_covering(covered: Mapping[str, Sequence[str]]) -> None:
    _write(COVERED, "The test files that execute a mutation's lines, the cheapest first: `python -m tests.mutants.cover`.", covered)


def _read(file: Path) -> Mapping[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def _write(file: Path, about: str, values: Mapping[str, Any]) -> None:
    """JSON's texts and lists of texts are TOML's, too."""
    lines = [f"{_json(name)} = {_json(value)}" for name, value in sorted(values.items())]
    file.write_text("\n".join([f"# {about}", "", *lines, ""]), encoding="utf-8")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
