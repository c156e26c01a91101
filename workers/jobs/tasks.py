"""The closed list of tasks that workers can run."""

from collections.abc import Mapping
from typing import Final

from workers.exports.task import export
from workers.jobs import built_in_moves
from workers.jobs.job import Task
from workers.values.task import compute

TASKS: Final[Mapping[str, Task]] = {
    # Both are retried once: if a worker was killed, its job is not parked, since the table may need no move any more.
    # `play` is enqueued once for each version that needs it, and the feed may deliver that twice: so a finished job is kept for a while.
    "play": Task(run=built_in_moves.play, queue="turns", timeout=10, keep=60, keep_failed=60, waits=60, retries=1, settles=("due",)),
    # `due` is enqueued as long as the table is due: so it must be deleted as soon as it is done.
    "due": Task(run=built_in_moves.due, queue="turns", timeout=10, keep=0, keep_failed=0, waits=60, retries=1, settles=("play",)),
    "turn": Task(run=built_in_moves.turn, queue="turns", timeout=20, keep=60),
    "advise": Task(run=built_in_moves.advise, queue="turns", timeout=20, keep=3600),
    # `export` writes its file to the file store: if the file is deleted, a new export must be possible at once.
    "export": Task(run=export, queue="exports", timeout=300, keep=0, waits=3600, retries=1),
    # likewise `values`, which takes seconds: until then players play without it
    "values": Task(run=compute, queue="exports", timeout=300, keep=0, waits=3600, retries=1, urgent=False),
}
