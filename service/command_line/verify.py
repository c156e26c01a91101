"""`rollstream verify`: whether the files of finished tables are what they claim to be."""

import sys
from collections.abc import Iterator, Sequence
from typing import IO, NamedTuple

import click

from events.proof.copies import Retold, copy_fault
from events.proof.retelling import retold
from events.proof.verdict import Verdict
from events.proof.verify import verify
from service.terminal.paper import forgiving, printable
from service.terminal.table_file import EXIT, complaint, content, known_games
from workers.exports.story import tell_story


class Checked(NamedTuple):
    """A file by its name, what it came to, and its table if it is right."""

    name: str
    verdict: Verdict
    retold: Retold | None


@click.command(short_help="Check files of finished tables.")
@click.argument("files", type=click.File("rb"), nargs=-1, required=True, metavar="FILE…")
@click.option("--quiet", is_flag=True, help="Say nothing: the exit code tells.")
def command(files: Sequence[IO[bytes]], *, quiet: bool) -> None:
    """Check the file of a finished table (its export json), without the service: hashes, dice, every rule, the result.

    Of several files each is checked; a fork is compared with the table that it comes from if that is one of them.
    FILE may be - for what comes in. Exits with 0 if all is right, 1 if something is wrong, 2 if this cannot be said; of several
    files with the highest.
    """
    checked = [_checked(file) for file in files]
    status = max(EXIT[one.verdict.status] for one in checked)
    for one in checked:
        faults = _copy_faults(one, checked)
        if any(fault is not None for fault in faults.values()):
            status = max(status, EXIT["wrong"])
        if not quiet:
            name = f"{printable(one.name)}: " if len(checked) > 1 else ""
            click.echo(name + "\n".join(_words(one, faults)), file=forgiving(sys.stdout))
    sys.exit(status)


def _checked(file: IO[bytes]) -> Checked:
    data, games = content(file), known_games()
    verdict = verify(data, games)
    return Checked(getattr(file, "name", "-"), verdict, Retold(*retold(data, games)) if verdict.ok else None)


def _copy_faults(fork: Checked, files: Sequence[Checked]) -> dict[str, str | None]:
    """The names of a fork's sources among the files -> what is wrong with it as a copy of that."""
    origin = None if fork.retold is None else fork.retold.opened.table.forked_from
    if fork.retold is None or origin is None:
        return {}
    sources = ((file.name, file.retold) for file in files if file.retold is not None and file.retold.opened.id == origin.table)
    return {name: copy_fault(fork.retold, source) for name, source in sources}


def _words(checked: Checked, faults: dict[str, str | None]) -> Iterator[str]:
    if checked.retold is None:
        yield complaint(checked.verdict)
    else:
        yield from _praise(checked.retold, checked.verdict)
        yield from _heritage(checked.retold, faults)


def _praise(table: Retold, verdict: Verdict) -> Iterator[str]:
    story, figures = tell_story(*table), verdict.figures
    opened = story.opened
    yield "The file is right."
    yield f"{story.title}, ruleset {opened.game.ruleset}, table {opened.id}. {printable(story.result)}"
    yield f"{figures.events} events: each is chained to the one before it, up to {opened.head}."
    yield f"{figures.draws} draws: every die and every shuffle follows from the secret that was committed to before the first."
    yield f"{figures.appends} moves and orders, decided again by the rules: every state, effect, score and the result came out the same."


def _heritage(table: Retold, faults: dict[str, str | None]) -> Iterator[str]:
    origin = table.opened.table.forked_from
    if origin is None:
        return
    taken_over = f"{origin.events} events are taken over from table {origin.table}"
    if not faults:
        yield f"{taken_over}, which had the hash {origin.hash} at version {origin.version}: its own file proves that."
    for name, fault in faults.items():
        if fault is None:
            yield f"{taken_over}: a true copy of {printable(name)} up to version {origin.version}."
        else:
            yield f"{taken_over}, but this is no true copy of {printable(name)} up to version {origin.version}: {printable(fault)}."
