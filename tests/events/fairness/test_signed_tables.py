"""The handler signs the append that creates a table and the one that ends it, for every kind of ending, and nothing between them."""

from collections.abc import Callable
from random import Random

import pytest

from events.errors import KeyReused
from events.fairness.receipts import Receipts, read
from events.fairness.signing import SigningKey
from events.store.event_store import StoreUnavailable
from events.tables import keyed_orders
from events.tables.forking import Fork, fork
from events.tables.handler import Answer, Handler
from rules.table_commands import Create
from rules.table_events import OnExpiry
from tests.events.world import AI, GAME, HUMAN, TABLE, World
from tests.signing import KEY

NEW = "p04-" + "0" * 26


class Signing(World):
    """A world whose handler signs."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0
        self.handler = Handler(self.tables, Random(1).randbytes, self._key)

    def _key(self) -> SigningKey:
        self.asked += 1
        return KEY

    def receipts(self, table: str = TABLE) -> Receipts:
        return read(self.store.receipts(table), table)

    def create(self) -> Answer:
        order = Create(options={"first_seat": "creator"}, seats=(HUMAN, HUMAN))
        return self.handler.create(keyed_orders.create(TABLE, GAME.name, order), GAME.name)


@pytest.fixture
def world() -> Signing:
    return Signing()


def test_the_creation_of_a_table_is_signed_at_its_last_event(world: Signing) -> None:
    answer = world.create()

    created = world.receipts().created
    assert created is not None
    newest = answer.events[-1].recorded
    assert (created.table, created.version, created.at, created.head) == (TABLE, newest.version, newest.at, newest.hash)
    assert created.commitment == answer.loaded.table.commitment
    assert created.is_signed_by(KEY.x)
    assert answer.receipt == created
    assert world.receipts().finished is None


def test_creating_a_table_again_gets_the_first_receipt_again(world: Signing) -> None:
    first = world.create()
    world.passes(minutes=1)

    again = world.create()

    assert again.replayed
    assert again.receipt == first.receipt is not None


def test_another_creation_with_the_same_key_gets_no_receipt(world: Signing) -> None:
    world.create()

    with pytest.raises(KeyReused):
        world.create_table(HUMAN, AI)


def test_moves_between_are_not_signed(world: Signing) -> None:
    world.create()
    world.play(0, GAME.commands["roll"]())
    world.skip(0)

    assert world.asked == 1


def leave(world: Signing) -> None:
    world.create()
    world.handler.execute(keyed_orders.leave(TABLE, world.holder(0)))


def leave_before_the_start(world: Signing) -> None:
    world.create_table(HUMAN, HUMAN, auto_start=False)
    for seat in (0, 1):
        world.handler.execute(keyed_orders.leave(TABLE, world.holder(seat)))


def leave_alone(world: Signing) -> None:
    world.create_table(HUMAN, HUMAN, abandon_after=3600)
    world.passes(hours=1)
    world.handler.execute(keyed_orders.abandon(TABLE, world.loaded.table.version))


def expire(world: Signing) -> None:
    world.create_table(HUMAN, HUMAN, turn_seconds=5, on_expiry=OnExpiry(policy="resign", after=1))
    world.passes(seconds=6)
    world.expire(0)


def play_on(world: Signing) -> None:
    world.create_table(HUMAN, HUMAN)
    chance = Random(3)
    while world.loaded.table.status == "playing":
        seat = world.loaded.table.owing[0]
        world.play(seat, chance.choice(list(GAME.legal(world.loaded.table.play, seat))))


@pytest.mark.parametrize("end", [leave, leave_before_the_start, leave_alone, expire, play_on])
def test_the_end_of_a_table_is_signed_in_whatever_way_it_comes(world: Signing, end: Callable[[Signing], None]) -> None:
    end(world)

    finished, loaded = world.receipts().finished, world.loaded
    assert finished is not None
    assert loaded.table.status == "finished"
    assert (finished.version, finished.head, finished.commitment) == (loaded.table.version, loaded.head, loaded.table.commitment)
    assert finished.is_signed_by(KEY.x)
    assert world.asked == 2


def test_a_fork_is_signed_as_a_table_of_its_own(world: Signing) -> None:
    leave(world)

    order = fork(world.tables, world.loaded, Fork(at=world.loaded.table.version - 3))
    answer = world.handler.create(keyed_orders.create(NEW, GAME.name, order), GAME.name)

    created = world.receipts(NEW).created
    assert created is not None
    assert (created.table, created.head) == (NEW, answer.loaded.head)
    assert created.is_signed_by(KEY.x)
    assert created.commitment == answer.loaded.table.commitment != world.loaded.table.commitment


def test_without_a_key_no_table_is_created_and_none_ends_but_moves_go_on(world: Signing) -> None:
    world.create()

    def away() -> SigningKey:
        raise StoreUnavailable("no key")

    world.handler = Handler(world.tables, Random(1).randbytes, away)
    world.skip(0)
    with pytest.raises(StoreUnavailable):
        world.handler.execute(keyed_orders.leave(TABLE, world.holder(0)))
    order = keyed_orders.create(NEW, GAME.name, Create(options={}, seats=(HUMAN, HUMAN)))
    with pytest.raises(StoreUnavailable):
        world.handler.create(order, GAME.name)

    assert world.loaded.table.status == "playing"
    assert world.store.read(NEW, 0, 1) == []


def test_a_handler_without_a_service_signs_nothing() -> None:
    world = World()
    world.create_table(HUMAN, HUMAN)
    world.handler.execute(keyed_orders.leave(TABLE, world.holder(0)))

    assert read(world.store.receipts(TABLE), TABLE) == Receipts()
