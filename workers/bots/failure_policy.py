"""What comes of a bot's calls: they are counted, made again, or the bot is given up. docs/bots.md says the same to people."""

import logging
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from msgspec.structs import replace

from events.tables.opening import LoadedTable
from events.timestamps import stamp
from rules.table_events import Failure
from workers.bots import health, outcomes, probe, table_health
from workers.bots import progress as memory
from workers.bots.answer import Fault
from workers.bots.progress import Asking, Owed, message
from workers.bots.statistics import Count, note
from workers.dispatcher.parts import DispatcherParts
from workers.outgoing.client import Answered
from workers.outgoing.retry_after import retry_after

log = logging.getLogger(__name__)

PAUSES: Final = (1.0, 2.0, 4.0)
"""Seconds from a call that came to nothing to the next one."""

MOST_CALLS: Final = len(PAUSES) + 1
"""Calls for one decision; after the last one the bot is given up."""

JITTER: Final = 0.1
"""How much longer a pause may be, as a share of it, so that not all tables call at once."""

CLOSE: Final = timedelta(milliseconds=50)
"""A call that ends so shortly before the deadline has ended with it: two clocks have measured."""

LATE: Final = timedelta(seconds=1)
"""How long after the end of its time is looked at what became of a decision that the bot wanted to answer by itself."""


class Turn(NamedTuple):
    """A decision, the table as it is now, how far the asking has come, when this call began, and until when the bot has time."""

    owed: Owed
    opened: LoadedTable
    asking: Asking
    began: datetime
    ends: datetime

    @property
    def call(self) -> str:
        """The name of the call that is made now."""
        return f"{message(self.owed, self.asking.message)}_{self.asking.attempts + 1}"


def asked_at(asking: Asking, now: datetime) -> datetime:
    """When the bot was asked; now, if it was not."""
    return now if asking.question is None else datetime.fromisoformat(asking.question.timestamp)


def closed(
    parts: DispatcherParts, opened: LoadedTable, owed: Owed, call: str, *counted: Count, since: datetime, ms: float | None = None
) -> None:
    """The bot, asked at the moment `since`, has answered in time or not: that is counted for or against it, unless this process was away
    meanwhile.
    """
    (end, at), client = outcomes.ending(parts.tools.tables, opened, owed), parts.tools.client
    if end == "late" and parts.outgoing.away_since(since):
        end = "otherwise"
    note(client, owed.bot, call, *counted, *(() if end == "otherwise" else (end,)), ms=ms)
    if end == "answered":
        health.did_well(client, owed.bot, at)
        table_health.did_well(client, owed.bot, owed.table, at)
    elif end == "late":
        log.info("bot %s comes too late for %s", owed.bot, owed)
        _hold_against(parts, owed, call, "timed-out", "its time was over")


def failed(parts: DispatcherParts, turn: Turn, fault: Fault, answer: Answered | None) -> datetime | None:
    """Count a call that came to nothing; answers when to make the next one, if there is time for it and the bot is not given up."""
    now, owed, attempts = parts.now(), turn.owed, turn.asking.attempts + 1
    log.info("bot %s fails at %s, call %d: %s", owed.bot, owed, attempts, fault.logged)
    late = now >= turn.ends - CLOSE
    what: Count = "late" if late else "illegal" if fault.reason == "illegal" else "failed"
    note(parts.tools.client, owed.bot, turn.call, "calls", what, ms=None if answer is None else answer.ms)
    paused = _hold_against(parts, owed, turn.call, fault.reason, fault.detail)
    asking = memory.keep(parts.tools.client, owed, _after(turn.asking, fault))
    if late:
        return None
    when = now + _pause(parts, attempts, answer, now)
    if not paused and attempts < MOST_CALLS and when < turn.ends:
        return when
    give_up(parts, turn._replace(asking=asking), fault.reason)
    return None


def _after(asking: Asking, fault: Fault) -> Asking:
    """One attempt more. A bot that has said something is asked anew, and told what was wrong; else the same is sent once more."""
    tried = replace(asking, attempts=asking.attempts + 1, reason=fault.reason)
    return tried if fault.refused is None else replace(tried, message=asking.message + 1, question=None, refused=fault.refused)


def _pause(parts: DispatcherParts, attempts: int, answer: Answered | None, now: datetime) -> timedelta:
    """From the call that was the bot's so manieth attempt to the next one."""
    pause = timedelta(seconds=PAUSES[min(attempts, len(PAUSES)) - 1] * (1 + JITTER * parts.chance()))
    wanted = None if answer is None or answer.status == 200 else retry_after(answer.headers, now)
    return pause if wanted is None else max(pause, wanted)


def _hold_against(parts: DispatcherParts, owed: Owed, call: str, reason: Failure, detail: str) -> bool:
    """Whether the bot is paused now, everywhere or at this table."""
    now, client = parts.now(), parts.tools.client
    failure = health.LastFailure(stamp(now), owed.table, owed.decision, reason, detail)
    table_health.failed(client, owed.bot, call, failure)
    if health.failed(client, owed.bot, call, failure).paused is None:
        return table_health.paused(client, owed.bot, owed.table, now)
    probe.ask(parts.schedule, client, owed.bot, now)
    return True


def give_up(parts: DispatcherParts, turn: Turn, reason: Failure) -> None:
    """The bot is not asked for this decision any more: the table's policy closes it."""
    calls = f"{turn.asking.attempts} call{'' if turn.asking.attempts == 1 else 's'}"
    log.info("bot %s is given up for %s after %s: %s", turn.owed.bot, turn.owed, calls, reason)
    outcomes.give_up(parts.tools.handler, turn.opened, turn.owed, reason, turn.asking.attempts)
    memory.forget(parts.tools.client, turn.owed)
