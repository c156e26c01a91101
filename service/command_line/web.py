"""`rollstream web`: runs only the web server, on a store that is running or about to start."""

import logging
import os
import sys
from pathlib import Path

import click

from rules.registry import games
from service.command_line import _options
from service.command_line._store import absence, queue_url, store_url, warn_of_loss
from service.logs import configure_logs, log_what_is_printed
from service.processes import addresses, web_program
from service.processes.supervisor import Supervisor
from service.settings import Settings
from service.traces import configure_traces

log = logging.getLogger("rollstream.web")


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="Port to listen on.")
@click.option("--web-processes", type=click.IntRange(1, 64), help="Processes.  [default: one for each core, at most four]")
@_options.of_running
def command(host: str, port: int, web_processes: int | None, data: Path) -> None:
    """Run only the web server, on a store and a queue that are running or about to start.

    Until they answer, requests that need them get 503. SIGHUP replaces its processes, and nobody notices.
    """
    settings = Settings.from_environment()
    games(settings.games)  # a game that cannot be used is refused here, not by each of its processes
    configure_logs(settings)
    log.setLevel(logging.INFO)  # whatever level others have: that processes were started again is always said
    configure_traces("web")  # likewise: the web processes do it again, after they have forked
    url, queue = store_url(settings, data), queue_url(settings, data)
    processes = web_processes or settings.web_processes
    servers = {"ROLLSTREAM_REDIS_URL": url, "ROLLSTREAM_QUEUE_URL": queue, "ROLLSTREAM_EXPORTS_URL": settings.exports_at(data)}
    try:
        with addresses.listener(host, port, "choose another with --port") as listener:
            for line in web_program.description(host, port, processes, settings):
                _say(line)
            _name_absences(url, queue)
            warn_of_loss(settings, data)
            log_what_is_printed()
            program = web_program.web_program(listener, processes, settings, {**os.environ, **servers})
            sys.exit(Supervisor([program], say=_say).run(lambda: _say("ready")))
    except addresses.PortTaken as error:
        raise click.ClickException(str(error)) from error


def _name_absences(url: str, queue: str) -> None:
    """Log what does not answer. Exiting would not help: restarts would only delay the recovery."""
    absences = [absence(url), absence(queue, "queue") if queue != url else None]
    for message in filter(None, absences):
        log.warning("%s; requests that need it get 503 until then", message)


def _say(text: str) -> None:
    log.info("%s", text)
