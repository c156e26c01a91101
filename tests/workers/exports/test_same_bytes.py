"""Equal tables give equal files, in every process, hash seed, time zone and locale, at any time."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.workers.exports.tables import GAMES, played
from workers.exports.format import formats

ROOT: Final = Path(__file__).parents[3]

NAMES: Final = ("Zoë", "日本", "İı", "=1<b>")

SCRIPT: Final = f"""
import hashlib, locale
locale.setlocale(locale.LC_ALL, "")
from tests.workers.exports.tables import GAMES, played
from workers.exports.format import formats
for game in GAMES:
    transcript = played(*{NAMES!a}, seed=9, game=game)
    for name, made in formats().items():
        print(game, name, hashlib.sha256(made.render(transcript)).hexdigest())
"""

PLACES: Final = [
    {"PYTHONHASHSEED": "4711", "TZ": "Asia/Kolkata", "LC_ALL": "C.UTF-8", "UNICODE_VERSION": "9.0.0"},
    {"PYTHONHASHSEED": "1", "TZ": "America/St_Johns", "LC_ALL": "POSIX", "PYTHONUTF8": "0", "COLUMNS": "40"},
]


def test_every_worker_makes_the_same_files_again_and_again_and_leaves_the_story_as_it_was() -> None:
    stories = {game: played(*NAMES, seed=9, game=game) for game in GAMES}
    before = {game: tuple(story.steps) for game, story in stories.items()}
    here = [
        f"{game} {name} {hashlib.sha256(made.render(transcript)).hexdigest()}"
        for game, transcript in stories.items()
        for name, made in formats().items()
    ]
    for place in PLACES:
        told = subprocess.run(
            [sys.executable, "-c", SCRIPT], cwd=ROOT, env={**os.environ, **place}, capture_output=True, text=True, check=True
        ).stdout

        assert told.splitlines() == here, place
    for game, transcript in stories.items():
        digests = [hashlib.sha256(made.render(transcript)).hexdigest() for made in formats().values()]
        assert digests == [line.split()[2] for line in here if line.startswith(f"{game} ")]
        assert tuple(transcript.steps) == before[game] == tuple(played(*NAMES, seed=9, game=game).steps)


def test_every_format_says_what_it_is() -> None:
    assert {name: (made.extension, made.media_type.partition(";")[0]) for name, made in formats().items()} == {
        "csv": ("csv", "text/csv"),
        "html": ("html", "text/html"),
        "json": ("json", "application/json"),
        "ndjson": ("ndjson", "application/x-ndjson"),
        "svg": ("svg", "image/svg+xml"),
        "txt": ("txt", "text/plain"),
    }
