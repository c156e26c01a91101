"""Orders that are given on an old copy of the table, once more, or by another holder of the same seat."""

from typing import Any

import pytest

from events.tables import keyed_orders
from events.tables.handler import Answer, Handler
from events.tables.keyed_orders import Holder
from rules.table_commands import Create, SeatRequest, Sit
from tests.events.tables.test_handler import GAME, TABLE, create_table, handler, holder

__all__ = ["handler"]


def sit(handler: Handler, name: str, loaded: Any = None) -> Answer:
    return handler.execute(keyed_orders.sit(TABLE, Sit(name=name, client_seed=None), name), loaded)


def test_each_holder_of_a_seat_can_leave_it(handler: Handler) -> None:
    create_table(handler, "human", "open", auto_start=False)

    for name in ("Ada", "Grace"):
        sit(handler, name)
        left = handler.execute(keyed_orders.leave(TABLE, holder(handler, 1)))

        assert not left.replayed
        assert left.loaded.table.open_seats == (1,)


def test_who_has_left_may_say_so_again(handler: Handler) -> None:
    create_table(handler, "human", "open", auto_start=False)
    sit(handler, "Ada")
    leaving = keyed_orders.leave(TABLE, holder(handler, 1))
    first = handler.execute(leaving)

    again = handler.execute(leaving)

    assert again.replayed
    assert again.events == first.events


def test_a_table_that_was_full_when_it_was_loaded_has_a_seat_for_who_comes_after_somebody_has_left(handler: Handler) -> None:
    create_table(handler, "human", "open", auto_start=False)
    full = sit(handler, "Ada").loaded
    handler.execute(keyed_orders.leave(TABLE, holder(handler, 1)))

    seated = sit(handler, "Grace", full)

    assert seated.loaded.table.seats[1].name == "Grace"


def test_an_order_that_the_last_check_refuses_is_not_stored(handler: Handler) -> None:
    before = create_table(handler, auto_start=False).loaded.table

    def refuse(*_: object) -> None:
        raise LookupError

    with pytest.raises(LookupError):
        handler.execute(keyed_orders.start(TABLE, Holder(0, before.seats[0].taken)), ready=refuse)

    assert handler.tables.open(TABLE).table == before


def test_a_request_that_an_earlier_build_has_carried_out_is_known_by_what_it_asked_for(handler: Handler) -> None:
    wanted = Create(options={"first_seat": "creator"}, seats=(SeatRequest(kind="human"),) * 2)
    first = handler.create(keyed_orders.create(TABLE, GAME.name, wanted), GAME.name)

    again = handler.create(keyed_orders.create(TABLE, GAME.name, wanted, sent={"game": GAME.name}), GAME.name)

    assert again.replayed
    assert again.events == first.events
