"""A name is erased from everything that the service has made of its tables, and what comes back later loses it again."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from events.archive.archive import path_of
from events.archive.place import Place
from events.damaged.bringing_back import set_aside_by_hand
from events.names.erasing import standing_names
from events.names.erasures import Erasures, only
from events.projections.generations import Generations
from events.projections.projector import Projector
from events.projections.read_model import ReadModel
from events.projections.rebuild import rebuild
from events.store.event_store import KeptReceipts
from events.store.keys import archived_key, service_key
from events.store.stub import file_name
from events.tables import keyed_orders
from events.timestamps import epoch_ms, stamp
from tests.events.damaging import rewrite
from tests.workers.dispatching import Clock, create_table, desk_on, webhook
from workers.bots.progress import CallProgress, Owed, load_progress, save_progress
from workers.bots.question import question
from workers.dispatcher.parts import DispatcherParts
from workers.exports.exported import Exported
from workers.exports.task import export
from workers.jobs.parts import IN_MEMORY
from workers.retention.erasing import Erasure, at_tables, erase, rewrite_files, tables_with
from workers.retention.removing import remove
from workers.webhooks.subscription import run


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(fresh_store_url: str, clock: Clock) -> Iterator[DispatcherParts]:
    with desk_on(fresh_store_url, clock) as parts:
        yield parts


@pytest.fixture
def erasures(desk: DispatcherParts) -> Erasures:
    return Erasures(desk.worker.client, desk.tokens.derive)


def nobody(_done: int, _of: int) -> None:
    """Wants to know nothing of progress."""


def texts(desk: DispatcherParts) -> str:
    """All values of the store as one text, in whatever keys."""
    client: Any = desk.worker.client  # untyped: the library's types depend on its settings
    reads = {b"string": client.get, b"hash": client.hgetall, b"stream": client.xrange}
    return "\n".join(repr(reads[kind](key)) for key in client.scan_iter() if (kind := client.type(key)) in reads)


def closed(desk: DispatcherParts, *names: str) -> str:
    table = create_table(desk, *names)
    desk.worker.handler.execute(keyed_orders.close(table))
    return table


def test_a_name_is_erased_from_all_tables_files_messages_and_questions(desk: DispatcherParts, erasures: Erasures) -> None:
    finished, playing, other = closed(desk, "Ada", "Grace"), create_table(desk, "ADA", "Grace"), closed(desk, "Grace", "Hedy")
    hook = webhook(desk, "https://example.invalid/")
    for table in (finished, playing):
        run(desk, hook.id, table)
    parts = desk.worker
    files = [export(parts, table, kind)["address"] for table in (finished, other) for kind in ("json", "txt-fr")]
    loaded = parts.tables.open(playing)
    asked = question(loaded, 0, "bot_1", parts.tables.now(), attempt=1, latency_ms=None, refused=None)
    owed = Owed("bot_1", playing, 0, loaded.table.decisions[0])
    save_progress(parts.client, owed, CallProgress(question=asked))
    assert "Ada" in texts(desk)

    done = erase(parts, erasures, "ada", nobody)

    assert (done.names, done.tables) == (2, 2)
    assert done.messages == 1 + len([one for one in desk.deliveries.list(hook.id, 100).deliveries if "name_erased" in one.body])
    assert "Ada" not in texts(desk)
    assert "ADA" not in texts(desk)
    assert [parts.file_store.size(address) is None for address in files] == [True, True, False, False]
    stored = load_progress(parts.client, owed).question
    assert stored is not None
    view = json.loads(bytes(stored.view))
    assert [(seat["name"], seat.get("name_erased")) for seat in view["seats"]] == [("Player 1", True), ("Grace", None)]
    again = parts.file_store.read(export(parts, finished, "txt-fr")["address"]).decode()
    assert "Joueur 1 (nom supprimé)" in again


def test_a_pending_message_is_sent_without_the_name(desk: DispatcherParts, erasures: Erasures) -> None:
    table = create_table(desk, "Ada", "Grace")
    hook = webhook(desk, "https://example.invalid/", "table.seat-taken", "seat.to-move")
    run(desk, hook.id, table)
    before = {one.id for one in desk.deliveries.list(hook.id, 100).deliveries}

    erase(desk.worker, erasures, "Ada", nobody)

    after = desk.deliveries.list(hook.id, 100).deliveries
    assert {one.id for one in after} == before
    assert {one.state for one in after} == {"pending"}
    bodies = [json.loads(one.body) for one in after if "name_erased" in one.body]
    assert bodies
    for body in bodies:
        shown = body["data"]["event"]["data"] if body["type"] == "table.seat-taken" else body["data"]
        assert (shown["name"], shown["name_erased"], "name_salt" in shown) == ("Player 1", True, False)


def test_an_erasure_that_was_interrupted_is_finished_by_the_next(desk: DispatcherParts, erasures: Erasures) -> None:
    """It was killed after the table, and before the files that were made of it."""
    table = closed(desk, "Ada", "Grace")
    address = export(desk.worker, table, "json")["address"]
    parts = desk.worker
    kept = Exported(parts.client).all(table)["json"]
    at_tables(parts).erase_at(table, only("Ada", stamp(parts.tables.now())))
    parts.file_store.put(b"the file with the name", "json")
    Exported(parts.client).record(table, "json", kept, 1)

    done = erase(parts, erasures, "Ada", nobody)

    assert done == Erasure(0, 0, 0)
    assert Exported(parts.client).all(table) == {}
    assert parts.file_store.size(address) is None


def test_a_file_that_was_begun_before_is_not_stored(desk: DispatcherParts, erasures: Erasures) -> None:
    table = closed(desk, "Ada", "Grace")
    entry = export(desk.worker, table, "json")
    exported = Exported(desk.worker.client)
    kept = exported.all(table)["json"]

    erase(desk.worker, erasures, "Ada", nobody)

    assert not exported.record(table, "json", kept, 0)
    assert exported.find(table, "json") is None
    assert export(desk.worker, table, "json")["address"] != entry["address"]


def test_a_later_player_of_that_name_keeps_it(desk: DispatcherParts, erasures: Erasures, clock: Clock) -> None:
    create_table(desk, "Ada", "Grace")
    erase(desk.worker, erasures, "Ada", nobody)
    clock.go_on(seconds=1)
    later = create_table(desk, "Ada", "Grace")

    assert standing_names(desk.worker.tables.store, later, erasures.erases()) == []
    assert [*tables_with(desk.worker, "Ada")] == [later]


def test_an_archived_table_loses_the_name_and_stays_archived(desk: DispatcherParts, erasures: Erasures) -> None:
    table, parts = closed(desk, "Ada", "Grace"), desk.worker
    view = parts.tables.open(table).table
    assert parts.archiving.archive(table)
    assert [*tables_with(parts, "Ada")] == [table]

    assert erase(parts, erasures, "Ada", nobody) == Erasure(1, 1, 0)

    assert parts.stubs.find(table) is not None
    assert [*tables_with(parts, "Ada")] == []
    assert [seat.name for seat in parts.tables.open(table).table.seats] == [None, "Grace"]
    assert parts.tables.open(table).table.outcome == view.outcome


def test_files_of_the_archive_that_belong_to_no_table_lose_the_name(desk: DispatcherParts, erasures: Erasures) -> None:
    """A table that is archived again leaves its old file; others were left by a restore and by an interruption."""
    parts = desk.worker
    archived, restored, interrupted = (closed(desk, "Ada", "Grace") for _ in range(3))
    for table in (archived, restored):
        parts.archiving.archive(table)
    parts.archiving.restore(restored)
    whole = parts.tables.store.read_whole(interrupted)
    assert whole is not None
    parts.stubs.hold_file(file_name(interrupted, "0a1b2c3d"), epoch_ms(parts.tables.now()))
    parts.archive.write(whole, "0a1b2c3d")

    erase(parts, erasures, "ada", nobody)

    loose = {name.partition(".")[0]: parts.archive.find(name) for name in parts.stubs.loose_files()}
    assert sorted(loose) == sorted([archived, restored, interrupted])
    for left in loose.values():
        assert left is not None
        assert b"Ada" not in b"".join(left.lines)
        assert b"Grace" in b"".join(left.lines)
        assert left.snapshot is None


def test_a_store_that_loses_an_erasure_has_the_archived_table_without_the_name(desk: DispatcherParts, erasures: Erasures) -> None:
    table, parts = closed(desk, "Ada", "Grace"), desk.worker
    parts.archiving.archive(table)
    lost: Any = parts.client.hgetall(archived_key(table))
    before = parts.tables.open(table).table

    erase(parts, erasures, "ada", nobody)
    parts.client.hset(archived_key(table), mapping=lost)

    again = parts.tables.open(table).table
    assert [seat.name for seat in again.seats] == [None, "Grace"]
    assert (again.version, again.outcome) == (before.version, before.outcome)


def test_a_damaged_file_that_belongs_to_no_table_is_deleted_at_once(desk: DispatcherParts, erasures: Erasures) -> None:
    table, parts = closed(desk, "Ada", "Grace"), desk.worker
    parts.archiving.archive(table)
    parts.archiving.restore(table)
    [name] = parts.stubs.loose_files()
    Place(IN_MEMORY).write(path_of(name), b"damaged")

    erase(parts, erasures, "ada", nobody)

    assert parts.archive.find(name) is None


def test_an_archived_table_whose_file_is_damaged_is_reported(desk: DispatcherParts, erasures: Erasures) -> None:
    table, parts = closed(desk, "Ada", "Grace"), desk.worker
    parts.archiving.archive(table)
    stub = parts.stubs.find(table)
    assert stub is not None
    parts.archive.remove(file_name(table, stub.token))

    assert erase(parts, erasures, "Ada", nobody) == Erasure(0, 0, 0, (table,))


def give_another_receipt(desk: DispatcherParts, table: str) -> None:
    """Give an archived table a file that can be read, but whose receipt of the end is that of another event."""
    stub, whole = desk.worker.stubs.find(table), desk.worker.tables.store.read_whole(table)
    assert stub is not None
    assert whole is not None
    receipt = b'{"at":"","commitment":"","head":"f","key":"","signature":"","table":"","version":3}'
    desk.worker.archive.write(whole._replace(receipts=KeptReceipts(finished=receipt)), stub.token)


def test_an_archived_table_that_does_not_pass_its_check_keeps_no_other_from_losing_the_name(
    desk: DispatcherParts, erasures: Erasures
) -> None:
    parts = desk.worker
    forged, aside, archived, _ = (closed(desk, "Ada", "Grace") for _ in range(4))
    for table in (forged, aside, archived):
        parts.archiving.archive(table)
    give_another_receipt(desk, forged)
    set_aside_by_hand(parts.tables, aside)

    done = erase(parts, erasures, "Ada", nobody)

    assert (done.tables, {*done.unreadable}) == (2, {forged, aside})
    assert {*tables_with(parts, "Ada")} == {forged, aside}


def test_a_table_that_is_archived_while_all_are_listed_counts_once(
    desk: DispatcherParts, erasures: Erasures, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, parts = closed(desk, "Ada", "Grace"), desk.worker
    in_store = parts.tables.store.tables

    def listed_before_it_leaves() -> object:
        found = in_store()
        parts.archiving.archive(table)
        return found

    monkeypatch.setattr(parts.tables.store, "tables", listed_before_it_leaves)

    assert erase(parts, erasures, "Ada", nobody) == Erasure(1, 1, 0)


def test_a_table_that_is_removed_while_its_name_is_erased_is_passed_over(desk: DispatcherParts, erasures: Erasures) -> None:
    parts = desk.worker
    table = closed(desk, "Ada", "Grace")
    parts.archiving.archive(table)

    def erases(name: str, joined: str) -> bool:
        """Asked when the table has been read, and not brought back yet."""
        remove(parts, table)
        return only("Ada", joined)(name, joined)

    erased = at_tables(parts).erase_at(table, erases)

    assert (erased.any, erased.complete) == (False, True)
    assert erasures.all() == {}


@pytest.mark.parametrize("damaged", [0, 1, 2, 5], ids=["by hand", "before the players", "at the player", "behind the players"])
def test_the_lists_lose_the_name_also_at_a_table_that_is_set_aside(
    desk: DispatcherParts, erasures: Erasures, clock: Clock, fresh_store_url: str, damaged: int
) -> None:
    table, other = create_table(desk, "Ada", "Grace"), create_table(desk, "Hedy", "Grace")
    rebuild(desk.worker.tables, Generations(desk.worker.client), nobody)
    rewrite(desk.worker.client, table, lambda version, line: b"{" if version == damaged else line)
    with desk_on(fresh_store_url, clock) as another:  # the first process remembers the table
        parts = another.worker
        set_aside_by_hand(parts.tables, table)

        done = erase(parts, erasures, "ada", nobody)
        Projector(parts.tables, Generations(parts.client)).step(0)

        assert done.unreadable == ((table,) if damaged in {1, 2} else ())
        lobby = ReadModel(parts.client, parts.tables.store, clock)
        assert lobby.list(player="Ada") == ((), None)
        listed = {found.table: found.seats for found in lobby.list(player="Grace")[0]}
        assert [(seat.name, seat.name_erased) for seat in listed[table]] == [("Player 1", True), ("Grace", False)]
        assert [(seat.name, seat.name_erased) for seat in listed[other]] == [("Hedy", False), ("Grace", False)]


def test_only_a_digest_is_remembered_and_only_this_service_can_make_it(desk: DispatcherParts, erasures: Erasures) -> None:
    erasures.remember("Ada", "2026-12-01T00:00:00.000Z")
    erasures.remember("ADA", "2026-11-01T00:00:00.000Z")

    [(digest, at)] = erasures.all().items()

    assert (len(digest), at) == (64, "2026-12-01T00:00:00.000Z")
    assert "ada" not in texts(desk).lower().replace(service_key("erased-names"), "")
    foreign = Erasures(desk.worker.client, lambda text: bytes(32))
    assert not foreign.erases()("Ada", "2026-11-01T00:00:00.000Z")
    assert erasures.erases()("ada", "2026-12-01T00:00:00.000Z")
    assert not erasures.erases()("ada", "2026-12-01T00:00:00.001Z")


def test_what_two_places_remember_is_put_together(desk: DispatcherParts, erasures: Erasures) -> None:
    erasures.remember("Ada", "2026-12-01T00:00:00.000Z")
    saved = dict(erasures.all())
    erasures.remember("Ada", "2026-12-05T00:00:00.000Z")
    erasures.remember("Grace", "2026-12-02T00:00:00.000Z")

    erasures.add(saved)

    assert sorted(erasures.all().values()) == ["2026-12-02T00:00:00.000Z", "2026-12-05T00:00:00.000Z"]


def test_a_dispatcher_that_has_read_the_table_before_says_the_name_no_more(desk: DispatcherParts, erasures: Erasures) -> None:
    table = create_table(desk, "Ada", "Grace")
    hook = webhook(desk, "https://example.invalid/", "seat.to-move")
    run(desk, hook.id, table)
    erase(desk.worker, erasures, "Ada", nobody)
    loaded = desk.worker.tables.open(table)
    seat = loaded.table.owing[0]
    holder = keyed_orders.Holder(seat, loaded.table.seats[seat].taken)

    desk.worker.handler.execute(keyed_orders.leave(table, holder))
    run(desk, hook.id, table)

    assert "Ada" not in texts(desk)


def test_the_append_only_file_is_rewritten(desk: DispatcherParts) -> None:
    assert rewrite_files(desk.worker)
