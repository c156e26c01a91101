"""A busy service is backed up while moves go on, and restored in an empty place: everything goes on there."""

from collections.abc import Sequence
from typing import Any

import msgspec

from events.access.api_keys import ApiKeys
from events.fairness.commitments import CommitmentKeys
from events.fairness.issuer import SigningKeys
from events.projections.read_model import ReadModel
from events.tables.rematching import REMATCH_KEY
from events.timestamps import now
from tests.operation.processes import until
from tests.workers.backup.busy import GAMES
from tests.workers.backup.conftest import BackedUp, Elsewhere
from workers.backup.key_values import Keys
from workers.bots.places import BotPlaces
from workers.calls.schedule import DUE_KEY
from workers.exports.exported import Exported


def happened(lines: Sequence[bytes]) -> list[Any]:
    """What happened, without the times and what follows from them."""
    events = [msgspec.json.decode(line) for line in lines]
    return [(event["type"], event["data"] | {"deadline": None}) for event in events]


def test_every_table_has_what_it_had_when_the_backup_began_and_nothing_that_did_not_happen(
    backed_up: BackedUp, elsewhere: Elsewhere
) -> None:
    assert elsewhere.result.tables == backed_up.made.manifest.count("tables")
    assert elsewhere.result.removed == []
    for table, lines in elsewhere.logs.items():
        assert len(lines) >= len(backed_up.before[table])
        assert lines == backed_up.after[table][: len(lines)]
        elsewhere.service.tables.aside.examine(table)


def test_running_tables_are_played_on_with_the_same_dice(backed_up: BackedUp, elsewhere: Elsewhere) -> None:
    place = elsewhere.service
    assert any(len(elsewhere.logs[table]) > len(backed_up.before[table]) for table in backed_up.busy.running)

    for table in backed_up.busy.running:
        place.play(table, 1000)

        assert place.tables.open(table).table.status == "finished"
        assert happened(place.tables.store.read(table, 0, 10_000)) == happened(backed_up.after[table])


def test_players_keep_their_seats_and_a_repeated_request_gets_its_first_answer(backed_up: BackedUp, elsewhere: Elsewhere) -> None:
    place, table = elsewhere.service, backed_up.busy.running[0]

    created = place.tools.handler.create(place.creation(table, GAMES[0]), GAMES[0])
    moved = place.tools.handler.execute(backed_up.busy.order)

    assert place.token(table) == backed_up.tokens[table]
    assert (created.replayed, moved.replayed) == (True, True)
    assert created.events[0].recorded.hash.encode() in elsewhere.logs[table][0]
    assert [event.recorded.hash for event in moved.events] == backed_up.busy.answered


def test_archived_tables_stay_in_the_archive_and_can_be_forked(backed_up: BackedUp, elsewhere: Elsewhere) -> None:
    place = elsewhere.service
    first, second, _ = backed_up.busy.archived

    assert {*place.tools.stubs.tables()} == {*backed_up.busy.archived}
    assert place.tables.open(first).table.status == "finished"
    assert place.tables.store.forks(first)
    assert place.tables.open(second, REMATCH_KEY).rematch is not None
    assert place.tables.open(place.fork(second)).table.status == "playing"


def test_exported_files_are_there(backed_up: BackedUp, elsewhere: Elsewhere) -> None:
    for table in (backed_up.busy.finished[0], backed_up.busy.archived[0]):
        exported = Exported(elsewhere.service.client).find(table, "json")
        assert exported is not None
        assert len(elsewhere.service.tools.file_store.read(exported.address)) == exported.size


def test_owners_keys_and_what_they_own_are_there(backed_up: BackedUp, elsewhere: Elsewhere) -> None:
    place = elsewhere.service

    assert [key.id for key in ApiKeys(place.client).list()] == ["owner001"]
    assert place.parts.bots.find(backed_up.busy.bot.id) == backed_up.busy.bot
    assert BotPlaces(place.client, now).taken(backed_up.busy.bot.id) == 1
    assert {webhook.id for webhook in place.parts.webhooks.all()} == {"whk_heard", "whk_refused"}


def test_the_keys_of_the_service_are_those_of_before(backed_up: BackedUp, elsewhere: Elsewhere) -> None:
    late = {value.name: value for value in backed_up.backup.keys("late")}
    here = {value.name: value for value in Keys(elsewhere.service.client).read([*late])}

    for name in ("secret", "signing-key", "signing-keys", "commitment-keys"):
        assert here[f"rs:{{service}}:{name}"] == late[f"rs:{{service}}:{name}"]
    assert SigningKeys(elsewhere.service.client).all()
    assert [key.number for key in CommitmentKeys(elsewhere.service.client, bytes, now).all()] == [1]


def test_messages_that_were_pending_are_still_to_be_sent(elsewhere: Elsewhere) -> None:
    place = elsewhere.service
    pending = place.parts.deliveries.list("whk_refused", 5000, state="pending").deliveries
    scheduled: Any = place.client.zrange(DUE_KEY, 0, -1)
    calls = {call.decode() for call in scheduled}

    assert pending
    assert {f"retry:whk_refused:{delivery.id}" for delivery in pending} <= calls


def test_a_damaged_table_is_damaged_and_a_removed_one_removed(backed_up: BackedUp, elsewhere: Elsewhere) -> None:
    store = elsewhere.service.tables.store

    assert [*store.damaged()] == [backed_up.busy.damaged]
    assert store.read(backed_up.busy.damaged, 0, 100)
    assert store.was_removed(backed_up.busy.removed)


def test_the_lists_are_complete_before_the_service_starts(backed_up: BackedUp, elsewhere: Elsewhere) -> None:
    place = elsewhere.service
    listed = {summary.table for summary in ReadModel(place.client, place.tables.store, now).list(limit=100)[0]}

    assert {*backed_up.busy.running, *backed_up.busy.finished, *backed_up.busy.archived, backed_up.busy.by_bot} <= listed


def test_what_nobody_had_seen_yet_is_seen_in_the_new_place(backed_up: BackedUp, elsewhere: Elsewhere) -> None:
    table, receiver = backed_up.busy.unseen, backed_up.receiver

    def told() -> list[str]:
        messages = [sent.message for sent in receiver.sent if not sent.path.endswith("/refusing")]
        return [message["type"] for message in messages if message["data"].get("table") == table]

    def tell() -> bool:
        elsewhere.service.work()
        return "table.finished" in told()

    assert told() == []
    until(tell, 20, told)
    assert told().count("table.finished") == 1
