"""How seats, dice and cards look: one set of colours, marks and shapes for the page of the service, for exported replays and for pictures.

The page gets these files among its own; an exported page contains them; Python reads the lists that pictures need from them.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent

_SEAT_COLOUR = re.compile(r"\.seat-(\d+) \{ --seat: (#[0-9a-f]{6}); \}")
_MODULE_ONLY = re.compile(r"^import [^;]*;\n|^export (?=const|function)", re.MULTILINE)


@cache
def text(path: str) -> str:
    """A file of this folder, by its path in it."""
    return (FOLDER / path).read_text(encoding="utf-8")


def as_script(path: str) -> str:
    """A module without its imports and exports, to be joined with others into one script."""
    return _MODULE_ONLY.sub("", text(path))


def listed(path: str, name: str) -> Any:
    """A list that a module declares as `const name = [` … `];`, written as JSON."""
    found = re.search(rf"^(?:export )?const {name} = (\[.*?\n\]);$", text(path), re.MULTILINE | re.DOTALL)
    if found is None:
        raise ValueError(f"{path} has no list {name}")
    return json.loads(found[1])


def seat_colours() -> tuple[str, ...]:
    """The colours of the seats on white, by their numbers."""
    light = text("css/palette.css").partition("@media")[0]
    return tuple(colour for _, colour in sorted((int(seat), colour) for seat, colour in _SEAT_COLOUR.findall(light)))
