"""`ROLLSTREAM_DURABILITY=replicated`: a client is told of nothing that a fail-over could still take back."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from click.testing import CliRunner

from service.command_line import main
from tests.events.store.replicas import Group, group
from tests.live import Api, CreatedTable, Reply, created_table
from tests.service.in_process import Application, application
from tests.service.keys import mint
from tests.service.owning import Owner
from tests.service.playing import rolled, skip, to_move

SETTINGS = {"durability": "replicated", "replicas": "2", "secret": "the-same-secret-for-both-web-processes"}
KEY = "one-and-the-same-request-6f0d3a51"


@pytest.fixture(scope="module")
def three() -> Iterator[Group]:
    """A primary with two replicas."""
    with group() as servers:
        yield servers


@pytest.fixture
def replicated(three: Group) -> Iterator[Application]:
    """A service that waits for both replicas."""
    three.follow()
    with application(three.url, None, replica_timeout="200", **SETTINGS) as replicated:
        yield replicated


@pytest.fixture
def api(replicated: Application) -> Iterator[Api]:
    with replicated.api() as api:
        yield api


def told(reply: Reply) -> tuple[int, str | None, str | None]:
    return reply.status, reply.code, reply.json.get("retry")


UNCONFIRMED = (503, "not-replicated", "safe")


def test_a_move_is_not_acknowledged_and_neither_is_its_repeat_until_the_replicas_have_it(api: Api, three: Group) -> None:
    table = api.create_table(2)
    who, decision = to_move(table.seated, table.view)
    with three.replicas[0].frozen():
        first, again = rolled(api, who, decision), rolled(api, who, decision)
        another = api.play(who, {"type": "skip", "decision": decision})

        assert [told(reply) for reply in (first, again, another)] == [UNCONFIRMED] * 3
        assert int(first.headers["retry-after"]) > 0
        assert api.view(table.table)["version"] == table.view["version"] + 1, "whoever watches sees it"

    again = rolled(api, who, decision)
    assert (again.status, again.replayed) == (200, True)
    assert api.play(who, {"type": "skip", "decision": decision}).code == "decision-closed"


def test_another_process_does_not_acknowledge_it_either(api: Api, three: Group) -> None:
    table = api.create_table(2)
    who, decision = to_move(table.seated, table.view)
    with application(three.url, None, replica_timeout="200", **SETTINGS) as other, other.api() as there, three.replicas[1].frozen():
        assert told(rolled(api, who, decision)) == UNCONFIRMED
        assert told(rolled(there, who, decision)) == UNCONFIRMED
        assert told(there.play(who, {"type": "skip", "decision": decision})) == UNCONFIRMED


def test_a_table_a_seat_a_start_and_a_leave_are_acknowledged_when_they_are_replicated(api: Api, three: Group) -> None:
    body = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "open"}], "auto_start": False}
    path = "/v1/tables"
    with three.replicas[0].frozen():
        assert told(create(api, body)) == UNCONFIRMED
        assert told(api.post(path, json=body)) == (503, "not-replicated", "unsafe")
    table = created_table(create(api, body))
    with three.replicas[0].frozen():
        assert told(sit(api, table)) == UNCONFIRMED
    assert sit(api, table).status == 200
    for act in (api.start, api.leave):
        with three.replicas[0].frozen():
            assert [told(act(table.seated[0])) for _ in range(2)] == [UNCONFIRMED] * 2
        assert act(table.seated[0]).status == 200


def create(api: Api, body: Any) -> Reply:
    return api.post("/v1/tables", json=body, headers={"Idempotency-Key": KEY})


def sit(api: Api, table: CreatedTable) -> Reply:
    return api.post(f"/v1/tables/{table.table}/seats", json={}, headers={"Idempotency-Key": KEY})


def test_what_is_stored_beside_the_logs_is_acknowledged_when_it_is_replicated(replicated: Application, api: Api, three: Group) -> None:
    table = api.create_table(2)
    api.leave(table.seated[0])
    running = api.create_table(2)
    owner = Owner(api, mint(replicated, None))
    links = f"/v1/tables/{running.table}/seats/0/links"
    acts: dict[str, Callable[[], Reply]] = {
        "commitment": lambda: api.post("/v1/commitments"),
        "bot": lambda: owner.register("http://127.0.0.1:8080/bot", idempotency_key=KEY),
        "webhook": lambda: owner.add_webhook("http://127.0.0.1:8080/hook", "table.finished", idempotency_key=KEY),
        "link": lambda: api.post(links, token=running.seated[0].token),
        "rematch": lambda: api.post(f"/v1/tables/{table.table}/rematch", token=table.seated[1].token),
    }
    with three.replicas[0].frozen():
        assert {name: told(act()) for name, act in acts.items()} == dict.fromkeys(acts, UNCONFIRMED)

    assert {name: act().status for name, act in acts.items()} == {name: 201 if name in {"commitment", "link"} else 200 for name in acts}


@pytest.mark.parametrize("timeout", ["200", "1500"])
def test_without_enough_replicas_the_service_is_not_ready_and_says_why(three: Group, timeout: str) -> None:
    three.follow()
    with application(three.url, None, replica_timeout=timeout, **SETTINGS) as replicated, replicated.api() as api:
        with three.replicas[0].frozen():
            ready = api.get("/readyz")

            assert (ready.status, ready.json["status"], ready.json["parts"]["store"]) == (503, "degraded", "unreplicated")
        assert api.get("/readyz").json["parts"]["store"] == "ok"


def test_every_acknowledged_move_is_there_after_a_fail_over_and_the_game_goes_on() -> None:
    with group() as servers:
        lagging, other = servers.replicas
        with application(servers.url, None, **SETTINGS) as before, before.api() as api:
            table = api.create_table(2)
            view = table.view
            for _ in range(5):
                view = skip(api, table.seated, view)
            acknowledged = api.events(table.table)
            with lagging.frozen(), application(servers.url, None, replica_timeout="100", **SETTINGS) as hasty, hasty.api() as hurried:
                assert told(rolled(hurried, *to_move(table.seated, view))) == UNCONFIRMED
            servers.fail_over(lagging)

        with application(servers.url, None, **{**SETTINGS, "replicas": "1"}) as after, after.api() as api:
            assert [*api.events(table.table)][: len(acknowledged)] == [*acknowledged]
            assert rolled(api, *to_move(table.seated, view)).status in {200, 201}
            assert servers.replicas == [other]


def test_an_api_key_is_not_shown_before_it_is_replicated(three: Group) -> None:
    three.follow()
    settings = {"REDIS_URL": three.url, "DURABILITY": "replicated", "REPLICAS": "2", "REPLICA_TIMEOUT": "200"}
    runner = CliRunner(env={f"ROLLSTREAM_{name}": value for name, value in settings.items()})
    with three.replicas[0].frozen():
        refused = runner.invoke(main, ["keys", "mint", "--name", "tests"])

    assert (refused.exit_code, "rsk_" in refused.output) == (1, False)
    assert refused.stderr.startswith("Error: the store is not available: fewer than 2 replicas have confirmed")
    assert runner.invoke(main, ["keys", "mint", "--name", "tests"]).stdout.startswith("rsk_")
