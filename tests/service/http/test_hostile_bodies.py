"""Large bodies within the limit that are expensive to process."""

import io
import logging
from typing import Any, cast

import pytest

from events.strict_schema import MOST_ERRORS
from service.logs import LogLines, as_json
from tests.live import Api

HUMAN = {"kind": "human"}


@pytest.mark.parametrize(
    "seats",
    [[{}] * 15_000, [HUMAN] * 3_000, [{"kind": "human", "name": "e" + "\u0301" * 15_000}] * 2],
    ids=["empty seats", "seats", "names of combining marks"],
)
def test_a_long_list_or_name_is_refused_without_being_looked_through(api: Api, seats: list[Any]) -> None:
    reply = api.post("/v1/tables", json={"game": "dicy-cards", "seats": seats})

    assert reply.status in {413, 422}
    assert len(reply.text) < 5_000


def test_many_dice_are_refused_with_one_reason(api: Api) -> None:
    created_table = api.create_table(options={"first_seat": "creator"})
    move = {"type": "score", "card": "odds", "dice": [9] * 20_000, "decision": created_table.view["owed"][0]["decision"]}

    reply = api.play(created_table.seated[0], move)

    assert reply.code == "body-invalid"
    assert [error["field"] for error in reply.json["errors"]] == ["dice"]


def test_no_more_wrong_fields_are_told_than_anybody_reads(api: Api) -> None:
    reply = api.post("/v1/tables", json={f"field-{number}": 1 for number in range(1000)})

    assert reply.code == "body-invalid"
    assert len(reply.json["errors"]) == MOST_ERRORS


def test_a_stream_of_a_seat_ends_when_the_seat_is_left(api: Api) -> None:
    created_table = api.create_table(1, open_seats=2)
    guest = api.sit(created_table.table)

    with api.stream(created_table.table, token=guest.token) as frames:
        told = [next(frames)["type"] for _ in range(3)]
        assert api.leave(guest).status == 200
        api.sit(created_table.table)
        told += [event["type"] for event in frames]

    assert told[-1] == "table.seat-left"
    assert told.count("table.seat-taken") == 2


def test_leaving_again_gets_the_first_answer_again(api: Api) -> None:
    created_table = api.create_table(1, open_seats=2)
    guest = api.sit(created_table.table)

    first, again = api.leave(guest), api.leave(guest)

    assert (first.status, again.status, again.replayed) == (200, 200, True)
    assert again.json["events"] == first.json["events"]


class Closed(io.RawIOBase):
    """A closed terminal, or a full disk."""

    def write(self, _data: object) -> int:
        raise OSError


def test_a_log_that_cannot_be_written_raises_nothing() -> None:
    LogLines(cast("Any", Closed()), as_json).handle(logging.makeLogRecord({"msg": "a line"}))
