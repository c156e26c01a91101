"""Signals to stop that reach a new process before it has handlers of its own.

Until then it has those of its parent, gunicorn's master. They would note the signal where nobody reads it, and the process would be killed
after its grace period.
"""

import os
import signal
from typing import Final

STOP_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)


def hold_while_forking() -> None:
    """Let signals to stop wait during each later fork of this process: in this process until it has forked, in the new one until it
    calls `release`.
    """
    os.register_at_fork(before=_hold, after_in_parent=release)


def release() -> None:
    """Get the signals that wait. Call this once there are handlers for them."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)


def _hold() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
