"""The format levels that there are, and how a store and its connections name them (ADR 71)."""

import re
from typing import Final

from events.store.keys import service_key

OLDEST_LEVEL: Final = 1
NEWEST_LEVEL: Final = 2
"""The newest format level that this release knows. 1: canonical lines. 2: compact lines."""

FORMAT_LEVEL: Final = service_key("format")
"""A string: the format level of the store."""

CLIENT_NAME: Final = f"rollstream:{NEWEST_LEVEL}"
"""The name of every connection to a store. It says which level the process can read. The releases before level 2 have no number in it."""

_CLIENT_NAME: Final = re.compile(r"rollstream(?::([0-9]{1,9}))?")


def read_level(stored: bytes) -> int:
    """A stored format level. What is no level is the oldest one."""
    return int(stored) if stored.isdigit() and 0 < len(stored) < 10 else OLDEST_LEVEL


def is_older(client_name: str) -> bool:
    """Whether a connection of this name belongs to a release that cannot read the newest level. Other programs have other names."""
    ours = _CLIENT_NAME.fullmatch(client_name)
    return ours is not None and int(ours[1] or OLDEST_LEVEL) < NEWEST_LEVEL
