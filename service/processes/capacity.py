"""How many connections and streams a web process can serve: what follows from its memory and from the system's limit of open files."""

import logging
import os
import resource
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from events.limits import Limits

OTHER_FILES: Final = 300
"""Open files of a web process other than clients' connections: connections to the store, metrics, code."""
ORDINARY: Final = 500
"""Connections that are served beside the streams."""
MOST_WAITING: Final = 1000
"""Connections that wait to be served or refused, at most."""
FEWEST_SERVED: Final = 100

MOST_STREAMS: Final = 20_000
"""The most streams of one process, if its memory and files allow more: beyond that, moves reach watchers late."""
STREAM_BYTES: Final = 32_000
"""Memory that is planned for a stream. `python -m bench.bench_streams` measures what one takes."""
MEMORY_SHARE: Final = 4
"""All streams of a machine get at most this part of its memory, a quarter: the store and the other programs need the rest."""
CGROUP_LIMITS: Final = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
"""Where Linux says how much memory a container has: in version 2 of control groups, and in version 1."""

log = logging.getLogger("rollstream.web")


class Capacity(NamedTuple):
    """Connections of a web process: those of streams, all that are served, and those that wait to be served or refused."""

    streams: int
    served: int
    waiting: int

    @property
    def files(self) -> int:
        """The open files that the process needs."""
        return self.served + self.waiting + OTHER_FILES


def capacity(limits: Limits, processes: int) -> Capacity:
    """The capacity of each of so many web processes with these limits on this machine."""
    return fitting(limits.streams, memory() // MEMORY_SHARE // processes, most_files())


def fitting(streams: int, memory: int, files: int) -> Capacity:
    """The capacity for so many streams (0: as many as fit) with so many bytes of memory for them and at most so many open files."""
    connections = max(2 * FEWEST_SERVED, files - OTHER_FILES)
    most_served = max(connections - MOST_WAITING, connections // 2)
    if not streams:
        streams = max(1, min(MOST_STREAMS, memory // STREAM_BYTES, max(most_served - ORDINARY, most_served // 2)))
    served = min(streams + ORDINARY, most_served)
    return Capacity(streams, served, min(served, MOST_WAITING))


def prepare(found: Capacity) -> None:
    """Raise the process's limit of open files as far as the capacity needs, and warn if it serves fewer connections than it is meant to."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < found.files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(found.files, most_files()), hard))
    if found.served < found.streams + ORDINARY:
        wanted = found.streams + ORDINARY
        log.warning("a web process serves %d connections, not %d: raise the limit of open files (ulimit -n)", found.served, wanted)


def most_files() -> int:
    """The most files that a process of this user may open."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_STREAMS * 10 if hard == resource.RLIM_INFINITY else hard


def memory() -> int:
    """Bytes of memory of this machine, or of the container."""
    sizes = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    for path in CGROUP_LIMITS:
        with suppress(OSError, ValueError):  # there is no such file, or it says `max`
            sizes.append(int(Path(path).read_text()))
    return min(sizes)
