"""`rollstream serve`: runs the whole service, with an embedded store unless ROLLSTREAM_REDIS_URL names another."""

import logging
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click

from events.store.addresses import is_cluster
from rules.registry import games
from service.command_line import _options
from service.logs import configure_logs, log_what_is_printed
from service.processes import addresses, data_folder, embedded_store, web_program
from service.processes.embedded_store import EmbeddedStore
from service.processes.program import Program
from service.processes.store_log import StoreLog
from service.processes.supervisor import Supervisor
from service.settings import Settings

PORT_FREE_WITHIN = 12.0
"""Seconds for which the web processes of a killed service may still hold the port."""

Port = click.IntRange(1, 65535)

log = logging.getLogger("rollstream.serve")
log.setLevel(logging.INFO)  # whatever level others have: that a program was started again is always said


@click.command()
@click.option("--port", type=Port, default=8000, show_default=True, help="Port to listen on.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 for all.")
@click.option("--data", type=_options.Folder(), default=Path("data"), show_default=True, help="Folder for all data.")
@click.option("--socket", type=click.Path(dir_okay=False, path_type=Path), help="The store's socket.  [default: in the data folder]")
@click.option("--redis-port", type=Port, help="Also expose the store on this port of 127.0.0.1.")
@click.option("--web-processes", type=click.IntRange(1, 64), help="Web processes.  [default: one for each core, at most four]")
@click.option("--with-parent", is_flag=True, hidden=True, help="Stop when the process that started this one is gone.")
def command(
    *, port: int, host: str, data: Path, socket: Path | None, redis_port: int | None, web_processes: int | None, with_parent: bool
) -> None:
    """Run the whole service until Ctrl-C.

    Without ROLLSTREAM_REDIS_URL it uses an embedded store. ROLLSTREAM_FSYNC says when that store has a move on the disk: always, before
    it answers, or everysec (the default), within two seconds. The difference matters when the machine fails or the store is killed.

    SIGHUP replaces all processes but the store's, and nobody notices.
    """
    parent = os.getppid() if with_parent else None
    settings = Settings.from_environment()
    games(settings.games)  # a game that cannot be used is refused once, not by every process again and again
    configure_logs(settings)
    folder = data.absolute()
    environment = dict(os.environ)
    embedded_store.keep_private(folder)
    try:
        with ExitStack() as ending:
            killed = ending.enter_context(data_folder.held(folder))
            free_within = PORT_FREE_WITHIN if killed else 0.0
            advice = f"choose another with --port (make run PORT={port + 1})"
            listener = ending.enter_context(addresses.listener(host, port, advice, free_within))
            servers = _embedded(settings, folder, socket, redis_port)
            environment |= {variable: server.url for variable, server in servers.items()}
            programs = [server.program(environment) for server in servers.values()]
            environment["ROLLSTREAM_EXPORTS_URL"] = settings.exports_at(folder)
            programs += _programs(environment, settings.workers)
            processes = web_processes or settings.web_processes
            programs.append(web_program.web_program(listener, processes, settings, environment))
            for line in web_program.description(host, port, processes, settings):
                _say(f"web: {line}")
            log_what_is_printed()
            with _logs_of(servers.values() if settings.log_format == "json" else ()):
                code = Supervisor(programs, say=_say, while_parent=parent).run(lambda: _say(_welcome(addresses.url(host, port))))
            sys.exit(code)
    except (addresses.PortTaken, data_folder.FolderTaken, embedded_store.StoreStuck, embedded_store.StoreFailed, OSError) as error:
        raise click.ClickException(str(error)) from error


def _programs(environment: Mapping[str, str], workers: int) -> list[Program]:
    """The programs that use the store, without the web server. Add a new program here."""
    return [
        _program("projector", environment, "projector"),
        _program("reactor", environment, "reactor"),
        _program("dispatcher", environment, "dispatcher"),
        *(_program(f"worker {number}", environment, "worker", "--queues", _queues(number, workers)) for number in range(1, workers + 1)),
    ]


def _queues(number: int, of: int) -> str:
    """The first of several workers runs no exports, so that long exports do not delay turns."""
    return "turns" if number == 1 < of else "turns,exports"


def _program(name: str, environment: Mapping[str, str], *arguments: str) -> Program:
    command = [sys.executable, "-P", "-m", "service.command_line", *arguments]
    return Program(name=name, command=command, environment=environment, says_ready=1)


def _embedded(settings: Settings, folder: Path, socket: Path | None, port: int | None) -> Mapping[str, EmbeddedStore]:
    """The servers to start in the data folder, by the variables that name them to the other programs: the store, unless the settings name
    one; beside a cluster the queue, unless the settings name one.

    Raises `ClickException` unless the servers that the settings name answer.
    """
    fsync = settings.fsync or embedded_store.FSYNC
    servers = {}
    if settings.redis_url is None:
        servers["ROLLSTREAM_REDIS_URL"] = embedded_store.at(folder, socket, port, fsync)
    else:
        _check_store(settings.redis_url, settings.fsync)
    if settings.queue_url is not None:
        from service.command_line._store import reach_queue

        reach_queue(settings.queue_url)
    elif settings.redis_url is not None and is_cluster(settings.redis_url):
        servers["ROLLSTREAM_QUEUE_URL"] = embedded_store.queue_at(folder, fsync)
    return servers


@contextmanager
def _logs_of(servers: Iterable[EmbeddedStore]) -> Iterator[None]:
    """During the block, log what these servers log. A person at a terminal finds it in their files."""
    logs = [StoreLog(server.log, server.name) for server in servers]
    for one in logs:
        one.start()
    try:
        yield
    finally:
        for one in logs:
            one.stop()


def _check_store(url: str, fsync: str | None) -> None:
    """Print warnings about writes that the store of ROLLSTREAM_REDIS_URL may lose. Raises `ClickException` unless the store answers."""
    from service.command_line._store import possible_loss, reach_store  # needs the store's client, without which an embedded one is started

    reach_store(url)
    _say("using the store at ROLLSTREAM_REDIS_URL; --data holds only exports")
    if fsync is not None:
        _say("ROLLSTREAM_FSYNC is for the embedded store; for this one, set appendfsync in its own configuration")
    loss = possible_loss(url)
    if loss is not None:
        _say(f"the store may lose acknowledged moves: {loss}")


def _say(text: str) -> None:
    log.info("%s", text)


def _welcome(url: str) -> str:
    table = '{"game":"dicy-cards","seats":[{"kind":"human","name":"Player 1"},{"kind":"human","name":"Player 2"}]}'
    return f"""ready (Ctrl-C stops it). Play in the browser:

  {url}/

or over HTTP, see {url}/docs:

  curl -s -X POST {url}/v1/tables -H 'Content-Type: application/json' -d '{table}'
  curl -s {url}/v1/tables
  curl -s {url}/v1/games/dicy-cards
"""
