"""`rollstream replay`: shows a finished table event by event, from its exported file."""

import sys
from contextlib import suppress
from typing import IO

import click

from events.proof.loading import load_file
from events.proof.verify import verify
from rules.game import Language
from service.command_line._counted import counted
from service.command_line._language import in_language
from service.terminal.frame import frame
from service.terminal.keyboard import keys
from service.terminal.known_games import known_games
from service.terminal.paper import paper
from service.terminal.safe_text import forgiving, printable_lines
from service.terminal.stepping import HELP, step_through
from service.terminal.table_file import NotShown, complaint, content, table_file
from workers.exports.formats import txt
from workers.exports.transcript import Transcript, transcribe


@click.command(epilog=f"Keys: {HELP}.")
@table_file
@click.option("--at", type=click.IntRange(min=1), metavar="N", help="Show the table after event N and exit.")
@in_language
def command(file: IO[bytes], at: int | None, language: Language) -> None:
    """Step through a finished table (its export json) in the terminal; without a terminal, prints the whole game.

    FILE can be - for standard input. An invalid or unverifiable file is not shown.
    """
    story = _story(content(file), language)
    out = forgiving(sys.stdout)
    if at is not None and at > len(story.steps):
        raise click.BadParameter(f"the table has {counted(len(story.steps), 'event')}", param_hint="--at")
    if at is not None:
        console = paper(out)
        console.print(frame(story, at, console))
    elif sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(KeyboardInterrupt), keys(sys.stdin.fileno()) as pressed:
            step_through(story, paper(out), pressed)
    else:
        click.echo(printable_lines(txt.render(story).decode("utf-8")), nl=False, file=out)


def _story(data: bytes, language: Language) -> Transcript:
    """The transcript of a valid file. An invalid file is not shown, because its story may be forged. Raises `NotShown`."""
    games = known_games()
    verdict = verify(data, games)
    if not verdict.ok:
        raise NotShown("\n".join(complaint(verdict)), verdict.status)
    return transcribe(*load_file(data, games), language=language)
