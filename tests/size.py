"""How much a test tries: enough to find a fault in `make test`, more in `make test-all`."""

import os
from typing import TypeVar

T = TypeVar("T")

ALL = os.environ.get("ROLLSTREAM_TESTS") == "all"


def at_size(usual: T, whole: T) -> T:
    """A number of examples, tables or seconds, or the examples: `usual` in `make test`, `whole` in `make test-all`."""
    return whole if ALL else usual
