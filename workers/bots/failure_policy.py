"""The failure policy for bots: failed calls are counted and retried, or the bot is given up for the decision. docs/bots.md describes it to
owners.
"""

import logging
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from msgspec.structs import replace

from events.tables.opening import LoadedTable
from events.timestamps import stamp
from rules.table_events import Failure
from workers.bots import health, outcomes, recovery
from workers.bots.answer import Fault
from workers.bots.progress import CallProgress, Owed, delete_progress, message, save_progress
from workers.bots.statistics import Count, note
from workers.dispatcher.parts import DispatcherParts
from workers.outgoing.client import Answered
from workers.outgoing.retry_after import retry_after

log = logging.getLogger(__name__)

RETRY_PAUSES: Final = (1.0, 2.0, 4.0)
"""Seconds from a failed call to the next one, for the first, second and third failure."""

MOST_CALLS_PER_DECISION: Final = len(RETRY_PAUSES) + 1
"""Calls for one decision; after the last one fails, the bot is given up."""

RETRY_JITTER: Final = 0.1
"""The share by which a pause is longer at most, so that not all tables call at once."""

DEADLINE_TOLERANCE: Final = timedelta(milliseconds=50)
"""A call that ends so shortly before the deadline counts as late: the two times come from different clocks."""

CHECK_AFTER_DEADLINE: Final = timedelta(seconds=1)
"""How long after its deadline a decision is checked that the bot wanted to answer through the API."""


class Turn(NamedTuple):
    """A decision, the table as it is now, the state of its calls, when this call began, and the bot's deadline."""

    owed: Owed
    loaded: LoadedTable
    progress: CallProgress
    began: datetime
    ends: datetime

    @property
    def call(self) -> str:
        """The name of the call that is made now."""
        return f"{message(self.owed, self.progress.message)}_{self.progress.attempts + 1}"


def question_sent_at(progress: CallProgress, now: datetime) -> datetime:
    """When the question was sent first; now, if it was not sent."""
    return now if progress.question is None else datetime.fromisoformat(progress.question.timestamp)


def closed(
    parts: DispatcherParts, loaded: LoadedTable, owed: Owed, call: str, *counted: Count, since: datetime, ms: float | None = None
) -> None:
    """Count a closed decision for the bot (answered in time) or against it (late). If this process was absent since `since`, a late
    decision is not counted.
    """
    (end, at), client = outcomes.ending(parts.worker.tables, loaded, owed), parts.worker.client
    if end == "late" and parts.outgoing.away_since(since):
        end = "otherwise"
    note(client, owed.bot, call, *counted, *(() if end == "otherwise" else (end,)), ms=ms)
    if end == "answered":
        health.did_well(client, owed.bot, at)
        health.did_well_at_table(client, owed.bot, owed.table, at)
    elif end == "late":
        log.info("bot %s comes too late for %s", owed.bot, owed)
        _count_failure(parts, owed, call, "timed-out", "its time was over")


def failed(parts: DispatcherParts, turn: Turn, fault: Fault, answer: Answered | None) -> datetime | None:
    """Count a failed call. Returns when to make the next call; None if there is no time for it, or the bot is given up."""
    now, owed, attempts = parts.now(), turn.owed, turn.progress.attempts + 1
    log.info("bot %s fails at %s, call %d: %s", owed.bot, owed, attempts, fault.logged)
    late = now >= turn.ends - DEADLINE_TOLERANCE
    result: Count = "late" if late else "illegal" if fault.reason == "illegal" else "failed"
    note(parts.worker.client, owed.bot, turn.call, "calls", result, ms=None if answer is None else answer.ms)
    parts.worker.counts.add("calls", "bot", fault.reason)
    paused = _count_failure(parts, owed, turn.call, fault.reason, fault.detail)
    progress = save_progress(parts.worker.client, owed, _after(turn.progress, fault))
    if late:
        return None
    when = now + _pause(parts, attempts, answer, now)
    if not paused and attempts < MOST_CALLS_PER_DECISION and when < turn.ends:
        return when
    give_up(parts, turn._replace(progress=progress), fault.reason)
    return None


def _after(progress: CallProgress, fault: Fault) -> CallProgress:
    """The state after one more failed attempt. If the bot sent an answer, the next call is a new message with the refusal; otherwise the
    same message is sent again.
    """
    tried = replace(progress, attempts=progress.attempts + 1, reason=fault.reason)
    return tried if fault.refused is None else replace(tried, message=progress.message + 1, question=None, refused=fault.refused)


def _pause(parts: DispatcherParts, attempts: int, answer: Answered | None, now: datetime) -> timedelta:
    """The pause from the bot's failed attempt with this number to the next one: at least what `Retry-After` requests."""
    pause = timedelta(seconds=RETRY_PAUSES[min(attempts, len(RETRY_PAUSES)) - 1] * (1 + RETRY_JITTER * parts.chance()))
    requested = None if answer is None or answer.status == 200 else retry_after(answer.headers, now)
    return pause if requested is None else max(pause, requested)


def _count_failure(parts: DispatcherParts, owed: Owed, call: str, reason: Failure, detail: str) -> bool:
    """Count the failure in the bot's health, and at this table. Returns whether the bot is paused now, everywhere or at this table."""
    now, client = parts.now(), parts.worker.client
    failure = health.LastFailure(stamp(now), owed.table, owed.decision, reason, detail)
    health.failed_at_table(client, owed.bot, call, failure)
    if health.failed(client, owed.bot, call, failure).paused is None:
        return health.paused_at_table(client, owed.bot, owed.table, now)
    recovery.schedule_probe(parts.schedule, client, owed.bot, now)
    return True


def give_up(parts: DispatcherParts, turn: Turn, reason: Failure) -> None:
    """Stop calling the bot for this decision: the table's `on_failure` closes it."""
    calls = f"{turn.progress.attempts} call{'' if turn.progress.attempts == 1 else 's'}"
    log.info("bot %s is given up for %s after %s: %s", turn.owed.bot, turn.owed, calls, reason)
    outcomes.give_up(parts.worker.handler, turn.loaded, turn.owed, reason, turn.progress.attempts)
    delete_progress(parts.worker.client, turn.owed)
