"""Which tables the draws of a fork come from, whatever was forked from what before."""

from rules.table_events import Origin, Source
from rules.table_fork import sources
from rules.table_state import Table

FIRST = Source(table="first", secret="1" * 64, client_seeds=("ada",), draws=5)
SECRET, SEEDS = "2" * 64, ("grace",)


def _fork_of_the_first() -> Table[None]:
    return Table(
        version=9,
        status="finished",
        options={},
        auto_start=True,
        commitment="",
        client_seed=None,
        client_seeds=SEEDS,
        seats=(),
        decisions=(),
        clocks=(),
        forked_from=Origin(table="first", version=7, hash="0" * 64, events=3, sources=(FIRST,)),
        secret=SECRET,
    )


def test_a_fork_of_a_fork_that_had_drawn_itself_has_both_as_sources() -> None:
    assert sources(_fork_of_the_first(), "second", 6) == (FIRST, Source(table="second", secret=SECRET, client_seeds=SEEDS, draws=6))


def test_a_fork_from_which_nothing_was_drawn_by_then_is_no_source() -> None:
    assert sources(_fork_of_the_first(), "second", 5) == (FIRST,)


def test_a_table_from_which_nothing_was_drawn_by_then_is_no_source() -> None:
    alone: Table[None] = Table(
        version=3, status="finished", options={}, auto_start=True, commitment="", client_seed=None, seats=(), decisions=(), clocks=()
    )

    assert sources(alone, "alone", 0) == ()
