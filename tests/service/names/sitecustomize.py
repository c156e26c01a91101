"""On the path of a Python program, this makes the name servers of names that begin with `silent` silent, and knows `quick.example`."""

import socket
import time
from typing import Any

_look_up, _sleep = socket.getaddrinfo, time.sleep


def _silent(host: Any, *more: Any, **options: Any) -> Any:
    """As `socket.getaddrinfo`, which knows all other names."""
    if str(host).startswith("silent"):
        _sleep(60)
    return _look_up("127.0.0.1" if host == "quick.example" else host, *more, **options)


socket.getaddrinfo = _silent
