"""Whether this web process is about to stop."""

from collections.abc import Callable


class Stopping:
    """Until the process stops, it serves as before and reports itself as not ready, so that a load balancer sends it no more."""

    def __init__(self) -> None:
        self._announced: Callable[[], bool] = lambda: False

    def when(self, announced: Callable[[], bool]) -> None:
        """The process is about to stop once `announced()` is true."""
        self._announced = announced

    def announced(self) -> bool:
        return self._announced()
