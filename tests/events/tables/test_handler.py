"""The handler over the memory store: exactly one append for every decision, however often an order is repeated."""

import copy
import hashlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest

from events.errors import BrokenLog, DecisionClosed, KeyReused, NotSeated, TableUnknown, VersionUnknown
from events.store.event_store import StoredTable
from events.store.memory_store import MemoryStore
from events.tables import keyed_orders
from events.tables.envelope import NO_HASH, chained, read_line
from events.tables.handler import Answer, Handler
from events.tables.keyed_orders import Holder
from events.tables.opening import Tables
from rules.registry import games
from rules.rejected import Rejected
from rules.table_commands import Create, SeatRequest, Sit

GAME = games()["dicy-cards"]
TABLE = "p03-" + "0" * 26
NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
ROLL, SKIP = GAME.commands["roll"], GAME.commands["skip"]


def ticking() -> Callable[[], datetime]:
    ticks = count()
    return lambda: datetime(2026, 11, 27, tzinfo=UTC) + timedelta(seconds=next(ticks))


@pytest.fixture
def handler() -> Handler:
    return Handler(Tables(MemoryStore(), games(), ticking()), Random(7).randbytes)


def create_table(handler: Handler, *kinds: Any, **wanted: Any) -> Answer:
    seats = tuple(SeatRequest(kind=kind) for kind in kinds or ("human", "human"))
    return handler.create(
        keyed_orders.create(TABLE, GAME.name, Create(options={"first_seat": "creator"}, seats=seats, **wanted)), GAME.name
    )


def holder(handler: Handler, seat: int) -> Holder:
    return Holder(seat, handler.tables.open(TABLE).table.seats[seat].taken)


def owed(handler: Handler, seat: int) -> int:
    return handler.tables.open(TABLE).table.decisions[seat]


def move(handler: Handler, seat: int, command: Any, decision: int | None = None) -> Answer:
    answered = owed(handler, seat) if decision is None else decision
    return handler.execute(keyed_orders.move(TABLE, holder(handler, seat), command, answered))


def test_a_move_is_appended_and_answered_with_its_events_and_the_table_after_them(handler: Handler) -> None:
    before = create_table(handler).loaded.table

    answer = move(handler, 0, ROLL())

    assert [recorded_event.recorded.type for recorded_event in answer.events] == ["dicy-cards.dice-rolled"]
    assert answer.events[0].recorded.version == before.version + 1 == answer.loaded.table.version
    assert answer.events[0].recorded.decision == before.decisions[0]
    assert not answer.replayed
    assert handler.tables.open(TABLE).table == answer.loaded.table


def test_the_same_move_again_gets_the_same_answer_and_appends_nothing(handler: Handler) -> None:
    create_table(handler)
    decision = owed(handler, 0)
    first = move(handler, 0, ROLL(), decision)
    move(handler, 0, SKIP())

    again = move(handler, 0, ROLL(), decision)

    assert again.replayed
    assert again.events == first.events
    assert again.loaded.table == first.loaded.table


def test_another_move_for_an_answered_decision_is_refused_with_the_events_since(handler: Handler) -> None:
    create_table(handler)
    decision = owed(handler, 0)
    rolled = move(handler, 0, ROLL(), decision)

    with pytest.raises(DecisionClosed) as closed:
        move(handler, 0, SKIP(), decision)

    assert tuple(closed.value.since) == tuple(rolled.events)
    assert handler.tables.open(TABLE).table == rolled.loaded.table


def test_a_move_for_a_decision_that_is_not_ones_own_is_refused(handler: Handler) -> None:
    table = create_table(handler).loaded.table
    for seat, decision in ((1, table.decisions[0]), (0, 1), (0, 10**9)):
        with pytest.raises(DecisionClosed):
            move(handler, seat, ROLL(), decision)


def test_a_refused_move_changes_neither_version_nor_dice(handler: Handler) -> None:
    create_table(handler)
    rolled = move(handler, 0, ROLL()).loaded.table

    with pytest.raises(Rejected):
        move(handler, 0, GAME.commands["reset"](card=GAME.view(rolled.play, 0)["cards"][0]))

    assert handler.tables.open(TABLE).table == rolled


