"""Writes a package into a folder as an installer leaves it there: a module, and metadata with entry points for games."""

from collections.abc import Mapping
from pathlib import Path

from rules.registry import GROUP


def install(folder: Path, package: str, games: Mapping[str, str], module: str | None = None) -> Path:
    """The folder, which contains the package: its `games` (name -> object reference), and its one module if there is a text for it."""
    known = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    known.mkdir(parents=True)
    (known / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (known / "entry_points.txt").write_text(f"[{GROUP}]\n" + "".join(f"{name} = {where}\n" for name, where in games.items()))
    if module is not None:
        (folder / f"{package.replace('-', '_')}.py").write_text(module)
    return folder
