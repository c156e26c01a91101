"""`rollstream verify`: whether the file of a finished table is what it claims to be."""

import sys
from collections.abc import Iterator
from typing import IO

import click

from events.proof.retelling import retold
from events.proof.verdict import Figures
from events.proof.verify import verify
from service.terminal.paper import forgiving, printable
from service.terminal.table_file import EXIT, complaint, content, known_games, table_file
from workers.exports.story import Story, tell_story
from workers.exports.table_words import result_words


@click.command()
@table_file
@click.option("--quiet", is_flag=True, help="Say nothing: the exit code tells.")
def command(file: IO[bytes], *, quiet: bool) -> None:
    """Check the file of a finished table (its export json), without the service: hashes, dice, every rule, the result.

    FILE may be - for what comes in. Exits with 0 if all is right, 1 if something is wrong, 2 if this cannot be said.
    """
    data, games = content(file), known_games()
    verdict = verify(data, games)
    if not quiet:
        lines = _praise(tell_story(*retold(data, games)), verdict.figures) if verdict.ok else (complaint(verdict),)
        for line in lines:
            click.echo(line, file=forgiving(sys.stdout))
    sys.exit(EXIT[verdict.status])


def _praise(story: Story, figures: Figures) -> Iterator[str]:
    table = story.opened
    yield "The file is right."
    yield f"{story.title}, ruleset {table.game.ruleset}, table {table.id}. {printable(result_words(story.outcome, story.names))}"
    yield f"{figures.events} events: each is chained to the one before it, up to {table.head}."
    yield f"{figures.draws} draws: every die and every shuffle follows from the secret that was committed to before the first."
    yield f"{figures.appends} moves and orders, decided again by the rules: every state, effect, score and the result came out the same."
    if story.origin is not None:
        yield (
            f"{story.origin.events} events are taken over from table {story.origin.table}, which had the hash {story.origin.hash} "
            f"at version {story.origin.version}: its own file proves that."
        )
