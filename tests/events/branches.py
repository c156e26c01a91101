"""Two stores with a common beginning of a table and different continuations, as before and after a fail-over."""

from tests.events.world import HUMAN, World


def forked(before: int, lost: int, instead: int) -> tuple[World, World]:
    """A world whose table has `lost` moves after `before` common ones, and one whose table has `instead` others in their place.

    The same orders at the same times create the same events; orders at other times create different ones.
    """
    worlds = World(), World()
    for world, more, pause in zip(worlds, (lost, instead), (1, 10), strict=True):
        world.create_table(HUMAN, HUMAN)
        for _ in range(before):
            move(world)
        world.passes(seconds=pause)
        for _ in range(more):
            move(world)
    return worlds


def move(world: World) -> None:
    """Make a legal move for the first seat with a pending decision."""
    world.passes(seconds=1)
    loaded = world.loaded
    seat = loaded.table.owing[0]
    world.play(seat, next(iter(loaded.game.legal(loaded.table.play, seat))))


def fail_over(world: World, to: World) -> None:
    """Let the world's processes read the other store."""
    world.tables.store = to.store
