"""`rollstream reactor`: queues jobs for tables, on a running store."""

import os
from pathlib import Path

import click

from service.command_line import _options
from service.command_line._signals import stop_signals
from service.command_line._store import warn_of_loss
from service.logs import configure_logs
from service.settings import Settings


@click.command()
@_options.of_running
def command(data: Path) -> None:
    """Queue jobs for tables (moves of built-in players, clocks), until SIGTERM or Ctrl-C. Also removes old tables (docs/limits.md).

    You can run several at once.
    """
    settings = Settings.from_environment()
    configure_logs(settings.log_level)
    warn_of_loss(settings, data)
    stops = stop_signals()
    from events.feed.consumer_group import ConsumerGroup
    from service.command_line._parts import parts_at
    from workers.feed.reactor import GROUP, Reactor
    from workers.retention.retention import Retention

    parts = parts_at(data)
    Retention(parts).start(lambda: bool(stops))
    member = f"{os.uname().nodename}-{os.getpid()}"
    Reactor(parts, ConsumerGroup(parts.client, GROUP, member)).run(lambda: bool(stops))
