"""How many connections a web process can hold by the number of files that the system lets it have open."""

import logging
import resource
from typing import Final

HEADROOM: Final = 200
"""Connections beyond the places: those that are just being refused or closed for others."""
BESIDES: Final = 300
"""Files that a web process has open besides clients' connections: connections to the store, what it counts, its code."""

log = logging.getLogger("rollstream.web")


def places_for(wanted: int) -> int:
    """`wanted` connections at once with headroom, or as many as there may be files; the soft limit is raised for them as far as it goes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + HEADROOM + BESIDES
    possible = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    if soft != resource.RLIM_INFINITY and soft < possible:
        resource.setrlimit(resource.RLIMIT_NOFILE, (possible, hard))
    if possible < needed:
        log.warning("a web process serves %d connections, not %d: raise the limit of open files (ulimit -n)", possible - BESIDES, wanted)
    return max(HEADROOM + 1, possible - BESIDES)
