"""The tables of values that come with the package, for what is played most.

`python -m workers.values.shipped` computes them, in a minute or two.
"""

import re
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from rules.value_tables import ValueTable
from workers.values.build import build, parts

FOLDER: Final = Path(__file__).with_name("tables")

_NAME: Final = re.compile("[a-z0-9-]{1,48}")


@cache
def shipped(name: str) -> ValueTable | None:
    """The table of this name; None if the package has none."""
    if _NAME.fullmatch(name) is None or not _file(name).exists():
        return None
    return _table(_file(name).read_bytes())


@lru_cache(maxsize=16)
def computed(name: str) -> ValueTable:
    """The table of this name, computed on the spot if the package has none: for programs that can wait some ten seconds."""
    return shipped(name) or _table(build(name, lambda _: None))


def main() -> None:
    for _, part in parts():
        for name in part.PLAYED_MOST:
            _file(name).write_bytes(build(name, lambda _: None))


def _file(name: str) -> Path:
    return FOLDER / f"{name}.values"


def _table(data: bytes) -> ValueTable:
    return ValueTable(data, sha256(data).hexdigest())


if __name__ == "__main__":
    main()
