"""The TOML file that ROLLSTREAM_CONFIG names: a deployment's game settings and its limits."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from events.limits import Limits, read_limits
from rules import registry


class Configuration(NamedTuple):
    """`games`: the tables `[games.<name>]`; `limits`: the table `[limits]`."""

    games: Mapping[str, Mapping[str, Any]]
    limits: Limits


def read_configuration(path: str) -> Configuration:
    """Read the TOML file at this path. Raises `ValueError` with a message that names the file and the error."""
    try:
        content = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"names {path}, which cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise ValueError(f"names {path}, which is no TOML in UTF-8: {error}") from error
    games, limits = content.pop("games", {}), content.pop("limits", {})
    if content or not _is_tables(games) or not isinstance(limits, dict):
        raise ValueError(f"names {path}, which must hold nothing but tables [games.<name>] and [limits]")
    try:
        registry.games(games)
        return Configuration(games, read_limits(limits))
    except ValueError as error:
        raise ValueError(f"names {path}: {error}") from error


def _is_tables(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(table, dict) for table in value.values())
