"""Signals that stop a process which runs until it is stopped."""

import signal
import time
from collections.abc import Callable, Mapping
from types import FrameType
from typing import Any, Final

STOP_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)

SAME_REQUEST: Final = 0.5
"""Seconds in which a second signal is the same request: a supervisor passes on a signal that its whole group has got already."""


def on_stop(stop: Callable[[], None]) -> Mapping[signal.Signals, Any]:
    """Call `stop` at the first SIGTERM or SIGINT. A second one ends the process at once. Returns the handlers that there were before."""
    since: list[float] = []

    def receive(number: int, _frame: FrameType | None) -> None:
        since.append(time.monotonic())
        if len(since) == 1:
            stop()
        elif since[-1] - since[0] > SAME_REQUEST:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)

    return {number: signal.signal(number, receive) for number in STOP_SIGNALS}
