"""Stop signals for commands that run until they are stopped."""

from collections.abc import Callable

from workers.stop_signals import on_stop


def stop_requested() -> Callable[[], bool]:
    """Whether SIGTERM or SIGINT has arrived since this call. A second one ends the process at once."""
    requests: list[bool] = []
    on_stop(lambda: requests.append(True))
    return lambda: bool(requests)
