"""The data folder of the release before is opened by today's code: every table is served as before, and running ones go on.

`tests/releases/record.py` says how the folder was made.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from events.proof.verify import verify
from rules.registry import games
from service.command_line import main
from service.processes import embedded_store
from tests.events.proof.second import second_verdicts
from tests.forking import forked
from tests.live import Api, CreatedTable, Seated, Service, running
from tests.operation.playing import exported, finish
from tests.releases import golden
from tests.releases.golden import Golden, GoldenTable
from tests.service.owning import Owner
from tests.service.playing import eventually
from tests.workers.bots.servers import BotServer, good


@pytest.fixture(scope="module", params=["as it was left", "upgraded"])
def is_upgraded(request: pytest.FixtureRequest) -> bool:
    """Whether `rollstream store upgrade` has rewritten the store in today's forms."""
    return bool(request.param == "upgraded")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, is_upgraded: bool) -> Path:
    return tmp_path_factory.mktemp("upgraded" if is_upgraded else "golden")


@pytest.fixture(scope="module")
def known(folder: Path) -> Golden:
    return golden.unpack(folder)


@pytest.fixture(scope="module")
def store(folder: Path, known: Golden, is_upgraded: bool) -> Iterator[str]:
    with embedded_store.running(folder / "data") as url:
        if is_upgraded:
            done = CliRunner(env={"ROLLSTREAM_REDIS_URL": url}).invoke(main, ["store", "upgrade", "--data", str(folder / "data")])
            assert f"{len(known.tables)} tables rewritten" in done.output, done.output
        yield url


@pytest.fixture(scope="module")
def service(folder: Path, store: str) -> Iterator[Service]:
    """Today's service on the folder, without what acts by itself at tables: their time has run out long ago."""
    settings = {"secret": "", "exports_url": str(folder / "data" / "exports")}
    with running(store, folder, ("projector", "web"), **settings) as service:
        yield service


@pytest.fixture
def api(service: Service) -> Iterator[Api]:
    with Api(service.url) as api:
        yield api


@contextmanager
def acting(service: Service, folder: Path) -> Iterator[None]:
    """During the block the programs run, too, that act at tables by themselves."""
    exports = str(service.log_file.parent / "data" / "exports")
    settings = {"REDIS_URL": service.store_url, "EXPORTS_URL": exports, "OUTGOING_ALLOW": "127.0.0.0/8"}
    environment = {**os.environ, **{f"ROLLSTREAM_{name}": value for name, value in settings.items()}}
    with ExitStack() as ending:
        for name in ("reactor", "worker", "dispatcher"):
            ending.enter_context(forked("service.command_line", name, output=folder / name, environment=environment))
        yield


def holds(new: Any, old: Any) -> bool:
    """Whether the new value says all that the old one said. Members may have been added."""
    match old:
        case Mapping():
            return isinstance(new, Mapping) and all(name in new and holds(new[name], value) for name, value in old.items())
        case list():
            return isinstance(new, list) and len(new) == len(old) and all(map(holds, new, old))
        case _:
            return bool(new == old)


def with_status(known: Golden, status: str) -> Sequence[GoldenTable]:
    return [table for table in known.tables if table.view["status"] == status]


def seated(table: GoldenTable) -> list[Seated]:
    return [Seated(table.id, int(seat), token) for seat, token in table.tokens.items()]


def hashes(events: Sequence[Mapping[str, Any]]) -> list[str]:
    """What stays of an event's view: what it hides is shown when the table is finished."""
    return [event["hash"] for event in events]


def test_finished_tables_are_served_as_before_and_their_files_are_the_same_and_right(api: Api, known: Golden) -> None:
    finished = with_status(known, "finished")
    files = [str(table.file).encode() for table in finished]

    for table in finished:
        assert holds(api.view(table.id), table.view), table.name
        assert api.events(table.id) == table.events, table.name
        assert api.view(table.id, at=table.view["version"] // 2)["version"] == table.view["version"] // 2
        assert api.get(f"/v1/tables/{table.id}/moves", token=next(iter(table.tokens.values()), None)).status in {200, 401}
    assert [exported(api, table.id) for table in finished] == files
    assert all(verify(file, games()).ok for file in files)
    assert all(verdict.ok for verdict in second_verdicts(files))


def test_the_lists_hold_every_table(api: Api, known: Golden) -> None:
    for status in ("open", "playing", "finished"):
        listed = {entry["table"] for entry in api.get(f"/v1/tables?status={status}&limit=100").json["tables"]}
        assert {table.id for table in with_status(known, status)} <= listed


def test_what_belongs_to_an_api_key_is_still_its_own(api: Api, known: Golden) -> None:
    owner = Owner(api, known.key)

    assert owner.look(f"/v1/bots/{known.bot}")["name"] == "Six Sigma"
    assert owner.look(f"/v1/webhooks/{known.webhook}")["types"] == ["table.finished"]


def test_a_request_of_before_gets_the_answer_of_before(api: Api, known: Golden) -> None:
    headers = {"X-API-Key": known.key, "Idempotency-Key": known.idempotency_key}
    again = api.post("/v1/tables", json=known.creation, headers=headers)

    assert again.replayed
    assert (again.json["view"]["table"], again.json["tokens"]) == (known.tables[0].id, known.tables[0].tokens)


def test_open_and_running_tables_go_on_to_their_end(service: Service, api: Api, known: Golden, tmp_path: Path) -> None:
    # given tables as they were left
    clocked = known.named("ice-dice, running with a clock")
    tables = [table for table in (*with_status(known, "open"), *with_status(known, "playing")) if table is not clocked]
    for table in tables:
        assert holds(api.view(table.id), table.view), table.name
    # when people come, or act once more
    played = []
    for table in tables:
        people = seated(table)
        if table.view["status"] == "open":
            people.append(api.sit(table.id, name="Grace"))
        played.append(CreatedTable(table.id, people, api.view(table.id)))
    # and the bot answers at its new address
    with BotServer(good) as bot:
        assert Owner(api, known.key).ask("PATCH", f"/v1/bots/{known.bot}", json={"url": bot.url, "paused": False}).status == 200
        with acting(service, tmp_path):
            for seed, each in enumerate(played):
                finish(api, each, seed)
            # then every table comes to its end, and the time that ran out meanwhile has run out once
            eventually(lambda: api.view(clocked.id)["status"] == "finished")
            types = [event["type"] for event in api.events(clocked.id)]
            files = [exported(api, each.table) for each in played]
        assert types.count("table.decision-expired") == 1
        assert bot.turns
    assert all(verify(file, games()).ok for file in files)
    assert all(verdict.ok for verdict in second_verdicts(files))
    for table in tables:
        assert hashes(api.events(table.id))[: len(table.events)] == hashes(table.events), table.name