def test_two_processes_that_remember_a_table_never_answer_from_the_past() -> None:
    store = MemoryStore()
    handler, other = (Handler(Tables(store, games(), lambda: NOON), Random(7).randbytes) for _ in range(2))
    create_table(handler)
    turns = []

    for number in range(12):
        at = (handler, other)[number // 2 % 2]
        seat = next(seat for seat in (0, 1) if owed(at, seat))
        decision = owed(at, seat)
        command = ROLL() if number % 2 == 0 else SKIP()
        turns.append(move(at, seat, command, decision))
        stale = (other, handler)[number // 2 % 2]
        assert move(stale, seat, command, decision).replayed
        with pytest.raises(DecisionClosed):
            move(stale, seat, SKIP() if number % 2 == 0 else ROLL(), decision)

    versions = [recorded_event.recorded.version for answer in turns for recorded_event in answer.events]
    assert versions == list(range(versions[0], versions[0] + len(versions)))
    assert handler.tables.recent(TABLE) is not None
    with pytest.raises(NotSeated):
        handler.execute(keyed_orders.move(TABLE, Holder(0, 99), ROLL(), owed(handler, 0)))


def test_only_so_many_tables_are_remembered_and_only_for_so_long(handler: Handler, monkeypatch: pytest.MonkeyPatch) -> None:
    create_table(handler)
    loaded = move(handler, 0, ROLL()).loaded
    assert handler.tables.recent(TABLE) == loaded

    monkeypatch.setattr("events.tables.opening.MOST_CACHED_TABLES", 2)
    for name in "ab":
        handler.tables.remember(loaded._replace(id=name))
    assert handler.tables.recent(TABLE) is None
    for _ in range(6):
        handler.tables.now()
    assert handler.tables.recent("b") is None


def test_laying_a_table_again_with_the_same_wish_finds_the_first_and_with_another_is_refused(handler: Handler) -> None:
    first = create_table(handler)

    assert create_table(handler).events == first.events
    assert create_table(handler).replayed
    with pytest.raises(KeyReused):
        create_table(handler, "human", "human", "human")


def test_sitting_down_twice_with_one_key_takes_one_seat(handler: Handler) -> None:
    create_table(handler, "human", "open", "open")
    sit = keyed_orders.sit(TABLE, Sit(name="Second"), "a-key")

    first, again = handler.execute(sit), handler.execute(sit)

    assert again.replayed
    assert again.events == first.events
    assert handler.tables.open(TABLE).table.open_seats == (2,)
    with pytest.raises(KeyReused):
        handler.execute(keyed_orders.sit(TABLE, Sit(name="Third"), "a-key"))


class Counting(MemoryStore):
    """Counts how often a table is opened."""

    loads = 0

    def load(self, table: str, key: str | None, now_ms: int) -> StoredTable:
        self.loads += 1
        return super().load(table, key, now_ms)


def test_a_table_that_the_caller_has_opened_is_not_opened_again_unless_something_speaks_against_the_order() -> None:
    store = Counting()
    handler = Handler(Tables(store, games(), ticking()), Random(7).randbytes)
    create_table(handler, "human", "open", "open")
    loaded = handler.tables.open(TABLE)
    sit = keyed_orders.sit(TABLE, Sit(name="Second"), "a-key")
    before = store.loads

    first = handler.execute(sit, loaded)
    assert store.loads == before
    again = handler.execute(sit, loaded)
    assert (again.replayed, again.events) == (True, first.events)
    third = handler.execute(keyed_orders.sit(TABLE, Sit(name="Third"), "another-key"), loaded)  # the table has changed meanwhile
    assert [event.seat for _, event in third.events[:1]] == [2]
    with pytest.raises(Rejected):
        handler.execute(keyed_orders.sit(TABLE, Sit(), "a-third-key"), loaded)


def test_whoever_has_left_has_no_say_any_more(handler: Handler) -> None:
    create_table(handler, "human", "open", "open")
    handler.execute(keyed_orders.sit(TABLE, Sit(), "a-key"))
    gone = holder(handler, 1)
    handler.execute(keyed_orders.leave(TABLE, gone))

    nobody = (Holder(7, 1), Holder(2, 0))
    again = handler.execute(keyed_orders.leave(TABLE, gone))
    assert again.replayed  # repeated, as after a lost answer
    for order in (keyed_orders.start(TABLE, gone), *(keyed_orders.leave(TABLE, holder) for holder in nobody)):
        with pytest.raises(NotSeated):
            handler.execute(order)


def test_the_end_reveals_the_secret_whose_commitment_was_published(handler: Handler) -> None:
    commitment = create_table(handler).loaded.table.commitment

    over = handler.execute(keyed_orders.leave(TABLE, holder(handler, 0))).loaded.table

    assert over.status == "finished"
    assert hashlib.sha256(bytes.fromhex(over.secret or "")).hexdigest() == commitment
    assert handler.tables.open(TABLE).secret is None


def play_out(handler: Handler) -> Iterator[Answer]:
    chance = Random(1)
    while owing := [seat for seat, decision in enumerate(handler.tables.open(TABLE).table.decisions) if decision]:
        seat = chance.choice(owing)
        yield move(handler, seat, chance.choice(list(GAME.legal(handler.tables.open(TABLE).table.play, seat))))


def test_every_version_of_a_whole_game_can_be_looked_at_and_the_chain_holds(handler: Handler) -> None:
    seen = {answer.loaded.table.version: answer.loaded.table for answer in (create_table(handler, *["human"] * 3), *play_out(handler))}
    newest = max(seen)

    for version in range(1, newest + 1, 1 + newest // 40):
        then = handler.tables.open_at(TABLE, version).table
        assert then == seen.get(version, then)
        assert then.version == version
    with pytest.raises(VersionUnknown):
        handler.tables.open_at(TABLE, newest + 1)

    loaded, previous = handler.tables.open(TABLE), NO_HASH
    for recorded, event in handler.tables.recorded_events(loaded.codec, TABLE, 0, newest):
        names = ("table", "version", "type", "schema", "seat", "at", "decision")
        data = msgspec.json.decode(recorded.data)
        assert event == loaded.codec.event(recorded)
        body = {**{name: getattr(recorded, name) for name in names}, "data": data}
        previous = chained(previous, body)
        assert recorded.hash == previous
    assert loaded.head == previous


def test_an_unknown_table_is_not_found(handler: Handler) -> None:
    for table in (TABLE, "nonsense", "", "p99-" + "0" * 26):
        with pytest.raises(TableUnknown):
            handler.tables.open(table)
        with pytest.raises(TableUnknown):
            handler.tables.codec_of(table)


def test_a_table_whose_dice_secret_is_lost_stands_still_rather_than_play_with_dice_nobody_can_check() -> None:
    store = MemoryStore()
    handler = Handler(Tables(store, games(), ticking()), Random(7).randbytes)
    create_table(handler)
    decision = owed(handler, 0)
    store._stored[TABLE].secret = None

    with pytest.raises(BrokenLog, match="secret"):
        move(handler, 0, ROLL(), decision)

    assert store.load(TABLE, None, 0).version == decision


def test_the_time_of_a_table_does_not_go_back_with_the_clock() -> None:
    now = [NOON]
    handler = Handler(Tables(MemoryStore(), games(), lambda: now[0]), Random(7).randbytes)

    def at(moment: datetime, do: Callable[[], Answer]) -> str:
        now[0] = moment
        return do().events[-1].recorded.at

    told = [
        at(NOON, lambda: create_table(handler)),
        at(NOON - timedelta(hours=1), lambda: move(handler, 0, ROLL())),
        at(NOON - timedelta(hours=1), lambda: move(handler, 0, SKIP())),
        at(NOON + timedelta(seconds=1), lambda: move(handler, 1, ROLL())),
    ]

    assert told == ["2026-11-27T12:00:00.000Z"] * 3 + ["2026-11-27T12:00:01.000Z"]


def test_a_process_that_remembers_a_lost_branch_of_the_log_decides_again_on_what_is_stored() -> None:
    """After a fail-over the log may hold another event at the version that a process remembers."""
    store, moments = MemoryStore(), ticking()
    one, other = (Handler(Tables(store, games(), moments), Random(7).randbytes) for _ in range(2))
    create_table(one)
    version = one.tables.open(TABLE).table.version
    before = copy.deepcopy(store._stored[TABLE])
    move(one, 0, ROLL())
    store._stored[TABLE] = before  # the primary is lost, and its replica lagged behind
    move(other, 0, SKIP() if SKIP() in GAME.legal(other.tables.open(TABLE).table.play, 0) else ROLL())

    answer = move(one, other.tables.open(TABLE).table.owing[0], SKIP())

    lines = [read_line(line) for line in store.read(TABLE, 0, 1000)]
    assert answer.events[0].recorded.version > version
    previous = NO_HASH
    for recorded in lines:
        body = {name: getattr(recorded, name) for name in ("table", "version", "type", "schema", "seat", "at", "decision", "data")}
        assert recorded.hash == chained(previous, body)
        previous = recorded.hash
