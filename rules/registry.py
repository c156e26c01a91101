"""Finds the games: every folder of this package is a game. There is no list to edit."""

import inspect
import pkgutil
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import rules
from rules.game import AnyGame


def games(settings: Mapping[str, Mapping[str, Any]] | None = None) -> dict[str, AnyGame]:
    """All games by name, each made by its folder's `game(**settings[name])`.

    `settings` maps a game's name to a deployment's own data for it (card sets, boards). Raises ValueError for an unknown game, and for a
    setting that the game does not know or accept.
    """
    remaining = dict(settings or {})
    found: dict[str, AnyGame] = {}
    for module in pkgutil.iter_modules(rules.__path__):
        if module.ispkg:
            name = module.name.replace("_", "-")
            found[name] = _made(name, import_module(f"rules.{module.name}").game, remaining.pop(name, {}))
    if remaining:
        raise ValueError(f"no such game: {', '.join(sorted(remaining))}; known: {', '.join(sorted(found))}")
    return found


def _made(name: str, make: Callable[..., AnyGame], settings: Mapping[str, Any]) -> AnyGame:
    known = inspect.signature(make).parameters
    for setting in settings:
        if setting not in known:
            raise ValueError(f"game {name} has no setting {setting!r}; known: {', '.join(known) or 'none'}")
    return make(**settings)
