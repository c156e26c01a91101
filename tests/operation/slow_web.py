"""A web application under the real worker whose responses never end or fail; the worker's send timeout is one second.

Each response appends a line to the file ENDED when it is over.
"""

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gevent

from service.processes import web_worker

web_worker.SEND_TIMEOUT = 1.0

ERRORS = {
    "/unreachable": OSError(errno.EHOSTUNREACH, "No route to host"),
    "/broken": RuntimeError("planted"),
}


def application(environ: dict[str, Any], start_response: Callable[[str, list[tuple[str, str]]], object]) -> Iterator[bytes]:
    """`/flood` sends as much as the client accepts; any other path a few bytes at a time, like an event stream.

    `/unreachable` ends like a stream whose client lost its network, `/broken` like one with an application error.
    """
    start_response("200 OK", [("Content-Type", "text/plain")])
    return _pieces(environ["PATH_INFO"])


def _pieces(path: str) -> Iterator[bytes]:
    try:
        while True:
            if path in ERRORS:
                yield b"x"
                raise ERRORS[path]
            yield b"x" * (1_000_000 if path == "/flood" else 3000)
            gevent.sleep(0 if path == "/flood" else 0.02)
    finally:
        with Path(os.environ["ENDED"]).open("a", encoding="utf-8") as file:
            file.write(f"{path}\n")
