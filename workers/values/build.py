"""Computes a table of values by its name, in the folder of its game: `GAME-…` in the folder `GAME`."""

import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import workers.values


def build(name: str, progress: Callable[[float], None]) -> bytes:
    """The data of the table of this name, in some ten seconds. `progress` is called with 0.0 to 1.0. Raises ValueError for another name."""
    for game, part in parts():
        if name.startswith(f"{game}-"):
            data: bytes = part.build(name, progress)
            return data
    raise ValueError(f"no table of values has the name {name!r}")


def is_computed(name: str) -> bool:
    """Whether there is a folder for the game of the table of this name."""
    return any(name.startswith(f"{game}-") for game, _ in parts())


def parts() -> Iterator[tuple[str, Any]]:
    """The games that have tables of values, each with the module that computes them (`build`, `PLAYED_MOST`)."""
    for module in pkgutil.iter_modules(workers.values.__path__):
        if module.ispkg:
            yield module.name.replace("_", "-"), import_module(f"workers.values.{module.name}")
