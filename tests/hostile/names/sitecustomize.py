"""On the path of a Python program, this lets the name in ALTERNATING lead to 127.0.0.1 and to 127.0.0.2 in turn."""

import itertools
import os
import socket
from typing import Any

_asked = itertools.count()
_look_up = socket.getaddrinfo


def _alternating(host: Any, *more: Any, **options: Any) -> Any:
    """As `socket.getaddrinfo`, which knows all other names."""
    return _look_up(f"127.0.0.{1 + next(_asked) % 2}" if host == os.environ["ALTERNATING"] else host, *more, **options)


socket.getaddrinfo = _alternating
