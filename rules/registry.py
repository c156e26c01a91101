"""Finds the games: every folder of this package is a game, and so is every entry point `rollstream.games` of an installed package.

There is no list to edit. An entry point is named for its game and leads to the function that makes it:
`dice-race = "dice_race:game"` in `[project.entry-points."rollstream.games"]`.
"""

import inspect
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, TypeAlias

import rules
from rules.game import LONGEST_NAME, MOST_SEATS, AnyGame, Game, is_name
from rules.table_view import hidden_fields

GROUP: Final = "rollstream.games"
TOOLS: Final = frozenset({"testing", "texts"})
"""The folders of this package that are not games."""

Maker: TypeAlias = Callable[..., AnyGame]
"""A game's function `game(**settings)`."""


class GameUnusable(Exception):
    """An installed package offers a game that cannot be played. The message names the package."""


def games(settings: Mapping[str, Mapping[str, Any]] | None = None) -> dict[str, AnyGame]:
    """All games by name, each made by its `game(**settings[name])`: first those of this package, the oldest first (`Game.since`), then
    those of others. Everything that lists games has this order.

    `settings` maps a game's name to a deployment's own data for it (card sets, boards). Raises ValueError for an unknown game, and for a
    setting that the game does not know or accept; `GameUnusable` for a game of another package that is broken or has the name of another
    game.
    """
    remaining = dict(settings or {})
    own = [_made(name, make, remaining.pop(name, {})) for name, make in _own()]
    found = {game.name: game for game in sorted(own, key=lambda game: (game.since, game.name))}
    offered: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, _package(entry))):
        if entry.name in found:
            other = _package(offered[entry.name]) if entry.name in offered else "rollstream"
            raise GameUnusable(f"{_package(entry)} offers the game {entry.name!r}, which is already a game of {other}: remove one of them")
        offered[entry.name] = entry
        found[entry.name] = _installed(entry, remaining.pop(entry.name, {}))
    if remaining:
        raise ValueError(f"no such game: {', '.join(sorted(remaining))}; known: {', '.join(sorted(found))}")
    return found


def _own() -> Iterator[tuple[str, Maker]]:
    for module in pkgutil.iter_modules(rules.__path__):
        if module.ispkg and module.name not in TOOLS:
            yield module.name.replace("_", "-"), import_module(f"rules.{module.name}").game


def _installed(entry: EntryPoint, settings: Mapping[str, Any]) -> AnyGame:
    offer = f"{_package(entry)} offers the game {entry.name!r} as {entry.value}"
    try:
        make = entry.load()
    except (Exception, SystemExit) as error:
        raise GameUnusable(f"{offer}, which cannot be imported: {_said(error)}") from error
    if not callable(make):
        raise GameUnusable(f"{offer}, which is no function that makes a game")
    try:
        game = _made(entry.name, make, settings)
    except (Exception, SystemExit) as error:
        if settings and isinstance(error, ValueError):
            raise
        raise GameUnusable(f"{offer}, which fails: {_said(error)}") from error
    if not isinstance(game, Game):
        raise GameUnusable(f"{offer}, which makes a {type(game).__name__} instead of a rules.game.Game")
    if game.name != entry.name:
        raise GameUnusable(f"{offer}, which makes a game with another name, {game.name!r}")
    unfit = _unfit(game)
    if unfit is not None:
        raise GameUnusable(f"{offer}, {unfit}")
    return game


def _unfit(game: AnyGame) -> str | None:
    """Why the game cannot be listed, or its tables not be verified; None if they can. One that cannot be listed breaks the whole list."""
    from rules.texts.catalogue import catalogue  # slow to import, and the games of this package are checked by their tests
    from rules.texts.files import LANGUAGES

    if not is_name(game.name):
        return f"whose name is not {LONGEST_NAME} characters at most: words of a-z and 0-9 joined by hyphens, the first from a letter on"
    if not game.seats or game.seats[0] < 1 or game.seats[-1] > MOST_SEATS:
        return f"which has other numbers of seats than 1 to {MOST_SEATS}"
    try:
        for language in LANGUAGES:
            catalogue(game, language)
    except Exception as error:  # noqa: BLE001 - a stranger's texts and catalogue
        return f"whose texts or catalogue cannot be read: {_said(error)}"
    try:
        hidden_fields(game)
    except Exception as error:  # noqa: BLE001 - a stranger's `visible`
        return f"which does not say by type what its events show: {_said(error)}"
    return None


def _package(entry: EntryPoint) -> str:
    return "an unknown package" if entry.dist is None else f"the package {entry.dist.name} {entry.dist.version}"


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _made(name: str, make: Maker, settings: Mapping[str, Any]) -> AnyGame:
    known = inspect.signature(make).parameters
    for setting in settings:
        if setting not in known:
            raise ValueError(f"game {name} has no setting {setting!r}; known: {', '.join(known) or 'none'}")
    return make(**settings)
