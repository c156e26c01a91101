"""Computes how many connections a web process can serve within the system's limit of open files."""

import logging
import resource
from typing import Final

OTHER_FILES: Final = 300
"""Open files of a web process other than clients' connections: connections to the store, metrics, code."""
FEWEST_PLACES: Final = 100

log = logging.getLogger("rollstream.web")


def places_for(wanted: int) -> int:
    """`wanted` connections, or as many as the limit of open files allows if as many others wait to be served or refused.

    Raises the soft limit if needed and possible.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = 2 * wanted + OTHER_FILES
    possible = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    if soft != resource.RLIM_INFINITY and soft < possible:
        resource.setrlimit(resource.RLIMIT_NOFILE, (possible, hard))
    places = max(FEWEST_PLACES, (possible - OTHER_FILES) // 2)
    if places < wanted:
        log.warning("a web process serves %d connections, not %d: raise the limit of open files (ulimit -n)", places, wanted)
    return places
