"""How a process tells its supervisor that it does its work from now on: it writes a byte to the pipe that `READY_FD` names."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

VARIABLE: Final = "READY_FD"
"""The environment variable with the number of the file descriptor, which is another one for each run of a program."""


def say_ready() -> None:
    """Tell the supervisor, if there is one, that this process works. A later call has no effect."""
    number = os.environ.pop(VARIABLE, None)
    if number is not None:
        with suppress(OSError):  # the supervisor no longer listens
            os.write(int(number), b"\n")
            os.close(int(number))


class ReadinessPipe:
    """The supervisor's end of the pipe, for one run of a program."""

    def __init__(self) -> None:
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._reader, False)
        self._said = 0
        self._closed = False

    @contextmanager
    def handing_over(self) -> Iterator[int]:
        """The end for the program, which is started in the block. Without a program, the pipe is closed."""
        try:
            yield self._writer
        except OSError:
            self.close()
            raise
        finally:
            os.close(self._writer)

    def said(self) -> int:
        """How many processes of the run have said that they are ready."""
        if not self._closed:
            with suppress(BlockingIOError):
                self._said += len(os.read(self._reader, 512))
        return self._said

    def close(self) -> None:
        """Nothing more will be said. A second call has no effect."""
        if not self._closed:
            self._closed = True
            os.close(self._reader)
