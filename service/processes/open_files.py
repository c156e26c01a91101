"""Computes how many connections a web process can hold within the system's limit of open files."""

import logging
import resource
from typing import Final

HEADROOM: Final = 200
"""Connections in addition to the places: those that are being refused, or closed to make room."""
OTHER_FILES: Final = 300
"""Open files of a web process other than clients' connections: connections to the store, metrics, code."""

log = logging.getLogger("rollstream.web")


def places_for(wanted: int) -> int:
    """`wanted` connections with headroom, or as many as the limit of open files allows. Raises the soft limit if needed and possible."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + HEADROOM + OTHER_FILES
    possible = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    if soft != resource.RLIM_INFINITY and soft < possible:
        resource.setrlimit(resource.RLIMIT_NOFILE, (possible, hard))
    if possible < needed:
        log.warning(
            "a web process serves %d connections, not %d: raise the limit of open files (ulimit -n)", possible - OTHER_FILES, wanted
        )
    return max(HEADROOM + 1, possible - OTHER_FILES)
