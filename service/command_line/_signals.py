"""Stop signals for commands that run until they are stopped."""

import signal
from types import FrameType


def stop_signals() -> list[int]:
    """A list to which each later SIGTERM and SIGINT is appended."""
    received: list[int] = []

    def receive(number: int, _frame: FrameType | None) -> None:
        received.append(number)

    signal.signal(signal.SIGTERM, receive)
    signal.signal(signal.SIGINT, receive)
    return received
