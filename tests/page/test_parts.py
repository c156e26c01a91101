"""The parts of the page that need no browser: the replay's stepper, chart and proof; the arithmetic of Ice Dice; the numbers and sheets of
Dice Cards; how moves of any game are chosen; when the dice were fixed; the terms of a table, and the effect of an expired clock; and the
score sheet, whose columns add up.
"""

import json
import os
import subprocess
import sysconfig
from pathlib import Path
from typing import Final

from events.proof.loading import load_file
from tests.golden_tables.record import FOLDER
from tests.workers.exports.tables import GAMES, played
from workers.exports.format import formats
from workers.exports.transcript import Transcript, transcribe

NODE: Final = Path(sysconfig.get_path("scripts")) / "node"
AS_SERVED: Final = Path(__file__).with_name("as_served.mjs").as_uri()
PARTS: Final = sorted(Path(__file__).parent.glob("*_parts.test.mjs"))
NAMES: Final = ("Ada", "Grace", "Linus", "Zoë", "Mei", "Noor")


def test_the_parts_of_the_page_do_what_they_say(tmp_path: Path) -> None:
    """The sheet is that of every golden table, and of others with the fewest and the most players."""
    golden = [transcribe(*load_file(path.read_bytes(), GAMES)) for path in FOLDER.glob("*/*.json")]
    others = [played(*NAMES[:seats], game=name, seed=seats) for name, game in GAMES.items() for seats in (game.seats[0], game.seats[-1])]
    for index, story in enumerate([*golden, *others]):
        (tmp_path / f"{index}.json").write_text(json.dumps(as_json(story)), encoding="utf-8")

    run = subprocess.run(
        [NODE, "--import", AS_SERVED, "--test", "--test-isolation=none", "--test-reporter=tap", *PARTS],
        env={**os.environ, "TABLES": str(tmp_path)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )

    assert run.returncode == 0, run.stdout + run.stderr
    tests = sum(part.read_text(encoding="utf-8").count("\ntest(") for part in PARTS)
    assert f"\n# pass {tests}\n" in run.stdout, run.stdout


def as_json(story: Transcript) -> dict[str, object]:
    """The events that the page gets of a table, and the final points."""
    events = [json.loads(line) for line in formats()["ndjson"].render(story).splitlines()]
    return {"game": story.loaded.game.name, "events": events, "points": story.steps[-1].scores or [0] * len(story.seats)}
