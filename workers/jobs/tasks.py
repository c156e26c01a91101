"""The closed list of what workers can be asked for."""

from collections.abc import Mapping
from typing import Final

from workers.exports.task import export
from workers.jobs import built_in_moves
from workers.jobs.job import Task

TASKS: Final[Mapping[str, Task]] = {
    # Both are tried again once: of a table whose worker was killed nothing stays parked, though it may owe nobody anything any more.
    # `play` is asked for once for each version that calls for it, and that may be told twice: so it is known for a while.
    "play": Task(run=built_in_moves.play, queue="turns", timeout=10, keep=60, keep_failed=60, waits=60, retries=1, settles=("due",)),
    # `due` is asked for as long as nobody has come: so it must be forgotten as soon as it is done.
    "due": Task(run=built_in_moves.due, queue="turns", timeout=10, keep=0, keep_failed=0, waits=60, retries=1, settles=("play",)),
    "turn": Task(run=built_in_moves.turn, queue="turns", timeout=20, keep=60),
    "advise": Task(run=built_in_moves.advise, queue="turns", timeout=20, keep=3600),
    # `export` leaves its file on the file store: should that be taken away, it must be possible to ask for it again at once.
    "export": Task(run=export, queue="exports", timeout=300, keep=0, waits=3600, retries=1),
}
