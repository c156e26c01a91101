"""Counts what each game costs, in files and lines by part: `python -m bench.cost_of_a_game [REF]`. REF is a commit to compare with.

What belongs to a game is found by its name, and each of its lines is counted once, blank lines and comments as well:

- every line of a file whose path contains the name (`ice-dice`, `ice_dice`), or has a folder or file that begins with the name's first word
  (`ice_forgeries.py`, `test_ice_stories.py`), unless that word is a general one. Such a file is counted as a file of the game;
- in all other files the lines that contain the name in any spelling (`Ice Dice`, `IceDice`, `ICE_DICE`), with the whole of a definition
  that is named for the game (a function, a class, a constant, a schema of the contract), and with the whole of a section whose heading
  (`// --- … ---`) contains it. These are lines without a file.

`written` is what people write and read. Apart from it are `data` that people have written down (boards, expected values) and what commands
have `recorded` (samples, golden games and tables, the schema of a table's file). Links to files and what is built from others are not
counted. The present state includes new files that Git does not ignore.
"""

import io
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from rules.registry import games

ROOT: Final = Path(__file__).parents[1]

GENERAL_WORDS: Final = frozenset({"card", "cards", "dice", "game"})
"""First words of games that also begin the names of files about other things."""

RECORDED: Final = {
    "samples": r"tests/samples/.*\.json",
    "golden games": r"tests/golden/.*\.json",
    "golden tables": r"tests/golden_tables/.*\.json",
    "schema of files": r".*table\.schema\.json",
}
DATA: Final = {"data": r".*\.(json|toml|csv)"}
WRITTEN: Final = {
    "rules: texts": r"rules/.*(english|french|texts|words|wording|sentences)\b.*",
    "rules: players": r"rules/.*/players/.*",
    "rules": r"rules/.*",
    "verifier": r".*\bverify\b.*",
    "page: texts": r"service/web/js/.*texts/.*",
    "page: css": r".*\.css",
    "page": r"(service/web|workers/exports/page)/.*",
    "contract": r"contract/.*|.*openapi\.yaml",
    "tests: recipes": r"tests/golden.*",
    "tests: rules": r"tests/rules/.*",
    "tests: proofs": r"tests/events/proof/.*",
    "tests: page": r"tests/(page|engines|browsers)/.*",
    "tests": r"tests/.*",
    "docs": r".*\.(md|ya?ml|txt)",
    "bench and examples": r"(bench|examples)/.*",
    "service": r".*",
}
BUILT: Final = {"docs/verify.mjs": "service/web/verify/", "openapi.yaml": "contract/"}
"""A built file -> the folder of its parts."""
PARTS: Final = {**RECORDED, **DATA, **WRITTEN}
"""A part of a game -> the paths of its files. The first pattern that fits a path decides."""


class Cost(NamedTuple):
    files: int = 0
    lines: int = 0

    def plus(self, other: "Cost") -> "Cost":
        return Cost(self.files + other.files, self.lines + other.lines)


def cost(game: str, texts: Mapping[str, str]) -> dict[str, Cost]:
    """What a game costs by part, given the texts of all files by path."""
    found = dict.fromkeys(PARTS, Cost())
    name = re.compile(_spellings(game))
    for path, text in texts.items():
        if is_built(path, texts):
            continue
        own = is_named(path, game)
        if not own and name.search(text) is None:
            continue
        lines = len(text.splitlines()) if own else sum(_named_lines(text.splitlines(), game))
        found[part_of(path)] = found[part_of(path)].plus(Cost(int(own), lines))
    return found


def is_built(path: str, texts: Mapping[str, str]) -> bool:
    """Whether a file is built from others. The second verifier and the contract are, since there are folders of their parts."""
    return path in BUILT and any(other.startswith(BUILT[path]) for other in texts)


def part_of(path: str) -> str:
    return next(part for part, pattern in PARTS.items() if re.fullmatch(pattern, path))


def is_named(path: str, game: str) -> bool:
    """Whether a path names the game."""
    first = game.split("-", 1)[0]
    begins = first not in GENERAL_WORDS and re.search(rf"(^|/)(test_)?{first}[-_.]", path) is not None
    return begins or re.search(_spellings(game), path) is not None


def _spellings(game: str) -> str:
    words = game.split("-")
    forms = ("[-_ ]?".join(form(word) for word in words) for form in (str.capitalize, str.upper))
    return rf"(?<![a-z]){'[-_ ]?'.join(words)}(?![a-z])|{'|'.join(forms)}"


def _named_lines(lines: Sequence[str], game: str) -> Iterator[bool]:
    """For each line whether it belongs to the game."""
    name = _spellings(game)
    heading = re.compile(r"^(//|#|<!--) --- (?P<title>.*)")
    definition = re.compile(rf"^\s*(?:(?:export|async|default|def|class|function|const|let)\s+)*[\"'\w-]*(?:{name})[\"'\w.@-]*\s*[:=({{]")
    section, indent = False, None
    for line in lines:
        title = heading.match(line)
        section = re.search(name, title["title"]) is not None if title else section
        here = len(line) - len(line.lstrip())
        if indent is not None and line.strip() and (here < indent or (here == indent and line.strip()[0] not in ")]}")):
            indent = None
        if indent is None and definition.match(line):
            indent = here
        yield section or indent is not None or re.search(name, line) is not None


def present() -> dict[str, str]:
    """The texts of all files as they are now, by path."""
    listed = _git("ls-files", "--cached", "--others", "--exclude-standard", "-z").decode().split("\0")
    files = {path: ROOT / path for path in listed if path}
    return {path: _text(file.read_bytes()) for path, file in files.items() if file.is_file() and not file.is_symlink()}


def committed(ref: str) -> dict[str, str]:
    """The texts of all files at a commit, by path. Raises `CalledProcessError` for what is no commit."""
    with tarfile.open(fileobj=io.BytesIO(_git("archive", "--format=tar", ref))) as archive:
        return {member.name: _text(archive.extractfile(member).read()) for member in archive if member.isfile()}  # type: ignore[union-attr]


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True).stdout


def _text(data: bytes) -> str:
    return data.decode("utf-8", errors="replace")


def table(game: str, states: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """The lines of a game's table, one column of files and one of lines for each state."""
    costs = {title: cost(game, texts) for title, texts in states.items()}
    yield f"{game:20}" + "".join(f"{title[:14]:>16}" for title in states)
    yield " " * 20 + f"{'files   lines':>16}" * len(states)
    for group, parts in {"written": WRITTEN, "data": DATA, "recorded": RECORDED}.items():
        for part in parts:
            if len(parts) > 1 and any(any(found[part]) for found in costs.values()):
                yield _row(f"  {part}", [found[part] for found in costs.values()])
        sums = [Cost(*map(sum, zip(*(found[part] for part in parts), strict=True))) for found in costs.values()]
        yield _row(group, sums) + (f"   {sums[0].lines / sums[1].lines - 1:+.0%}" if len(sums) == 2 and sums[1].lines else "")
    yield ""


def _row(title: str, costs: Sequence[Cost]) -> str:
    return f"{title:20}" + "".join(f"{cost.files:8}{cost.lines:8}" for cost in costs)


def main() -> None:
    if len(sys.argv) > 2:
        sys.exit("python -m bench.cost_of_a_game [REF]")
    try:
        states = {"now": present(), **{ref: committed(ref) for ref in sys.argv[1:]}}
    except subprocess.CalledProcessError as error:
        sys.exit(error.stderr.decode().strip())
    for game in games():
        print("\n".join(table(game, states)))


if __name__ == "__main__":
    main()
