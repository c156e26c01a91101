"""A fork's file together with its source's: the inherited events are the source's, or the difference is reported."""

from dataclasses import replace
from typing import Any

import pytest

from events.proof.copies import LoadedFile, copy_fault
from events.proof.loading import load_file
from events.proof.verify import verify
from events.tables import keyed_orders
from events.tables.forking import Fork, fork
from rules.table_commands import Create
from rules.table_events import Origin
from tests.events.proof.playthrough import GAMES, HUMAN, Playthrough

AT = 60


def played(whims: int) -> tuple[Playthrough, str]:
    """A finished table, always with the same id and dice; `whims` seeds the players' choices."""
    playthrough = Playthrough(31)
    table = playthrough.create_table("dicy-cards", Create(options={}, seats=(HUMAN, HUMAN), client_seed="first"))
    playthrough.chance.seed(whims)
    playthrough.play(table)
    return playthrough, table


def read(playthrough: Playthrough, table: str) -> LoadedFile:
    return LoadedFile(*load_file(playthrough.file(table), GAMES))


def forked(playthrough: Playthrough, source: str, at: int = AT, **lies: Any) -> str:
    """A finished fork whose stated origin is changed by `lies`."""
    order = fork(playthrough.handler.tables, playthrough.loaded(source), Fork(at=at))
    assert order.origin is not None
    table = f"p09-{at:026d}"
    playthrough.handler.create(keyed_orders.create(table, "dicy-cards", replace(order, origin=replace(order.origin, **lies))), "dicy-cards")
    playthrough.play(table)
    return table


def origin(playthrough: Playthrough, fork: str) -> Origin:
    told = playthrough.loaded(fork).table.forked_from
    assert told is not None
    return told


def test_forks_are_true_copies_of_the_table_that_they_come_from() -> None:
    playthrough, first = played(1)
    second = playthrough.fork(first, AT)
    playthrough.play(second)
    third = playthrough.fork(second, playthrough.loaded(second).table.version - 20)
    playthrough.play(third)

    assert copy_fault(read(playthrough, second), read(playthrough, first)) is None
    assert copy_fault(read(playthrough, third), read(playthrough, second)) is None


def test_a_fork_from_before_the_first_move_has_taken_over_nothing() -> None:
    playthrough, source = played(1)
    table = forked(playthrough, source, at=1)

    assert origin(playthrough, table).events == 0
    assert copy_fault(read(playthrough, table), read(playthrough, source)) is None


def test_another_table_is_not_its_source() -> None:
    playthrough, source = played(1)
    table = read(playthrough, forked(playthrough, source))

    assert copy_fault(table, table) == "it does not come from there"
    assert copy_fault(read(playthrough, source), table) == "it does not come from there"


@pytest.mark.parametrize(
    ("lies", "told"),
    [
        ({"hash": "0" * 64}, "the source had the hash "),
        ({"version": 100_000}, "the source has no version 100000"),
    ],
)
def test_a_fork_that_lies_about_where_it_comes_from_is_no_copy(lies: dict[str, Any], told: str) -> None:
    playthrough, source = played(1)
    table = forked(playthrough, source, **lies)

    assert (copy_fault(read(playthrough, table), read(playthrough, source)) or "").startswith(told)


def test_a_fork_of_a_game_that_went_otherwise_is_no_copy_although_its_file_is_right() -> None:
    playthrough, source = played(1)
    other, same = played(2)
    assert same == source
    version = origin(other, forked(other, source, at=AT)).version
    stated = read(playthrough, source).events[version - 1].recorded.hash
    table = forked(other, source, at=AT + 1, version=version, hash=stated)

    assert verify(other.file(table), GAMES).ok
    assert "is not the one that the source has in its place" in (copy_fault(read(other, table), read(playthrough, source)) or "")


def test_a_fork_that_took_over_less_than_it_says_is_no_copy() -> None:
    playthrough, source = played(1)
    late = origin(playthrough, forked(playthrough, source, at=AT))
    table = forked(playthrough, source, at=AT - 30, version=late.version, hash=late.hash)

    assert f"to take over up to version {late.version}" in (copy_fault(read(playthrough, table), read(playthrough, source)) or "")


def test_a_fork_that_states_another_secret_is_no_copy() -> None:
    playthrough, source = played(1)
    [real] = origin(playthrough, forked(playthrough, source)).sources
    table = forked(playthrough, source, at=AT + 1, sources=(replace(real, secret="0" * 64),))

    assert copy_fault(read(playthrough, table), read(playthrough, source)) == "its draws do not have the source's secrets"


def test_a_fork_that_took_over_nothing_of_a_board_that_lay_there_is_no_copy() -> None:
    playthrough, source = played(1)
    stated = read(playthrough, source).events[4].recorded.hash
    table = forked(playthrough, source, at=1, version=5, hash=stated)

    assert verify(playthrough.file(table), GAMES).ok
    assert copy_fault(read(playthrough, table), read(playthrough, source)) == "the source has 1 events to take over up to version 5, not 0"
