"""What is recorded of mutations: the test that found each."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

FOUND: Final = Path(__file__).with_name("found.toml")
ABOUT: Final = "The test that found each mutation: `make mutants` tries it first, and fails if no test finds the mutation any more."


def finders() -> Mapping[str, str]:
    """The test that found each mutation, by the mutation's name."""
    found: Mapping[str, Any] = tomllib.loads(FOUND.read_text(encoding="utf-8"))
    return found


def record_finders(found: Mapping[str, str]) -> None:
    """JSON's texts are TOML's, too."""
    lines = [f"{_json(name)} = {_json(test)}" for name, test in sorted(found.items())]
    FOUND.write_text("\n".join([f"# {ABOUT}", "", *lines, ""]), encoding="utf-8")


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
