"""On the path of a Python program: the name in ALTERNATING resolves to 127.0.0.1 and 127.0.0.2 in turn."""

import itertools
import os
import socket
from typing import Any

_look_ups = itertools.count()
_look_up = socket.getaddrinfo


def _alternating(host: Any, *more: Any, **options: Any) -> Any:
    """As `socket.getaddrinfo`, which resolves all other names."""
    return _look_up(f"127.0.0.{1 + next(_look_ups) % 2}" if host == os.environ["ALTERNATING"] else host, *more, **options)


socket.getaddrinfo = _alternating
