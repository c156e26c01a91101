"""`rollstream parked`: lists, retries and drops parked jobs, which failed unexpectedly."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from service.command_line import _options
from service.command_line._store import while_it_answers
from workers.jobs.parked import Parked
from workers.jobs.parts import WorkerParts


@click.group()
def command() -> None:
    """List, retry or drop parked jobs.

    A table whose moves fail is retried automatically, at intervals of up to ten minutes; a success removes it.
    """


@command.command(name="list")
@click.option("--limit", type=click.IntRange(1, 10_000), default=100, show_default=True, help="How many, newest first.")
@_options.of_running
def show(limit: int, data: Path) -> None:
    """List parked jobs, newest first.

    Shows the id, the time of the last failure, the number of failures, and the reason.
    """
    with _parts(data) as parts:
        parked, count = parts.parked.list(limit), parts.parked.count()
    if not parked:
        click.echo("Nothing is parked.", err=True)
        return
    width = max(len(one.id) for one in parked)
    for one in parked:
        click.echo(f"{one.id:<{width}}  {one.at}  {one.attempts:>3} ×  {one.code}: {' '.join(one.error.split())}")
    if count > len(parked):
        click.echo(f"{count - len(parked)} older ones are not shown: use --limit.", err=True)


@command.command()
@click.argument("parked_id", metavar="ID")
@_options.of_running
def retry(parked_id: str, data: Path) -> None:
    """Retry a parked job now. If it fails, it is parked again."""
    with _parts(data) as parts:
        parked = _known(parts, parked_id)
        if not parked.task:
            raise click.ClickException(f"{parked_id} is no job that this service knows; `rollstream parked drop` removes it")
        try:
            queued = parts.jobs.enqueue(parked.task, *parked.ids, job_id=parked.job)
        except ValueError as error:
            raise click.ClickException(f"{parked_id} cannot be retried: {error}; `rollstream parked drop` removes it") from error
        parts.parked.drop(parked_id)
    click.echo(f"{parked_id} is retried." if queued else f"{parked_id} is being retried already.")


@command.command()
@click.argument("parked_id", metavar="ID")
@_options.of_running
def drop(parked_id: str, data: Path) -> None:
    """Remove a parked job. It is not retried, unless its table still needs it."""
    with _parts(data) as parts:
        _known(parts, parked_id)
        parts.parked.drop(parked_id)
    click.echo(f"{parked_id} is removed.")


def _known(parts: WorkerParts, parked_id: str) -> Parked:
    parked = parts.parked.get(parked_id)
    if parked is None:
        raise click.ClickException(f"nothing is parked as {parked_id!r}; `rollstream parked list` shows all")
    return parked


@contextmanager
def _parts(data: Path) -> Iterator[WorkerParts]:
    from service.command_line._parts import parts_at

    with while_it_answers():
        yield parts_at(data)
