"""An open stream whose store has come back without its newest writes: it reports this, and never mixes the two branches."""

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Any

import pytest

from events.tables.following import UNKNOWN_RANGE, EventRange
from events.tables.lineage import LogPosition
from service.live import streams
from service.live.hub import BACKLOG, Hub, StreamReader
from service.live.log_access import LogAccess
from service.live.mailbox import Mailbox
from service.live.streams import lines
from tests.events.branches import fail_over, forked, move
from tests.events.world import TABLE, World
from tests.service.live.watched import Watched, appended, version


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep-alives come at short intervals."""
    monkeypatch.setattr(streams, "KEEP_ALIVE", 0.01)


def assert_reset(frame: Mapping[str, str], reason: str, world: World) -> None:
    """The frame gives the reason, and its id is the end of the log, so that an EventSource resumes from there."""
    data: dict[str, Any] = json.loads(frame["data"])
    assert frame["event"] == "reset"
    assert frame["id"] == str(LogPosition(version(world), world.loaded.head))
    assert (data["reason"], data["version"]) == (reason, version(world))
    assert "Load the table again" in data["detail"]


def test_the_id_of_a_frame_names_version_and_hash() -> None:
    world, _ = forked(2, 0, 0)
    with closing(Watched(world)) as watched:
        watched.hear()

    events = [json.loads(frame["data"]) for frame in watched.told]
    assert [frame["id"] for frame in watched.told] == [f"{event['version']}-{event['hash'][:8]}" for event in events]
    assert watched.versions == list(range(1, version(world) + 1))


@pytest.mark.parametrize("instead", [0, 1, 3])
def test_a_stream_that_has_told_lost_events_ends_with_a_reset_after_a_silence(instead: int) -> None:
    world, other = forked(2, 2, instead)
    with closing(Watched(world)) as watched:
        watched.hear()
        before = watched.versions
        fail_over(world, other)

        watched.hear()

        assert watched.versions == before
        assert_reset(watched.told[-1], "replaced" if instead == 3 else "ahead", other)
        assert watched.is_over()


@pytest.mark.parametrize(("lost", "instead"), [(1, 1), (1, 2), (3, 1), (2, 4)])
def test_a_stream_notices_at_the_first_event_of_another_branch(lost: int, instead: int) -> None:
    world, other = forked(2, lost, instead)
    common, _ = forked(2, 0, 0)
    with closing(Watched(world)) as watched:
        watched.hear()
        fail_over(world, other)

        watched.hear(appended(other, version(common)))

        assert watched.told[-1]["event"] == "reset"
        assert watched.versions == list(range(1, watched.versions[-1] + 1))
        assert watched.is_over()


def test_a_stream_never_goes_on_with_events_of_another_branch() -> None:
    world, other = forked(2, 1, 1)
    with closing(Watched(world)) as watched:
        watched.hear()
        fail_over(world, other)
        at = version(other)
        move(other)

        watched.hear(appended(other, at))

        assert watched.versions[-1] <= at
        assert_reset(watched.told[-1], "replaced", other)


def test_a_stream_looks_into_the_log_when_the_hub_knows_nothing() -> None:
    world, other = forked(2, 1, 0)
    with closing(Watched(world)) as watched:
        watched.hear()
        fail_over(world, other)

        watched.hear(UNKNOWN_RANGE)

        assert_reset(watched.told[-1], "ahead", other)


def test_news_that_the_log_has_told_already_are_told_once_and_cost_no_look() -> None:
    world, _ = forked(0, 0, 0)
    ends = [version(world)]
    for _ in range(4):
        move(world)
        ends.append(version(world))
    late = [appended(world, before)._replace() for before in ends]
    news = [EventRange(one.before, one.events[: end - before]) for one, before, end in zip(late, ends, ends[1:], strict=False)]
    looks: list[int] = []
    read = world.store.read

    def counted(table: str, after: int, limit: int) -> Any:
        looks.append(after)
        return read(table, after, limit)

    with closing(Watched(world)) as watched:
        watched.hear()
        world.store.read = counted  # type: ignore[method-assign]
        watched.hear(*news)

    assert watched.versions == list(range(1, ends[-1] + 1))
    assert len(looks) <= 3  # the first late news cannot be recognised, and each keep-alive reads the log


@pytest.mark.parametrize("bare", [True, False])
def test_a_client_that_comes_back_ahead_of_the_log_is_reset_at_once(bare: bool) -> None:
    world, other = forked(2, 2, 1)
    last = LogPosition(version(world), "" if bare else world.loaded.head[:8])
    fail_over(world, other)
    with closing(Watched(world, last)) as watched:
        watched.hear()

    assert_reset(watched.told[0], "ahead", other)
    assert len(watched.told) == 1


def test_a_client_that_comes_back_on_a_lost_branch_is_reset_at_once_and_goes_on_from_there() -> None:
    world, other = forked(2, 1, 3)
    last = LogPosition(version(world), world.loaded.head[:8])
    fail_over(world, other)
    with closing(Watched(world, last)) as watched:
        watched.hear()
    assert_reset(watched.told[0], "replaced", other)
    rejoin_key = LogPosition.read(watched.told[0]["id"])
    assert rejoin_key is not None

    with closing(Watched(world, rejoin_key)) as again:
        at = version(world)
        move(world)
        again.hear(appended(world, at))

    assert again.versions == list(range(at + 1, version(world) + 1))


def test_a_stream_of_a_table_that_is_lost_itself_is_reset_to_nothing() -> None:
    world, _ = forked(1, 0, 0)
    with closing(Watched(world)) as watched:
        watched.hear()
        fail_over(world, World())

        watched.hear()

    assert (watched.told[-1]["event"], watched.told[-1]["id"]) == ("reset", "0")
    assert json.loads(watched.told[-1]["data"])["version"] == 0


def test_lines_end_where_the_log_turns_out_to_be_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "EVENTS_AT_ONCE", 2)
    world, other = forked(0, 3, 1)
    told: Iterator[bytes] = lines(world.tables, world.loaded, None, appended(world, 0))
    first = appended(world, 0)
    partly = EventRange(first.before, first.events[:-1])

    told = lines(world.tables, world.loaded, None, partly)
    read = [next(told) for _ in partly.events]
    fail_over(world, other)

    with pytest.raises(Exception, match="Load the table again"):
        next(told)
    assert len(read) == len(partly.events)


def test_a_feed_that_has_gone_back_is_followed_from_its_end_and_its_tables_are_looked_at_once() -> None:
    world, other = forked(2, 2, 0)
    hub = Hub(world.tables, 10, 10, "hub")
    here, elsewhere = (StreamReader(table, None, "one", Mailbox(BACKLOG), LogAccess()) for table in (TABLE, "p04" + TABLE[3:]))
    for reader in (here, elsewhere):
        hub._readers[reader.table].add(reader)
    ends = dict(world.store.feed_ends())
    hub._follow_from_end_if_ahead(ends)
    assert here.news.is_empty()
    fail_over(world, other)

    hub._follow_from_end_if_ahead(ends)

    assert ends == other.store.feed_ends()
    assert here.news.get(0) is UNKNOWN_RANGE
    assert elsewhere.news.is_empty()
    hub._follow_from_end_if_ahead(ends)
    assert here.news.is_empty()


def test_every_reader_looks_into_the_log_when_the_store_is_back() -> None:
    world, _ = forked(1, 0, 0)
    hub = Hub(world.tables, 10, 10, "hub")
    readers = [StreamReader(table, None, "one", Mailbox(BACKLOG), LogAccess()) for table in (TABLE, TABLE, "p04" + TABLE[3:])]
    for reader in readers:
        hub._readers[reader.table].add(reader)

    hub._resume_after_outage(dict(world.store.feed_ends()))

    assert [reader.news.get(0) for reader in readers] == [UNKNOWN_RANGE] * 3
