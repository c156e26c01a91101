from events.tables.lineage import LogPosition
from service.live.hub import SILENCE_SPREAD
from service.live.log_access import KNOWN_FOR, LogAccess
from service.live.streams import KEEP_ALIVE

TABLE, END = "p04-table", LogPosition(7, "a" * 64)


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_streams_that_have_read_as_far_need_not_look_again_soon_after_one_of_them() -> None:
    clock = Clock()
    access = LogAccess(clock=clock)
    access.note_end(TABLE, END)

    clock.now += KNOWN_FOR - 1
    assert access.is_end(TABLE, END)
    assert not access.is_end(TABLE, LogPosition(6, "b" * 64))
    assert not access.is_end("p04-other", END)

    clock.now += 1
    assert not access.is_end(TABLE, END)


def test_after_an_outage_nothing_is_known() -> None:
    access = LogAccess()
    access.note_end(TABLE, END)

    access.forget_all()

    assert not access.is_end(TABLE, END)


def test_a_single_stream_looks_after_each_silence() -> None:
    assert KNOWN_FOR < KEEP_ALIVE * (1 - SILENCE_SPREAD)
