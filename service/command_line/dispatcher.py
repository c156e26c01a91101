"""`rollstream dispatcher`: calls bots and webhooks, on a running store."""

import os
import random
import secrets
from pathlib import Path

import click

from service.command_line import _options
from service.command_line._signals import stop_requested
from service.command_line._store import warn_of_loss
from service.logs import configure_logs, log_what_is_printed
from service.processes.readiness import say_ready
from service.settings import Settings
from service.traces import configure_traces


@click.command()
@_options.of_running
def command(data: Path) -> None:
    """Request moves from bots and deliver events to webhooks, until SIGTERM or Ctrl-C.

    You can run several at once.
    """
    settings = Settings.from_environment()
    configure_logs(settings)
    configure_traces("dispatcher")
    warn_of_loss(settings, data)
    stopping = stop_requested()
    log_what_is_printed()
    from events.access.api_keys import SECRET_BYTES, secret_when_needed
    from events.access.seat_tokens import SeatTokens
    from events.feed.consumer_group import ConsumerGroup
    from service.command_line._parts import parts_at
    from workers.absences import Absences
    from workers.calls.slots import Slots
    from workers.dispatcher.dispatcher import Dispatcher
    from workers.dispatcher.feed_consumer import GROUP
    from workers.dispatcher.kinds import KINDS, LISTENERS, party_of
    from workers.dispatcher.parts import dispatcher_parts
    from workers.outgoing.client import Outgoing

    tool_parts = parts_at(data)
    tokens = SeatTokens(settings.secret or secret_when_needed(tool_parts.client, secrets.token_bytes(SECRET_BYTES)))
    absences = Absences()
    absences.watch()
    outgoing = Outgoing(
        settings.outgoing_allow, monotonic=absences.running_time, limits=tool_parts.limits, away_since=absences.was_absent_since
    )
    parts = dispatcher_parts(tool_parts, outgoing, tokens, random.random)
    member = f"{os.uname().nodename}-{os.getpid()}"
    name = f"{member}-{secrets.token_hex(4)}"
    feed, hands = ConsumerGroup(tool_parts.client, GROUP, member), Slots(monotonic=absences.running_time)
    say_ready()
    Dispatcher(parts, feed, name, KINDS, LISTENERS, party_of, slots=hands, on_downtime=absences.report_downtime).run(stopping)
