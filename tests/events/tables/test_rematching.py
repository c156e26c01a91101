"""A rematch step by step: who holds which seat, when it starts, and the state after a crash between two steps."""

from datetime import timedelta
from typing import Any

import pytest

from events.errors import KeyReused
from events.store.event_store import Proposal
from events.tables import keyed_orders
from events.tables.keyed_orders import Holder
from events.tables.opening import LoadedTable
from events.tables.rematching import REMATCH_KEY, arrive, begin, creation_of, gathering, is_awaited
from events.tables.reschedule import put_off
from events.timestamps import epoch_ms
from rules.table_commands import Create, SeatRequest, Sit
from tests.events.world import AI, GAME, HUMAN, TABLE, World

NEW = "p04-" + "1" * 26


HELD = timedelta(minutes=14)
"""How long a rematch reserves its seats after its start time."""


@pytest.fixture
def world() -> World:
    return World()


def over(world: World, *seats: SeatRequest, **wanted: Any) -> LoadedTable:
    """The table after enough people have resigned to end the game."""
    world.create_table(*seats, **wanted)
    people = iter([seat for seat, request in enumerate(seats) if request.kind == "human"])
    while world.loaded.table.status != "finished":
        world.handler.execute(keyed_orders.leave(TABLE, world.holder(next(people))))
    return world.loaded


def proposal(world: World, seat: int = 0, seed: str = "first") -> Proposal:
    return Proposal(NEW, seat, seed, starts=epoch_ms(world.now + timedelta(seconds=30)))


def create_table(world: World, source: LoadedTable, named: Proposal) -> None:
    world.handler.create(creation_of(source, named), GAME.name)


def come(world: World, named: Proposal, seat: int, client_seed: str | None) -> Holder:
    """The player of this seat joins the rematch."""
    holder = arrive(world.handler, named, seat, Sit(name="Second", client_seed=client_seed), world.now).holder
    assert holder is not None
    return holder


def new(world: World) -> LoadedTable:
    return world.tables.open(NEW, REMATCH_KEY)


def test_the_new_table_is_laid_as_the_old_one_and_knows_what_it_is(world: World) -> None:
    source, named = over(world, HUMAN, AI, HUMAN, turn_seconds=60, abandon_after=500, advice="off"), proposal(world)

    create_table(world, source, named)

    before, after = source.table, new(world).table
    assert [(place.kind, place.name, place.level) for place in after.seats] == [
        (place.kind, place.name, place.level) for place in before.seats
    ]
    for name in ("options", "turn_seconds", "on_expiry", "abandon_after", "bot_seconds", "on_failure", "advice"):
        assert getattr(after, name) == getattr(before, name)
    assert (after.status, gathering(new(world))) == ("open", (TABLE, 0, named.starts))
    assert world.due() == named.starts


def test_it_starts_when_all_have_arrived_with_the_seeds_of_all(world: World) -> None:
    source, named = over(world, HUMAN, HUMAN, HUMAN), proposal(world, seat=1)
    create_table(world, source, named)

    held = [come(world, named, seat, f"from {seat}") for seat in (2, 1, 0, 2)]
    started = [begin(world.handler, NEW, world.now, HELD) is not None for _ in range(2)]

    assert held == [Holder(2, 6), Holder(1, 3), Holder(0, 8), Holder(2, 6)]
    assert started == [True, False]
    assert new(world).table.client_seeds == ("first", "from 0", "from 2")
    assert all(new(world).holds(*holder) for holder in held)


def test_until_then_it_waits_and_after_its_time_it_starts_without_the_others(world: World) -> None:
    source, named = over(world, HUMAN, HUMAN, abandon_after=10), proposal(world)
    create_table(world, source, named)

    world.passes(seconds=29)
    early, waits = begin(world.handler, NEW, world.now, HELD), is_awaited(new(world), world.now)
    put_off(world.tables, new(world))
    due = world.due()
    world.passes(seconds=1)
    late = begin(world.handler, NEW, world.now, HELD)

    assert (early, waits) == (None, True)
    assert late is not None
    assert due is not None
    assert due <= named.starts
    assert new(world).holds(*come(world, named, 1, "too late"))
    assert new(world).table.client_seeds == ("first",)


