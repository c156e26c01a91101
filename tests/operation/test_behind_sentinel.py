"""The whole service on a store that a sentinel watches: after a fail-over games go on, at the same address."""

from collections.abc import Iterator

import pytest

from events.store.event_store import StoreUnavailable
from events.store.redis_connection import UnsuitableServer, connect, ping
from tests.live import Api, running
from tests.operation.playing import check, finish
from tests.sentinels import NAME, WatchedPair, watched_pair
from tests.service.playing import eventually


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WatchedPair]:
    with watched_pair(tmp_path_factory.mktemp("pair")) as pair:
        yield pair


def test_a_sentinel_is_refused_under_the_address_of_a_server_and_the_reason_names_the_right_one(pair: WatchedPair) -> None:
    with pytest.raises(UnsuitableServer, match=r"sentinel.*redis\+sentinel://"):
        connect(f"redis://:p%40ss%20word@127.0.0.1:{pair.sentinel.port}")


def test_a_primary_that_no_sentinel_knows_may_start_later(pair: WatchedPair) -> None:
    with (
        connect(pair.url.replace(f"/{NAME}", "/unknown")) as client,
        pytest.raises(StoreUnavailable, match="no sentinel names a primary of unknown"),
    ):
        ping(client)


def test_a_game_goes_on_after_a_fail_over(pair: WatchedPair, tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(pair.url, tmp_path_factory.mktemp("service")) as service, Api(service.url) as api:
        table = api.create_table(1, ai=["greedy"])
        moves = 0

        def lose_primary() -> None:
            nonlocal moves
            moves += 1
            if moves == 5:
                pair.primary.kill()

        finish(api, table, 1, (503,), lose_primary)

        assert moves > 5
        pair.wait_for_fail_over()
        eventually(lambda: api.get("/readyz").json["status"] == "ready")
        check(api, [table])
