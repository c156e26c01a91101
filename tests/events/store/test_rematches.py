"""The rematch of a table: the first proposal is stored beside its log, with all players who request it, and the feed reports it."""

import pytest
from redis import Redis

from events.store.event_store import Proposal, Rematch
from events.store.keys import partition_of, rematch_key
from tests.events.store.tables import Log, any_table

ONE, OTHER = (Proposal(any_table(), 0, seed, "c0", "2026-11-28T12:10:00.000Z", 1_795_867_830_000) for seed in ("one", "other"))


def test_the_first_proposal_is_kept_with_all_who_ask(log: Log) -> None:
    log.append(3)

    named = [log.store.name_rematch(log.table, seat, proposal) for seat, proposal in ((2, ONE), (0, OTHER), (2, OTHER))]

    kept = ONE._replace(seat=2)
    assert named == [Rematch(kept, (2,)), Rematch(kept, (0, 2)), Rematch(kept, (0, 2))]
    assert log.load().rematch == named[-1]


def test_a_table_has_none_until_somebody_asks_and_one_that_is_gone_never(log: Log) -> None:
    log.append(1)

    assert log.load().rematch is None
    assert log.store.name_rematch(any_table(), 0, ONE) is None


def test_the_feed_tells_of_every_player_who_asks_once_and_the_log_stays(log: Log) -> None:
    log.append(3)
    partition = partition_of(log.table)
    end = log.store.feed_ends()[partition]

    for seat in (1, 1, 0):
        log.store.name_rematch(log.table, seat, ONE)

    told = [entry for entry in log.store.follow({partition: end}, 0) if entry.table == log.table]
    assert [(entry.first, entry.last, entry.types, entry.calls) for entry in told] == [(3, 3, ("table.rematch",), ())] * 2
    assert log.store.read(log.table, 0, 9) == log.lines


def test_an_unusable_proposal_makes_room_for_another_once(log: Log) -> None:
    log.append(1)
    log.store.name_rematch(log.table, 0, ONE)

    for _ in range(2):
        named = log.store.name_rematch(log.table, 1, OTHER, unusable=ONE.table)

        assert named == Rematch(OTHER._replace(seat=1), (1,))


@pytest.mark.parametrize("asks", [False, True])
def test_something_else_in_its_place_is_no_rematch_and_goes_for_one(redis_log: Log, client: Redis, asks: bool) -> None:
    redis_log.append(1)
    client.rpush(rematch_key(redis_log.table), "nonsense")

    named = redis_log.store.name_rematch(redis_log.table, 0, ONE) if asks else None

    assert redis_log.load().rematch == named
    assert (named is not None) is asks
