"""Processes that remember events that the store has lost: each decision is made again on the existing log (ADR 28)."""

import logging
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from redis import Redis

from events.errors import DecisionClosed
from events.proof import document
from events.proof.verify import verify
from events.store.keys import state_key
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.tables import keyed_orders
from events.tables.envelope import chained, read_line
from events.tables.handler import Answer, Handler
from events.tables.keyed_orders import Holder
from events.tables.opening import LoadedTable, Tables
from rules.registry import games
from rules.rejected import Rejected
from rules.table_commands import Create, SeatRequest
from tests.events.store.replicated import Pair, replicated
from tests.size import at_size

GAMES = games()
TABLE = "p03-" + "0" * 26
HUMAN = SeatRequest(kind="human")


class Process:
    """A process of the service: a handler with a separate memory. All share a clock that the test sets."""

    def __init__(self, client: Redis, clock: list[datetime]) -> None:
        self.client: Any = client
        self.tables = Tables(RedisStore(client), GAMES, lambda: clock[0])
        self._clock = clock
        self._handler = Handler(self.tables, Random(1).randbytes)

    def create_table(self, table: str = TABLE, game: str = "dicy-cards") -> None:
        options = {"first_seat": "creator"} if game == "dicy-cards" else {}
        self._handler.create(keyed_orders.create(table, game, Create(options=options, seats=(HUMAN, HUMAN))), game)

    def play(self, number: int = -1, table: str = TABLE) -> Answer:
        """Make a move that is legal as far as this process knows the table: the last one in the list, or the one with this number.

        If the move is refused, read the table again and make a legal one.
        """
        self._clock[0] += timedelta(milliseconds=10)
        try:
            return self._played(self.tables.recent(table) or self.tables.open(table), number)
        except (DecisionClosed, Rejected):
            return self._played(self.tables.open(table), number)

    def _played(self, loaded: LoadedTable, number: int) -> Answer:
        seat = loaded.table.owing[0]
        moves = list(loaded.game.legal(loaded.table.play, seat))
        holder = Holder(seat, loaded.table.seats[seat].taken)
        return self._handler.execute(keyed_orders.move(loaded.id, holder, moves[number % len(moves)], loaded.table.decisions[seat]))

    def leave(self) -> None:
        """The first seat resigns, which ends the game."""
        loaded = self.tables.open(TABLE)
        self._handler.execute(keyed_orders.leave(TABLE, Holder(0, loaded.table.seats[0].taken)))

    def version(self, table: str = TABLE) -> int:
        return self.tables.open(table).table.version

    def head(self) -> str:
        return self.tables.open(TABLE).head


@pytest.fixture
def clock() -> list[datetime]:
    """A clock that stands still between two moves, so that no memory expires during a test."""
    return [datetime(2026, 11, 28, 12, tzinfo=UTC)]


@pytest.fixture
def ending() -> Iterator[ExitStack]:
    with ExitStack() as ending:
        yield ending


@pytest.fixture
def pair(ending: ExitStack) -> Pair:
    # Not tmp_path: a socket's path may have 107 characters, on macOS 103.
    return ending.enter_context(replicated(Path(ending.enter_context(tempfile.TemporaryDirectory()))))


@pytest.fixture
def processes(pair: Pair, clock: list[datetime], ending: ExitStack) -> tuple[Process, Process]:
    one, other = (Process(ending.enter_context(connect(pair.url)), clock) for _ in range(2))
    return one, other


def assert_chained(process: Process, table: str = TABLE) -> None:
    """Every event of the log is chained to the previous one."""
    previous = ""
    for line in process.tables.store.read(table, 0, 10_000):
        event = read_line(line)
        body = {name: getattr(event, name) for name in ("table", "version", "type", "schema", "seat", "at", "decision", "data")}
        assert chained(previous, body) == event.hash
        previous = event.hash


def test_a_process_that_remembers_a_lost_version_moves_on_the_one_that_took_its_place(
    pair: Pair, processes: tuple[Process, Process]
) -> None:
    one, other = processes
    one.create_table()
    pair.lag()
    lost = one.play()
    pair.fail_over()
    instead = other.play()
    assert instead.loaded.table.version == lost.loaded.table.version
    assert instead.loaded.head != lost.loaded.head
    remembered = one.tables.recent(TABLE)
    assert remembered is not None
    assert remembered.head == lost.loaded.head

    answer = one.play()

    assert answer.loaded.head == one.head()
    assert answer.events[0].recorded.version == instead.loaded.table.version + 1
    assert_chained(one)
    after = one.tables.recent(TABLE)
    assert after is not None
    assert after.head == one.head()


def test_a_move_on_a_version_that_is_lost_and_not_replaced_is_decided_on_what_is_left(
    pair: Pair, processes: tuple[Process, Process]
) -> None:
    one, _ = processes
    one.create_table()
    one.play()
    pair.lag()
    before = one.version()
    lost = one.play()
    pair.fail_over()
    assert one.version() == before < lost.loaded.table.version

    seat, loaded = lost.events[0].recorded.seat, one.tables.open(TABLE)
    assert seat is not None
    [*_, again] = loaded.game.legal(loaded.table.play, seat)
    holder = Holder(seat, loaded.table.seats[seat].taken)
    answer = Handler(one.tables, Random(1).randbytes).execute(keyed_orders.move(TABLE, holder, again, loaded.table.decisions[seat]))

    assert not answer.replayed
    assert answer.loaded.head == one.head()
    assert_chained(one)


@pytest.mark.parametrize(("game", "seed"), [("dicy-cards", 1), ("ice-dice", 3), ("dicy-cards", 2)][: at_size(2, 3)])
def test_no_game_that_ends_after_fail_overs_fails_to_prove_itself(
    pair: Pair, processes: tuple[Process, Process], game: str, seed: int
) -> None:
    one, other = processes
    chance = Random(seed)
    one.create_table(game=game)
    for _ in range(3):
        for _ in range(4):
            chance.choice(processes).play(chance.randrange(100))
        pair.lag()
        for _ in range(chance.randint(1, 3)):
            one.play(chance.randrange(100))
        pair.fail_over()
        for _ in range(chance.randint(0, 3)):
            other.play(chance.randrange(100))
        one.play(chance.randrange(100))
        pair.rejoin()
    other.leave()

    loaded = one.tables.open(TABLE)
    events = one.tables.recorded_events(loaded.codec, TABLE, 0, loaded.table.version)
    verdict = verify(document.write(document.document(recorded_event.recorded for recorded_event in events)), GAMES)
    assert verdict.status == "right", verdict
    assert_chained(one)


def test_a_snapshot_in_the_place_of_another_tables_is_not_believed_and_made_again(
    pair: Pair, processes: tuple[Process, Process], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    one, _ = processes
    second = "p03-" + "1" * 26
    for table in (TABLE, second):
        one.create_table(table)
        one.play(0, table)
    right = {table: one.tables.open(table).table for table in (TABLE, second)}
    assert right[TABLE] != right[second]
    assert right[TABLE].version == right[second].version
    bodies = {table: one.client.hget(state_key(table), "body") for table in right}
    one.client.hset(state_key(TABLE), "body", bodies[second])
    one.client.hset(state_key(second), "body", bodies[TABLE])

    found = {table: one.tables.open(table).table for table in right}

    assert found == right
    assert sum("does not fit and is made anew" in message for message in caplog.messages) == 2
    assert {table: one.client.hget(state_key(table), "body") for table in right} == bodies
