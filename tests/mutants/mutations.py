"""The mutations: small changes of the code, each of which is a fault that some test should find. Their data is in `areas`."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
AREAS: Final = Path(__file__).with_name("areas")


class Mutation(NamedTuple):
    """A text that occurs once in a file, and the text that replaces it. `name` says what breaks.

    `tests` are files and folders of tests, the most promising first: its own, then those of its area.
    """

    name: str
    file: str
    before: str
    after: str
    tests: Sequence[str]

    def applied(self, text: str) -> str:
        """The mutated text of the file. Raises `ValueError` unless `before` occurs once."""
        if text.count(self.before) != 1:
            raise ValueError(f"{self.name}: the text occurs {text.count(self.before)} times in {self.file}")
        return text.replace(self.before, self.after)


def mutations() -> Sequence[Mutation]:
    """All mutations, area by area."""
    areas = [tomllib.loads(area.read_text(encoding="utf-8")) for area in sorted(AREAS.glob("*.toml"))]
    return [
        Mutation(**{**mutation, "tests": (*mutation.get("tests", ()), *area["tests"])}) for area in areas for mutation in area["mutation"]
    ]
