"""`rollstream projector`: updates the lobby and the players' histories, on a running store."""

from pathlib import Path

import click

from events.projections.projector import Projector
from events.store.event_store import StoreUnavailable
from events.store.redis_connection import connect_for_health
from service.command_line import _options
from service.command_line._lists import lists
from service.command_line._signals import stop_requested
from service.command_line._store import store_url, warn_of_loss
from service.logs import configure_logs, log_what_is_printed
from service.processes.readiness import say_ready
from service.settings import Settings
from workers.beating import Beat
from workers.counts import Counts


@click.command()
@_options.of_running
def command(data: Path) -> None:
    """Update the lobby and the players' histories, until SIGTERM or Ctrl-C.

    You can run several at once. A damaged table is set aside (`rollstream damaged`) and delays no other.
    """
    settings = Settings.from_environment()
    configure_logs(settings)
    warn_of_loss(settings, data)
    stopping = stop_requested()
    log_what_is_printed()
    try:
        beat = Beat(connect_for_health(store_url(settings, data)), "projector", Counts())
        projector = Projector(*lists(data), beat=beat)
        say_ready()
        projector.run(stopping)
    except StoreUnavailable as error:
        raise click.ClickException(f"this store cannot be used: {error}") from error
