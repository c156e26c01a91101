"""Plays the golden games again: `python -m tests.golden.record`. The same code always writes the same files.

Run it when a game itself has changed, never to make a test pass: a stored game that folds differently is a fault.
"""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from events.testing.endings import GoldenEnding, record
from events.testing.golden import text
from rules.registry import games
from tests.golden import recipes

FOLDER = Path(__file__).parent


def paths() -> list[Path]:
    """The files of all golden games."""
    return sorted(FOLDER.glob("*/*.json"))


def endings(game: str) -> Mapping[str, GoldenEnding]:
    """The game's recipes by the name of the ending. Raises ModuleNotFoundError for a game that has none."""
    module: Any = import_module(f"tests.golden.recipes.{game.replace('-', '_')}")
    found: Mapping[str, GoldenEnding] = module.ENDINGS
    return found


def main() -> None:
    known = games()
    for module in iter_modules(recipes.__path__):
        game = known[module.name.replace("_", "-")]
        for name, ending in endings(game.name).items():
            golden, path = record(game, name, ending), FOLDER / game.name / f"{name}.json"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text(golden), encoding="utf-8")
            print(f"{path.name}: {len(golden.events)} events")


if __name__ == "__main__":
    main()
