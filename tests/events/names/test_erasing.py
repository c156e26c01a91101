"""A player's name is erased at a table, finished or in play. Everything else at the table stays, and nothing brings the name back."""

from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from events.errors import BrokenLog
from events.names.erasing import erase_at, standing_names
from events.names.erasures import only
from events.projections.changes import listings
from events.projections.list_forms import COMPACT, PLAIN
from events.projections.summaries import Span, summary
from events.proof.document import document, write
from events.proof.verify import verify
from events.store.levels import OLDEST_LEVEL
from events.store.memory_store import MemoryStore
from events.tables import keyed_orders, rematching
from events.tables.envelope import NamedPlayer, read_line
from events.tables.forking import Fork, fork
from events.tables.handler import Handler
from events.tables.keyed_orders import Holder
from events.tables.names import digest
from events.tables.opening import LoadedTable, Tables
from events.tables.presenting import present_event, present_table
from rules.registry import games
from rules.rejected import Rejected
from rules.table_commands import Create, SeatRequest, Sit
from rules.table_fork import same_seats

TABLE, FORK = (f"p00-{number:026d}" for number in (1, 2))
GAMES = games()
ADA, OPEN = SeatRequest(kind="human", name="Ada"), SeatRequest(kind="open")
NOW = datetime(2026, 12, 1, tzinfo=UTC)
ERASED = only("ada", "2026-12-01T00:00:00.000Z")


class OfOldRelease(MemoryStore):
    """A store that processes of the release before still use."""

    def format_level(self) -> int:
        return OLDEST_LEVEL


class Place:
    """A store with a handler. `old`: names are part of the chain, as builds before digests write them."""

    def __init__(self, *, old: bool = False) -> None:
        self.store = OfOldRelease() if old else MemoryStore()
        self.tables = Tables(self.store, GAMES, lambda: NOW)
        self.handler = Handler(self.tables, Random(1).randbytes)

    def create(self, *seats: SeatRequest, table: str = TABLE) -> LoadedTable:
        order = keyed_orders.create(table, "dicy-cards", Create(options={}, seats=seats))
        return self.handler.create(order, "dicy-cards").loaded

    def everything(self, table: str = TABLE) -> str:
        """All that the store has of a table, as one text."""
        loaded = self.store.load(table, None, 0)
        return repr([self.store.read(table, 0, 999), loaded.snapshot])

    def joined(self, number: int = 0) -> dict[str, Any]:
        """The data of an event in which a player joins, as readers get it."""
        loaded = self.tables.open(TABLE)
        events = [one for one in self.tables.checked(loaded.codec, TABLE, loaded.table.version) if one.recorded.type == "table.seat-taken"]
        data: dict[str, Any] = present_event(loaded, events[number], None)["data"]
        return data


@pytest.fixture(params=["new", "old"])
def place(request: pytest.FixtureRequest) -> Place:
    return Place(old=request.param == "old")


def test_the_chain_contains_a_digest_and_the_name_lies_beside_it() -> None:
    place = Place()

    place.create(ADA, OPEN)

    recorded = read_line(place.store.read(TABLE, 1, 1)[0])
    assert recorded.named is not None
    assert b"Ada" not in bytes(recorded.data)
    assert b'"name":null,"name_digest":"%s"' % digest(recorded.named).encode() in bytes(recorded.data)
    own = {"kind": "human", "name": "Ada", "client_seed": None, "level": None, "bot": None}
    assert place.joined() == own | {"name_digest": digest(recorded.named), "name_salt": recorded.named.salt}


def test_equal_names_have_different_digests() -> None:
    place = Place()

    place.create(ADA, ADA)

    assert place.joined(0)["name_digest"] != place.joined(1)["name_digest"]
    assert digest(NamedPlayer("Ada", "0" * 32)) != digest(NamedPlayer("ada", "0" * 32))


def test_builds_that_know_no_digests_get_events_as_they_expect_them() -> None:
    place = Place(old=True)

    place.create(ADA, OPEN)

    recorded = read_line(place.store.read(TABLE, 1, 1)[0])
    assert (recorded.schema, recorded.named) == (3, None)
    assert bytes(recorded.data) == b'{"bot":null,"client_seed":null,"kind":"human","level":null,"name":"Ada"}'


def test_an_erased_name_stands_nowhere_and_the_table_stays(place: Place) -> None:
    place.create(ADA, SeatRequest(kind="human", name="Grace"))
    before = place.tables.open(TABLE)

    erased = erase_at(place.store, TABLE, ERASED)

    assert (erased.now, erased.any) == (1, True)
    assert "Ada" not in place.everything()
    after = place.tables.open(TABLE)
    assert (after.head, after.table.version, after.table.play) == (before.head, before.table.version, before.table.play)
    assert [seat.name for seat in after.table.seats] == [None, "Grace"]
    [ada, grace] = present_table(after, None)["seats"]
    assert (ada["name"], ada["name_erased"], grace["name"], "name_erased" in grace) == ("Player 1", True, "Grace", False)
    assert (place.joined()["name"], place.joined()["name_erased"], "name_salt" in place.joined()) == ("Player 1", True, False)


def test_the_lists_show_no_erased_name_and_have_no_list_of_it(place: Place) -> None:
    place.create(ADA, OPEN)
    erase_at(place.store, TABLE, ERASED)

    found = summary(TABLE, "dicy-cards", Span(""), place.tables.open(TABLE).table)

    assert (found.seats[0].name, found.seats[0].name_erased) == ("Player 1", True)
    assert {listing.player for form in (PLAIN, COMPACT) for listing in listings(found, form)} == {None}