def test_it_starts_by_itself_only_while_it_holds_its_places(world: World) -> None:
    source, named = over(world, HUMAN, HUMAN), proposal(world)
    create_table(world, source, named)
    world.passes(seconds=30 + 14 * 60)

    assert begin(world.handler, NEW, world.now, HELD) is None
    assert not is_awaited(new(world), world.now)


def left(world: World, named: Proposal, holder: Holder) -> None:
    """The holder leaves the rematch before it starts."""
    world.handler.execute(keyed_orders.leave(NEW, holder)._replace(due_by=named.starts))


@pytest.mark.parametrize("first", [0, 1], ids=["the second to ask", "the first to ask"])
def test_whoever_leaves_before_the_start_and_asks_again_sits_down_again_each_time(world: World, first: int) -> None:
    source, named = over(world, HUMAN, HUMAN, HUMAN), proposal(world, seat=first)
    create_table(world, source, named)
    holders = [come(world, named, 1, "one")]

    for seed in ("two", "three"):
        left(world, named, holders[-1])
        holders.append(come(world, named, 1, seed))
        assert come(world, named, 1, "never") == holders[-1]

    assert len({*holders}) == 3
    assert new(world).holds(*holders[-1])
    assert new(world).table.seats[1].name == "Second"
    for seat in (0, 2):
        come(world, named, seat, None)
    assert begin(world.handler, NEW, world.now, HELD) is not None
    assert new(world).table.client_seeds == ("first", "three")


def test_a_seat_that_somebody_else_has_taken_meanwhile_stays_theirs(world: World) -> None:
    source, named = over(world, HUMAN, HUMAN), proposal(world)
    create_table(world, source, named)
    left(world, named, come(world, named, 1, None))
    world.handler.execute(keyed_orders.sit(NEW, Sit(name="Zoe"), "a-key"))

    assert arrive(world.handler, named, 1, Sit(), world.now) == (None, None)
    assert new(world).table.seats[1].name == "Zoe"


def test_who_has_left_has_no_other_seat_than_the_own_one(world: World) -> None:
    """A player who joins gets the first open seat, as every verifier requires."""
    source, named = over(world, HUMAN, HUMAN, HUMAN), proposal(world)
    create_table(world, source, named)
    for seat in (0, 1):
        left(world, named, come(world, named, seat, None))

    assert arrive(world.handler, named, 1, Sit(), world.now).holder is None
    back = [come(world, named, seat, None) for seat in (0, 1)]
    assert [new(world).holds(*holder) for holder in back] == [True, True]


def test_a_seat_that_is_open_at_the_end_of_the_time_holds_the_start_up_until_its_player_comes_back(world: World) -> None:
    source, named = over(world, HUMAN, HUMAN), proposal(world)
    create_table(world, source, named)
    left(world, named, come(world, named, 0, None))
    world.passes(seconds=30)

    assert begin(world.handler, NEW, world.now, HELD) is None
    back = come(world, named, 0, None)
    assert new(world).holds(*back)
    assert begin(world.handler, NEW, world.now, HELD) is not None


def test_a_player_alone_plays_at_once(world: World) -> None:
    source, named = over(world, HUMAN, AI), proposal(world)

    create_table(world, source, named)

    assert (new(world).table.status, new(world).table.client_seeds) == ("playing", ("first",))


def test_the_same_table_is_laid_once_and_never_in_the_place_of_another(world: World) -> None:
    source, named = over(world, HUMAN, HUMAN), proposal(world)
    create_table(world, source, named)
    create_table(world, source, named)
    assert new(world).table.version == 3

    elsewhere = named._replace(table="p05-" + "2" * 26)
    order = Create(options={}, seats=(HUMAN, HUMAN))
    world.handler.create(keyed_orders.create(elsewhere.table, GAME.name, order), GAME.name)
    with pytest.raises(KeyReused):
        create_table(world, source, elsewhere)
