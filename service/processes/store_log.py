"""The log of an embedded server, line by line as log lines of the service. The server itself writes to a file only."""

import logging
import re
import threading
from pathlib import Path
from typing import BinaryIO, Final

LOOK_SECONDS: Final = 0.5
"""Seconds between two looks at the file."""

_LINE: Final = re.compile(r"\d+:[XCSM] \d\d \w{3} \d{4} [\d:.]+ (?P<level>[.\-*#]) (?P<message>.*)")
_LEVELS: Final = {".": logging.DEBUG, "-": logging.DEBUG, "*": logging.INFO, "#": logging.WARNING}


class StoreLog:
    """Logs what is added to a file from now on, in a thread, until `stop`."""

    def __init__(self, path: Path, name: str) -> None:
        """`name` is the server's name, the last part of the logger's."""
        self._path = path
        self._log = logging.getLogger(f"rollstream.embedded.{name}")
        self._read = path.stat().st_size if path.exists() else 0
        self._rest = b""
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._follow, name=f"log of the {name}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Log what is left, and end."""
        self._stopped.set()
        self._thread.join()

    def _follow(self) -> None:
        while not self._stopped.wait(LOOK_SECONDS):
            self._look()
        self._look()

    def _look(self) -> None:
        """Log the new lines. A file that has become shorter is another one."""
        try:
            with self._path.open("rb") as file:
                *lines, self._rest = (self._rest + self._new(file)).split(b"\n")
        except OSError:
            return  # the server has not started yet
        for line in lines:
            self._write(line.decode(errors="replace"))

    def _new(self, file: BinaryIO) -> bytes:
        if self._path.stat().st_size < self._read:
            self._read, self._rest = 0, b""
        file.seek(self._read)
        new = file.read()
        self._read += len(new)
        return new

    def _write(self, line: str) -> None:
        """Log a line; one without a level belongs to the report of a crash."""
        found = _LINE.fullmatch(line)
        if found is not None:
            self._log.log(_LEVELS[found["level"]], "%s", found["message"])
        elif line.strip():
            self._log.warning("%s", line)
