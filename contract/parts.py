"""Reads the parts."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import yaml

FOLDER: Final = Path(__file__).parent
_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def part(name: str) -> Any:
    """The content of a part, such as `games/ice-dice`."""
    return yaml.load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"), _LOADER)  # noqa: S506 - a safe loader


def parts(folder: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The names and contents of the parts of a folder."""
    for file in sorted((FOLDER / folder).glob("*.yaml")):
        yield file.stem, part(f"{folder}/{file.stem}")
