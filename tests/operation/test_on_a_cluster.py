"""The whole service on a cluster: every part works there, and moved slots and a lost master stop no game."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle
from typing import Any

import pytest
from click.testing import CliRunner

from events.store.keys import PARTITIONS, partition_of
from service import command_line
from service.processes import embedded_store
from tests.cluster import Cluster, running_cluster
from tests.live import Api, CreatedTable, Service, running
from tests.operation.playing import check, finish
from tests.service.endpoint import an_endpoint
from tests.service.keys import mint
from tests.service.owning import Owner
from tests.service.playing import eventually
from tests.workers.bots.servers import BotServer, good


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three masters with two replicas each."""
    with running_cluster(tmp_path_factory.mktemp("nodes"), replicas=2) as nodes:
        yield nodes


@pytest.fixture(scope="module")
def service(nodes: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """All programs on the cluster, with a queue of their own."""
    folder = tmp_path_factory.mktemp("service")
    with embedded_store.running(tmp_path_factory.mktemp("queue")) as queue, running(nodes.url, folder, queue_url=queue) as service:
        yield service


@pytest.fixture
def api(service: Service) -> Iterator[Api]:
    with Api(service.url) as api:
        yield api


@contextmanager
def games(service: Service, tables: Sequence[CreatedTable], *more: Any) -> Iterator[Sequence["Future[None]"]]:
    """Play tables at the same time during the block. They must end well."""
    with ThreadPoolExecutor(len(tables)) as crowd:
        played = [crowd.submit(finish, Api(service.url), table, seed, *more) for seed, table in enumerate(tables)]
        yield played
        for game in played:
            game.result()


def test_a_game_with_a_bot_and_a_built_in_player_is_followed_called_exported_and_listed(api: Api, service: Service) -> None:
    owner = Owner(api, mint(service, None))
    with an_endpoint() as endpoint, BotServer(good) as bot:
        owner.webhook(endpoint.url, "table.finished")
        registered = owner.register(bot.url).json["bot"]["id"]
        table = api.create_table(1, ai=["greedy"], bots=[registered])

        with api.stream(table.table) as stream:
            finish(api, table, 1)
            told = [*stream]

        [message] = endpoint.wait_for(1)
        assert bot.turns
        assert [event["version"] for event in told] == [event["version"] for event in api.events(table.table)]
        assert message.json["data"]["table"] == table.table
        check(api, [table])
        assert table.table in {entry["table"] for entry in api.get("/v1/tables?status=finished").json["tables"]}


def test_the_lists_are_built_anew_from_all_masters(api: Api, service: Service) -> None:
    tables = {api.create_table(2).table for _ in range(6)}

    rebuilt = CliRunner(env={"ROLLSTREAM_REDIS_URL": service.store_url}).invoke(command_line.main, ["rebuild"])

    assert rebuilt.exit_code == 0, rebuilt.output
    assert tables <= {entry["table"] for entry in api.get("/v1/tables?status=playing&limit=100").json["tables"]}


@pytest.mark.parametrize("way", [Cluster.move, Cluster.move_by_keys])
def test_slots_move_while_games_are_played_and_no_request_fails(
    way: Callable[..., None], api: Api, service: Service, nodes: Cluster
) -> None:
    tables = [api.create_table(1, ai=["greedy"]) for _ in range(3)]
    targets = cycle(nodes.masters)

    with games(service, tables) as played:
        while not all(game.done() for game in played):
            for tag in ("service", "lobby", *{partition_of(table.table) for table in tables}):
                way(nodes, tag, next(target for target in targets if target is not nodes.of(tag)))

    check(api, tables)


def test_a_lost_master_stops_only_its_own_tables_until_a_replica_takes_over(api: Api, service: Service, nodes: Cluster) -> None:
    lost = next(node for node in nodes.masters if node not in {nodes.of("service"), nodes.of("lobby")} and tags_of(nodes, node))
    theirs, others = tables_of(api, tags_of(nodes, lost)), tables_of(api, [tag for tag in PARTITIONS if nodes.of(tag) is not lost])
    killed, moves_of_others = threading.Event(), threading.Semaphore(0)
    nodes.allow_fail_over(allowed=False)

    def played() -> None:
        if killed.is_set():
            moves_of_others.release()

    with games(service, theirs, (503,)), games(service, others, (), played):
        lost.kill()
        killed.set()
        others_go_on = all(moves_of_others.acquire(timeout=30) for _ in range(10))
        nodes.allow_fail_over(allowed=True)
        nodes.wait_for_fail_over(partition_of(theirs[0].table), lost)

    assert others_go_on
    eventually(lambda: api.get("/readyz").json["status"] == "ready")
    check(api, [*theirs, *others])


def tags_of(nodes: Cluster, master: Any) -> Sequence[str]:
    return [tag for tag in PARTITIONS if nodes.of(tag) is master]


def tables_of(api: Api, partitions: Sequence[str]) -> Sequence[CreatedTable]:
    """Two new tables with built-in players in these partitions."""
    found: list[CreatedTable] = []
    while len(found) < 2:
        table = api.create_table(1, ai=["greedy"])
        if partition_of(table.table) in partitions:
            found.append(table)
    return found
