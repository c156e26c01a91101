"""On the path of a Python program: look-ups of names that begin with `silent` hang, and `quick.example` resolves to this machine."""

import socket
import time
from typing import Any

_look_up, _sleep = socket.getaddrinfo, time.sleep


def _silent(host: Any, *more: Any, **options: Any) -> Any:
    """As `socket.getaddrinfo`, which resolves all other names."""
    if str(host).startswith("silent"):
        _sleep(60)
    return _look_up("127.0.0.1" if host == "quick.example" else host, *more, **options)


socket.getaddrinfo = _silent