def test_erasing_again_finds_nothing_more(place: Place) -> None:
    place.create(ADA, ADA)

    assert [erase_at(place.store, TABLE, ERASED).now for _ in range(2)] == [2, 0]


def test_every_spelling_is_erased_but_nobody_who_joins_later(place: Place) -> None:
    place.create(SeatRequest(kind="human", name="ADA"), ADA)

    earlier = only("Ada", "2026-11-30T23:59:59.999Z")
    assert standing_names(place.store, TABLE, earlier) == []
    assert standing_names(place.store, TABLE, only("Adam", "2027-01-01T00:00:00.000Z")) == []
    assert standing_names(place.store, TABLE, ERASED) == ["ADA", "Ada"]


def test_who_has_left_before_the_start_is_erased_too(place: Place) -> None:
    place.create(SeatRequest(kind="human", name="Grace"), OPEN)
    seated = place.handler.execute(keyed_orders.sit(TABLE, Sit(name="Ada"), "ada")).loaded
    place.handler.execute(keyed_orders.leave(TABLE, Holder(1, seated.table.seats[1].taken)))

    assert erase_at(place.store, TABLE, ERASED).now == 1

    assert "Ada" not in place.everything()


def test_a_process_that_remembers_the_name_plays_on_without_bringing_it_back(place: Place) -> None:
    place.create(ADA, SeatRequest(kind="human", name="Grace"))
    remembering = Handler(Tables(place.store, GAMES, lambda: NOW), Random(2).randbytes)
    loaded = remembering.tables.open(TABLE)
    seat = loaded.table.owing[0]
    order = keyed_orders.move(TABLE, Holder(seat, loaded.table.seats[seat].taken), loaded.game.legal(loaded.table.play, seat)[0], 0)
    order = order._replace(decision=loaded.table.decisions[seat])
    erase_at(place.store, TABLE, ERASED)

    answer = remembering.execute(order, loaded)

    assert answer.loaded.table.version > loaded.table.version
    assert [player.name for player in answer.loaded.table.seats] == [None, "Grace"]
    assert "Ada" not in place.everything()


def test_a_fork_and_a_rematch_name_the_others_and_erasing_finds_them(place: Place) -> None:
    place.create(ADA, SeatRequest(kind="human", name="Grace"))
    source = place.handler.execute(keyed_orders.close(TABLE)).loaded
    place.handler.create(keyed_orders.create(FORK, "dicy-cards", fork(place.tables, source, Fork(source.table.version - 3))), "dicy-cards")
    assert [seat.name for seat in place.tables.open(FORK).table.seats] == ["Ada", "Grace"]

    for table in (TABLE, FORK):
        assert erase_at(place.store, table, ERASED).now == 1

    again = place.tables.open(TABLE)
    assert [seat.name for seat in same_seats(again.table)] == [None, "Grace"]
    rematching.refuse_unfinished(again)
    place.create(*same_seats(again.table), table=f"p00-{3:026d}")
    assert [seat.name for seat in place.tables.open(f"p00-{3:026d}").table.seats] == ["Player 1", "Grace"]


def test_a_name_that_does_not_fit_its_digest_is_damage() -> None:
    place = Place()
    loaded = place.create(ADA, OPEN)
    place.store._stored[TABLE].lines[1] = place.store.read(TABLE, 1, 1)[0].replace(b'"Ada"', b'"Eve"')

    with pytest.raises(BrokenLog, match="name does not fit"):
        [*place.tables.checked(loaded.codec, TABLE, loaded.table.version)]


def test_the_hash_of_an_event_is_checked_unless_it_covered_the_erased_name() -> None:
    for place, is_checked in ((Place(), True), (Place(old=True), False)):
        place.create(ADA, OPEN)
        erase_at(place.store, TABLE, ERASED)
        place.store._stored[TABLE].snapshot = None
        line = place.store.read(TABLE, 1, 1)[0]
        place.store._stored[TABLE].lines[1] = line.replace(b'"kind":"human"', b'"kind":"ai"')

        if is_checked:
            with pytest.raises(BrokenLog, match="does not chain"):
                place.tables.open(TABLE)
        else:
            assert place.tables.open(TABLE).table.seats[0].kind == "ai"


def test_a_player_who_has_arrived_keeps_an_erased_name_erased(place: Place) -> None:
    place.create(ADA, SeatRequest(kind="human", name="Grace"), OPEN)
    holder = Holder(0, place.tables.open(TABLE).table.seats[0].taken)
    erase_at(place.store, TABLE, ERASED)

    try:
        place.handler.execute(keyed_orders.arrive(TABLE, holder, "seed", 0))
    except Rejected as rejected:
        raise AssertionError(rejected.detail) from rejected

    assert "Ada" not in place.everything()


def test_a_file_has_names_beside_its_events_only_if_the_chain_lacks_one(place: Place) -> None:
    place.create(ADA, OPEN)
    loaded = place.handler.execute(keyed_orders.close(TABLE)).loaded

    def file() -> dict[str, Any]:
        return document(event.recorded for event in place.tables.checked(loaded.codec, TABLE, loaded.table.version))

    before = file()
    erase_at(place.store, TABLE, ERASED)
    after = file()

    is_old = "name_digest" not in before["events"][1]["data"]
    assert before["format"] == ("rollstream-table-2" if is_old else "rollstream-table-3")
    assert ("names" in before) is not is_old
    assert (after["format"], after["names"], after["seats"][0]["name"]) == ("rollstream-table-3", [], None)
    assert verify(write(after), GAMES).ok
