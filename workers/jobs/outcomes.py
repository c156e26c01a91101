"""The ways in which a job can end, and what an error of a task means."""

from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from events.errors import ArchiveUnreachable, BrokenLog, DecisionClosed, NewerLog, NotFound, NotSeated, TableBusy
from events.store.event_store import StoreUnavailable
from rules.rejected import Rejected
from workers.jobs.job import UNDECODABLE, Job, Undecodable

JOB_FAILED: Final = "job-failed"
JOB_TIMED_OUT: Final = "job-timed-out"
JOB_ABANDONED: Final = "job-abandoned"
STORE_UNAVAILABLE: Final = "store-unavailable"
TABLE_DAMAGED: Final = "table-damaged"
TABLE_NEWER: Final = "table-newer"
ARCHIVE_UNAVAILABLE: Final = "archive-unavailable"


class OutOfTime(BaseException):
    """Raised within a job when its timeout expires. No `except Exception` of a task stops it."""


class Finished(NamedTuple):
    """The task is done; `outcome` is JSON."""

    outcome: bytes


class Failed(NamedTuple):
    """The task is not done. `fault`: this is an error of the service. Otherwise the request was refused for a reason that the client may
    read, or may be repeated.
    """

    code: str
    words: str
    fault: bool = True
    error: BaseException | None = None


class GivenUp(NamedTuple):
    """The worker stops before the task is done."""


class Continued(NamedTuple):
    """The task continues after other jobs; `urgent`: before background jobs. A task returns this itself."""

    urgent: bool


JobEnding: TypeAlias = Finished | Failed | GivenUp | Continued


def finished(result: Any) -> Finished | Continued:
    """The outcome for a result of a task. Raises `TypeError` for one that is not JSON."""
    return result if isinstance(result, Continued) else Finished(msgspec.json.encode(result))


def failed(error: BaseException, timeout: int) -> Failed:
    """The outcome for an error of a task."""
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
            return Failed(STORE_UNAVAILABLE, "The store did not answer in time.", fault=False)
        case ArchiveUnreachable():
            return Failed(ARCHIVE_UNAVAILABLE, "The archive did not answer in time.", fault=False)
        case NewerLog():
            return Failed(TABLE_NEWER, f"What happened after version {error.version - 1} can be read by a newer version only.", fault=False)
        case BrokenLog():
            return Failed(TABLE_DAMAGED, f"The table is set aside; its events up to version {error.version - 1} can be read.", fault=False)
        case Undecodable():
            return Failed(UNDECODABLE, str(error))
        case OutOfTime():
            return Failed(JOB_TIMED_OUT, f"not done within {timeout} s")
        case _:
            return Failed(JOB_FAILED, f"{type(error).__name__}: {error}", error=error)


def is_retried(job: Job, ending: JobEnding) -> bool:
    """Whether the job goes back into its queue: to be retried, or to continue."""
    if isinstance(ending, Failed):
        transient = ending.code in {STORE_UNAVAILABLE, ARCHIVE_UNAVAILABLE} or (ending.fault and ending.code != UNDECODABLE)
        return transient and bool(job.retries_left)
    return isinstance(ending, GivenUp | Continued)
