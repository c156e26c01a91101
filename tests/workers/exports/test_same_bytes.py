"""Equal tables give equal files, in every process, hash seed, time zone and locale, at any time."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.workers.exports.tables import GAMES, played, resigned
from workers.exports.format import formats
from workers.exports.transcript import Transcript

ROOT: Final = Path(__file__).parents[3]

NAMES: Final = ("Zoë", "日本", "İı", "=1<b>")

SCRIPT: Final = """
import locale
locale.setlocale(locale.LC_ALL, "")
from tests.workers.exports.tables import GAMES
from tests.workers.exports.test_same_bytes import made_of, stories_of
for game in GAMES:
    print(*made_of(game, stories_of(game)), sep="\\n")
"""

PLACES: Final = [
    {"PYTHONHASHSEED": "4711", "TZ": "Asia/Kolkata", "LC_ALL": "C.UTF-8", "UNICODE_VERSION": "9.0.0"},
    {"PYTHONHASHSEED": "1", "TZ": "America/St_Johns", "LC_ALL": "POSIX", "PYTHONUTF8": "0", "COLUMNS": "40"},
]


def stories_of(game: str) -> Mapping[str, Transcript]:
    """For each format a finished table; one of some moves to review, because to judge takes long."""
    whole, begun = played(*NAMES, seed=9, game=game), resigned(*NAMES[:3], seed=9, game=game)
    return {name: begun if name == "review" else whole for name in formats()}


def made_of(game: str, stories: Mapping[str, Transcript]) -> list[str]:
    """The digest of each file."""
    return [f"{game} {name} {hashlib.sha256(formats()[name].render(story)).hexdigest()}" for name, story in stories.items()]


def test_every_worker_makes_the_same_files_again_and_again_and_leaves_the_story_as_it_was() -> None:
    stories = {game: stories_of(game) for game in GAMES}
    before = {game: {name: tuple(story.steps) for name, story in told.items()} for game, told in stories.items()}
    here = [line for game, told in stories.items() for line in made_of(game, told)]
    for place in PLACES:
        told = subprocess.run(
            [sys.executable, "-c", SCRIPT], cwd=ROOT, env={**os.environ, **place}, capture_output=True, text=True, check=True
        ).stdout

        assert told.splitlines() == here, place
    for game, told_of in stories.items():
        assert made_of(game, told_of) == [line for line in here if line.startswith(f"{game} ")]
        assert {name: tuple(story.steps) for name, story in told_of.items()} == before[game]
        assert before[game] == {name: tuple(story.steps) for name, story in stories_of(game).items()}


def test_every_format_says_what_it_is() -> None:
    assert {name: (made.extension, made.media_type.partition(";")[0]) for name, made in formats().items()} == {
        "csv": ("csv", "text/csv"),
        "html": ("html", "text/html"),
        "json": ("json", "application/json"),
        "ndjson": ("ndjson", "application/x-ndjson"),
        "review": ("json", "application/json"),
        "svg": ("svg", "image/svg+xml"),
        "txt": ("txt", "text/plain"),
    }
