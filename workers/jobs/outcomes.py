"""How a job can end, and what an error that came out of a task means."""

from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from events.errors import BrokenLog, DecisionClosed, NewerLog, NotFound, NotSeated, TableBusy
from events.store.event_store import StoreUnavailable
from rules.rejected import Rejected
from workers.jobs.job import UNDECODABLE, Job, Undecodable

FAILED: Final = "job-failed"
TIMED_OUT: Final = "job-timed-out"
ABANDONED: Final = "job-abandoned"
AWAY: Final = "store-unavailable"
DAMAGED: Final = "table-damaged"
NEWER: Final = "table-newer"


class OutOfTime(BaseException):
    """Raised within a job when its time is over. No `except Exception` of a task stops it."""


class Finished(NamedTuple):
    """The task is done; `outcome` is JSON."""

    outcome: bytes


class Failed(NamedTuple):
    """The task is not done. `fault`: it should have been. If not, what was asked was refused for a reason that may be told, or may just
    be asked again.
    """

    code: str
    words: str
    fault: bool = True
    error: BaseException | None = None


class GivenUp(NamedTuple):
    """The worker has to stop before the task is done."""


class Continued(NamedTuple):
    """The task goes on when others had their turn; `urgent`: before those for which nobody waits. A task answers this itself."""

    urgent: bool


JobEnding: TypeAlias = Finished | Failed | GivenUp | Continued


def finished(result: Any) -> Finished | Continued:
    """What an answer of a task means. Raises `TypeError` for one that is no JSON."""
    return result if isinstance(result, Continued) else Finished(msgspec.json.encode(result))


def failed(error: BaseException, timeout: int) -> Failed:
    """What an error that came out of a task means."""
    match error:
        case Rejected():
            return Failed(error.code, error.detail, fault=False)
        case DecisionClosed() | NotSeated():
            return Failed("decision-closed", "The decision is not open for this seat any more.", fault=False)
        case TableBusy():
            return Failed("table-busy", "Others were faster each time.", fault=False)
        case NotFound():
            return Failed("table-unknown", "The table has been removed.", fault=False)
        case StoreUnavailable():
            return Failed(AWAY, "The store did not answer in time.", fault=False)
        case NewerLog():
            return Failed(NEWER, f"What happened after version {error.version - 1} can be read by a newer version only.", fault=False)
        case BrokenLog():
            return Failed(DAMAGED, f"The table is set aside; its events up to version {error.version - 1} can be read.", fault=False)
        case Undecodable():
            return Failed(UNDECODABLE, str(error))
        case OutOfTime():
            return Failed(TIMED_OUT, f"not done within {timeout} s")
        case _:
            return Failed(FAILED, f"{type(error).__name__}: {error}", error=error)


def is_tried_again(job: Job, ending: JobEnding) -> bool:
    """Whether the job goes back into its queue."""
    if isinstance(ending, Failed):
        by_chance = ending.code == AWAY or (ending.fault and ending.code != UNDECODABLE)
        return by_chance and bool(job.retries_left)
    return isinstance(ending, GivenUp | Continued)
