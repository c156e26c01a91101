"""`rollstream worker`: runs jobs, on a running store."""

from pathlib import Path

import click

from service.command_line import _options
from service.command_line._store import warn_of_loss
from service.logs import configure_logs, log_what_is_printed
from service.processes.readiness import say_ready
from service.settings import Settings
from service.traces import configure_traces
from workers.jobs.queues import QUEUES


def _queues(_context: click.Context, _option: click.Parameter, text: str) -> tuple[str, ...]:
    queues = tuple(name.strip() for name in text.split(","))
    if len(set(queues)) < len(queues) or not set(queues) <= set(QUEUES):
        raise click.BadParameter(f"{text!r} is not a list of some of {', '.join(QUEUES)}, separated by commas")
    return queues


@click.command()
@click.option("--queues", default=",".join(QUEUES), show_default=True, callback=_queues, help="Queues to process.")
@_options.of_running
def command(queues: tuple[str, ...], data: Path) -> None:
    """Run jobs until SIGTERM or Ctrl-C: the moves of built-in players, clocks that run out, exports.

    You can run several at once. Run at least one with `--queues turns`, so that long exports do not delay turns.
    """
    settings = Settings.from_environment()
    configure_logs(settings)
    configure_traces("worker")
    warn_of_loss(settings, data)
    from events.archive.place import FileStoreUnusable
    from service.command_line._parts import parts_at
    from workers.jobs.worker import JobWorker

    parts = parts_at(data)
    try:
        if "exports" in queues:
            parts.open_file_store()
    except FileStoreUnusable as error:
        raise click.ClickException(str(error)) from error
    log_what_is_printed()
    say_ready()
    JobWorker(parts, queues).run()
