"""How much a test tries: enough to find a fault in `make test`, more in `make test-all`."""

import os

ALL = os.environ.get("ROLLSTREAM_TESTS") == "all"


def at_size(usual: int, whole: int) -> int:
    """A number of examples, tables or seconds: `usual` in `make test`, `whole` in `make test-all`."""
    return whole if ALL else usual
