"""`rollstream reactor`: queues jobs for tables, on a running store."""

import os
from pathlib import Path

import click

from service.command_line import _options
from service.command_line._signals import stop_requested
from service.command_line._store import warn_of_loss
from service.logs import configure_logs, log_what_is_printed
from service.processes.readiness import say_ready
from service.settings import Settings


@click.command()
@_options.of_running
def command(data: Path) -> None:
    """Queue jobs for tables (moves of built-in players, clocks), until SIGTERM or Ctrl-C. Also removes old tables (docs/limits.md).

    You can run several at once.
    """
    settings = Settings.from_environment()
    configure_logs(settings)
    warn_of_loss(settings, data)
    stopping = stop_requested()
    log_what_is_printed()
    from events.feed.consumer_group import ConsumerGroup
    from service.command_line._parts import parts_at
    from workers.feed.reactor import GROUP, Reactor
    from workers.retention.files_watch import FilesWatch
    from workers.retention.retention import Retention

    parts = parts_at(data)
    Retention(parts).start(stopping)
    FilesWatch(parts).start(stopping)
    member = f"{os.uname().nodename}-{os.getpid()}"
    say_ready()
    Reactor(parts, ConsumerGroup(parts.client, GROUP, member)).run(stopping)
