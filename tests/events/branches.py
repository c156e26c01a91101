"""Two stores that hold the same beginning of a table and go on differently, as before and after a fail-over."""

from tests.events.world import HUMAN, World


def forked(before: int, lost: int, instead: int) -> tuple[World, World]:
    """A world whose table got `lost` moves after `before` common ones, and one where it got `instead` others in their place.

    The same orders at the same times make the same events; later ones make others.
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
    """Whoever has to, skips or answers the skip of another."""
    world.passes(seconds=1)
    opened = world.opened
    seat = opened.table.owing[0]
    world.play(seat, next(iter(opened.game.legal(opened.table.play, seat))))


def fail_over(world: World, to: World) -> None:
    """From now on the world's processes read the other store."""
    world.tables.store = to.store
