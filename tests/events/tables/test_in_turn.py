"""Orders that reach a table at the same time, in one process: they take turns, so that none is decided in vain."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from random import Random

import pytest

from events.errors import BrokenLog
from events.store.event_store import Append, Appended, Conflict, IdempotencyRecord
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.tables import handler as handlers
from events.tables import keyed_orders
from events.tables.handler import Answer, Handler
from events.tables.in_turn import InTurn
from events.tables.keyed_orders import Holder
from events.tables.opening import Tables
from rules.dice_cards.commands import Keep
from rules.dice_cards.state import State
from rules.registry import games
from rules.table_commands import Create, SeatRequest

SEATS = 8
TABLE = "p03-" + "0" * 26
FOREVER = 60.0


class Counting(Tables):
    """Tables that note what became of each append."""

    def __init__(self, store: RedisStore) -> None:
        super().__init__(store, games(), lambda: datetime(2026, 11, 30, tzinfo=UTC))
        self.appends: list[type] = []

    def append(self, batch: Append) -> Appended | IdempotencyRecord | Conflict:
        done = super().append(batch)
        self.appends.append(type(done))
        return done


def at_once(*runs: Callable[[], object]) -> None:
    """Run all in a thread each. Raises what one of them raises."""
    started = threading.Barrier(len(runs), timeout=FOREVER)

    def begin(run: Callable[[], object]) -> None:
        started.wait()
        run()

    with ThreadPoolExecutor(len(runs)) as pool:
        list(pool.map(begin, runs))


def test_eight_seats_that_answer_at_once_append_eight_times_and_read_nothing_again(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handlers, "InTurn", lambda: InTurn(FOREVER))  # a slow machine must not change what is counted
    with connect(store_url) as client:
        tables = Counting(RedisStore(client))
        handler = Handler(tables, Random(1).randbytes)
        seats = (SeatRequest(kind="human"),) * SEATS
        create = Create(options={"deal": "choose-any"}, seats=seats)
        table = handler.create(keyed_orders.create(TABLE, "dice-cards", create), "dice-cards").loaded.table
        tables.appends.clear()

        def keep(seat: int) -> Callable[[], Answer]:
            order = keyed_orders.move(TABLE, Holder(seat, table.seats[seat].taken), Keep(card=seat + 1), table.decisions[seat])
            return lambda: handler.execute(order)

        at_once(*(keep(seat) for seat in range(SEATS)))

        assert tables.appends == [Appended] * SEATS
        play = tables.open(TABLE).table.play
        assert isinstance(play, State)
        assert [player.kept for player in play.players] == [(seat + 1,) for seat in range(SEATS)]


def test_who_comes_second_waits_until_the_first_is_done() -> None:
    in_turn, happened, second = InTurn(FOREVER), list[str](), threading.Event()

    def come_second() -> None:
        second.set()
        with in_turn.at("a table"):
            happened.append("the second begins")

    with in_turn.at("a table"):
        coming = threading.Thread(target=come_second)
        coming.start()
        assert second.wait(FOREVER)
        coming.join(0.05)
        happened.append("the first is done")
    coming.join(FOREVER)

    assert happened == ["the first is done", "the second begins"]


def test_who_has_waited_too_long_goes_on_and_leaves_the_turn_of_the_other_alone() -> None:
    in_turn, happened = InTurn(0.0), list[str]()

    def come_second() -> None:
        with in_turn.at("a table"):
            happened.append("the second")

    with in_turn.at("a table"):
        coming = threading.Thread(target=come_second)
        coming.start()
        coming.join(FOREVER)
        happened.append("the first")

    assert happened == ["the second", "the first"]


def test_orders_at_other_tables_do_not_wait() -> None:
    in_turn, entered = InTurn(FOREVER), threading.Event()

    def elsewhere() -> None:
        with in_turn.at("another table"):
            entered.set()

    with in_turn.at("a table"):
        coming = threading.Thread(target=elsewhere)
        coming.start()
        coming.join(FOREVER)

    assert entered.is_set()


def test_an_order_that_fails_ends_its_turn() -> None:
    in_turn, entered = InTurn(FOREVER), threading.Event()
    with pytest.raises(BrokenLog), in_turn.at("a table"):
        raise BrokenLog("its log ends too early")

    def come_later() -> None:
        with in_turn.at("a table"):
            entered.set()

    coming = threading.Thread(target=come_later)
    coming.start()
    coming.join(FOREVER)

    assert entered.is_set()
