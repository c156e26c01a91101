"""The limit on a client's waiting jobs: finished jobs make room, and old ones are forgotten."""

from service.waiting_jobs import COUNTED_SECONDS, WaitingJobs


class World:
    """A set of unfinished jobs, and a clock."""

    def __init__(self) -> None:
        self.undone: set[str] = set()
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_a_client_asks_for_more_when_some_are_done() -> None:
    world = World()
    waiting = WaitingJobs(2, world.undone.__contains__, world)
    world.undone |= {"a", "b"}

    assert waiting.admits("one", "a")
    assert waiting.admits("one", "b")
    assert not waiting.admits("one", "c")
    assert waiting.admits("one", "a")
    assert waiting.admits("two", "c")
    world.undone.remove("a")
    assert waiting.admits("one", "c")


def test_jobs_that_are_old_count_no_more() -> None:
    world = World()
    waiting = WaitingJobs(1, lambda _job: True, world)
    assert waiting.admits("one", "a")
    assert not waiting.admits("one", "b")

    world.time += COUNTED_SECONDS

    assert waiting.admits("one", "b")
    assert waiting.admits("two", "c")
