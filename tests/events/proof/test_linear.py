"""The cost of a check is linear in the size of the file."""

from collections.abc import Sequence
from typing import Any

import pytest

from events.proof.log import FileEvent, ReplayContext, entries
from events.proof.playing import play_again
from events.proof.shape import shaped
from events.proof.verify import verify
from events.tables.codec import Codec
from rules.dice import DiceSeed
from tests.events.proof.forging import Value, chained_anew, find, parsed
from tests.events.proof.second import second_verdicts
from tests.events.proof.tables import GAMES, made
from tests.size import at_size


class Counting(Sequence[FileEvent]):
    """A log that counts the events that were read from it, one by one or in slices."""

    def __init__(self, log: Sequence[FileEvent]) -> None:
        self._log = log
        self.taken = 0

    def __len__(self) -> int:
        return len(self._log)

    def __getitem__(self, place: Any) -> Any:
        found = self._log[place]
        self.taken += len(found) if isinstance(place, slice) else 1
        return found


def coming_and_going(times: int) -> bytes:
    """A table at which a player joins and leaves this many times, until it is closed."""
    value = parsed(made("left alone before the start"))
    created, taken, *end = value["events"]
    created["data"]["auto_start"] = False
    left: Value = {**taken, "type": "table.seat-left", "schema": 1, "data": {}, "seat": 1}
    guest = {**taken, "seat": 1, "data": {**taken["data"]}}
    value["names"] = value["names"][:1]
    value["events"] = [dict(event) for event in (created, taken, *([guest, left] * times), *end)]
    return chained_anew(value)


def events_taken(times: int) -> int:
    value = parsed(coming_and_going(times))
    file, codec = shaped(value), Codec(GAMES["dicy-cards"])
    log, unread = entries(codec, file)
    counting = Counting(log)

    assert unread is None
    assert play_again(ReplayContext(codec, DiceSeed(file.table, file.secret)), counting).appends > times
    return counting.taken


def test_a_log_twice_as_long_is_read_twice_as_often() -> None:
    once, twice = events_taken(200), events_taken(400)

    assert twice <= 2.05 * once
    assert twice <= 20 * 800


def test_a_table_of_thousands_of_events_is_right_for_both() -> None:
    times = at_size(1_000, 6_000)
    file = coming_and_going(times)

    assert find(parsed(file), "table.finished")["version"] == 2 * times + 3
    assert verify(file, GAMES).ok
    assert second_verdicts([file])[0].ok


@pytest.mark.parametrize("sign", ["a", "é", "😀"])
def test_a_file_is_measured_in_bytes_of_utf_8_whatever_it_is_written_in(sign: str) -> None:
    file = ('{"' + sign * (16 * 1024**2 // len(sign.encode()))).encode()

    first, (second,) = verify(file, GAMES), second_verdicts([file])

    assert (first.code, second.code) == ("unreadable", "unreadable")
    assert "bytes" in str(first.detail)
