"""How a command that runs on and on is told to stop."""

import signal
from types import FrameType


def stop_signals() -> list[int]:
    """Fills with the signals that say stop, from now on."""
    told: list[int] = []

    def tell(number: int, _frame: FrameType | None) -> None:
        told.append(number)

    signal.signal(signal.SIGTERM, tell)
    signal.signal(signal.SIGINT, tell)
    return told
