"""`rollstream tables`, as an operator runs it on a store in use."""

import io
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from events.access.seat_tokens import SeatTokens
from events.limits import Limits
from events.proof.verify import verify
from events.store.keys import creator_key
from events.tables import keyed_orders
from rules.registry import games
from service.command_line import main
from service.http.client import client_at, client_digest
from tests.events.projections.world import World
from tests.service.command_line.conftest import Ask
from workers.exports.task import export
from workers.health import reactor_lives
from workers.jobs.parts import worker_parts
from workers.jobs.tasks import TASKS

NOBODY = "p00-" + "0" * 26


@pytest.fixture
def world(fresh_store_url: str) -> World:
    return World(fresh_store_url)


def tables_in(output: str) -> list[str]:
    return sorted(line.split()[0] for line in output.splitlines() if line.startswith("p"))


def test_tables_are_listed_with_their_state(rollstream: Ask, world: World) -> None:
    waiting, playing, over, left = (
        world.create_table("human", "open"),
        world.create_table(),
        world.create_table(),
        world.create_table("human", "open"),
    )
    world.finish(over)
    world.leave(left)

    shown = rollstream("tables", "list")

    assert shown.exit_code == 0, shown.output
    header, *lines = shown.stdout.splitlines()
    assert re.split(" {2,}", header) == ["table", "state", "place", "newest event", "events", "game", "creator"]
    states = {line.split()[0]: line.split()[1] for line in lines}
    assert states == {waiting: "open", playing: "playing", over: "finished", left: "abandoned"}
    assert tables_in(rollstream("tables", "list", "--state", "open", "--state", "playing").stdout) == sorted([waiting, playing])
    assert tables_in(rollstream("tables", "list", playing).stdout) == [playing]
    assert len(tables_in(rollstream("tables", "list", "--limit", "3").stdout)) == 3


def test_tables_are_found_by_age(rollstream: Ask, world: World) -> None:
    world.time -= timedelta(days=40)
    old = world.create_table()
    world.time += timedelta(days=40)
    world.create_table()

    assert tables_in(rollstream("tables", "list", "--older-than", "30d").stdout) == [old]
    assert tables_in(rollstream("tables", "list", "--older-than", "41d").stdout) == []
    assert rollstream("tables", "list", "--older-than", "soon").exit_code == 2


def test_tables_are_found_by_key_and_by_address(rollstream: Ask, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = "s" * 40
    monkeypatch.setenv("ROLLSTREAM_SECRET", secret)
    by_key, by_address, other = world.create_table(), world.create_table(), world.create_table()
    world.client.set(creator_key(by_key), "key:abcdefgh")
    digest = client_digest(SeatTokens(secret.encode()).derive, client_at("203.0.113.7"))
    world.client.set(creator_key(by_address), digest)

    assert tables_in(rollstream("tables", "list", "--creator", "abcdefgh").stdout) == [by_key]
    assert tables_in(rollstream("tables", "list", "--creator", "203.0.113.7").stdout) == [by_address]
    assert tables_in(rollstream("tables", "list", "--creator", "203.0.113.8").stdout) == []
    assert f"creator    {digest}" in rollstream("tables", "show", by_address).stdout
    assert "creator    not known" in rollstream("tables", "show", other).stdout


def test_nothing_is_removed_before_somebody_has_said_yes(rollstream: Ask, world: World) -> None:
    table = world.create_table()

    dry = rollstream("tables", "remove", table, "--dry-run")
    unsure = rollstream("tables", "remove", table)

    assert (dry.exit_code, tables_in(dry.stdout)) == (0, [table])
    assert "Would remove 1 table." in dry.stderr
    assert unsure.exit_code == 1
    assert world.tables.open(table)


def test_a_removed_table_is_gone_and_shown_as_removed(rollstream: Ask, world: World) -> None:
    table, other = world.create_table(), world.create_table()

    removed = rollstream("tables", "remove", table, "--yes")
    shown, unknown = rollstream("tables", "show", table), rollstream("tables", "show", NOBODY)

    assert (removed.exit_code, removed.stdout) == (0, "1 table removed.\n"), removed.output
    assert (shown.exit_code, unknown.exit_code) == (1, 1)
    assert f"{table} was removed" in shown.stderr
    assert f"there is no table {NOBODY}" in unknown.stderr
    assert list(world.client.scan_iter(f"*{table}*")) == []
    assert tables_in(rollstream("tables", "list").stdout) == [other]
    assert rollstream("tables", "remove", table, "--yes").exit_code == 1


def test_a_flood_is_removed_by_whom_it_counts_for(rollstream: Ask, world: World) -> None:
    flood = [world.create_table() for _ in range(5)]
    kept = world.create_table()
    for table in flood:
        world.client.set(creator_key(table), "key:flooding")

    assert rollstream("tables", "remove", "--creator", "flooding", "--yes").stdout == "5 tables removed.\n"
    assert tables_in(rollstream("tables", "list").stdout) == [kept]


class Meanwhile(io.BytesIO):
    """Answers yes, after it has called `first`."""

    def __init__(self, first: Callable[[], object]) -> None:
        super().__init__(b"y\n")
        self._first = first

    def read1(self, size: int | None = -1, /) -> bytes:
        if self.tell() == 0:
            self._first()
        return super().read1(size)


def test_a_table_that_is_being_played_is_closed_and_removed(world: World, fresh_store_url: str) -> None:
    table = world.create_table()

    answer = Meanwhile(lambda: world.move(table, 3))
    removed = CliRunner().invoke(main, ["tables", "remove", table], input=answer, env={"ROLLSTREAM_REDIS_URL": fresh_store_url})

    assert (removed.exit_code, removed.stdout.splitlines()[-1]) == (0, "1 table removed."), removed.output
    assert world.store.was_removed(table)


def test_a_table_that_was_chosen_by_its_age_is_kept_once_something_has_happened(world: World, fresh_store_url: str) -> None:
    world.time -= timedelta(days=40)
    table = world.create_table()
    world.time += timedelta(days=40)

    answer = Meanwhile(lambda: world.move(table, 3))
    kept = CliRunner().invoke(
        main, ["tables", "remove", "--older-than", "30d"], input=answer, env={"ROLLSTREAM_REDIS_URL": fresh_store_url}
    )

    assert kept.exit_code == 1
    assert f"{table} is being played" in kept.stderr
    assert world.tables.open(table).table.outcome is None


def test_a_table_is_kept_as_long_as_the_running_service_says(rollstream: Ask, world: World) -> None:
    over = world.create_table()
    world.finish(over)
    assert "kept       for ever" in rollstream("tables", "show", over).stdout

    reactor_lives(world.client, Limits(finished_kept=7))

    assert "kept       for 7 days" in rollstream("tables", "show", over).stdout


def test_without_a_choice_nothing_is_removed_or_closed(rollstream: Ask, world: World) -> None:
    world.create_table()

    for what in ("remove", "close"):
        assert rollstream("tables", what, "--yes").exit_code == 2
    assert len(tables_in(rollstream("tables", "list").stdout)) == 1


def test_a_damaged_table_is_listed_and_can_be_removed(rollstream: Ask, world: World) -> None:
    table = world.create_table()
    world.client.delete(f"rs:{{{table[:3]}}}:{table}:log")
    rollstream("damaged", "set-aside", table)

    assert tables_in(rollstream("tables", "list", "--state", "damaged").stdout) == [table]
    assert "its log is gone" in rollstream("tables", "show", table).stdout
    assert rollstream("tables", "remove", "--state", "damaged", "--yes").stdout == "1 table removed.\n"
    assert world.store.damaged() == {}


def test_the_source_of_a_fork_is_removed_only_if_that_is_said(rollstream: Ask, world: World) -> None:
    source, fork = world.create_table(), world.create_table()
    world.store.note_fork(source, fork, int(world.time.timestamp() * 1000))

    refused = rollstream("tables", "remove", source, "--yes")
    forced = rollstream("tables", "remove", source, "--yes", "--forked")

    assert refused.exit_code == 1
    assert f"{source} has forks" in refused.stderr
    assert fork in refused.stderr
    assert forced.stdout == "1 table removed.\n"


def test_a_closed_table_is_over_without_a_winner_and_its_file_is_right(
    rollstream: Ask, world: World, fresh_store_url: str, tmp_path: Path
) -> None:
    table, open_one = world.create_table(), world.create_table("human", "open")
    world.move(table, 5)

    closed = rollstream("tables", "close", table, open_one, "--yes")

    assert closed.stdout == "2 tables closed.\n", closed.output
    for one in (table, open_one):
        outcome = world.tables.open(one).table.outcome
        assert outcome is not None
        assert (outcome.reason, outcome.winners) == ("closed", ())
    made = worker_parts(fresh_store_url, games(), TASKS, str(tmp_path / "shelf"))
    assert verify(made.file_store.read(export(made, table, "json")["address"]), games()).ok
    assert tables_in(rollstream("tables", "list", "--state", "closed").stdout) == sorted([table, open_one])
    assert rollstream("tables", "close", table, "--yes").stdout == ""
    world.handler.execute(keyed_orders.close(table))  # as two operators at once
