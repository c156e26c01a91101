"""Routes that accept a body, at tables, bots and webhooks that no invalid request may change."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pytest
from redis import Redis

from events.store.keys import service_key
from tests.contract.owned import BOT, SINCE, WEBHOOK, owned
from tests.live import Api, Reply
from tests.service.in_process import Application


class Route(NamedTuple):
    """A route that accepts a body, a valid body for it, and the API key if it needs one."""

    path: str
    token: str | None
    good: Mapping[str, Any]
    may_be_empty: bool = False
    method: str = "POST"
    key: str | None = None

    @property
    def table(self) -> str:
        return self.path.split("/")[3]


class World(NamedTuple):
    """Tables, a bot and a webhook for requests; none of the tested requests may change them."""

    routes: Mapping[str, Route]
    rolled: Route
    reckoning: Route
    store: Redis

    def stored(self) -> tuple[int, Mapping[str, int], Collection[bytes], Sequence[Any]]:
        """The number of tables, the number of events of each, the jobs of workers for them, and all bots and webhooks."""
        tables = [route.table for route in [*self.routes.values(), self.rolled, self.reckoning] if route.path.startswith("/v1/tables/")]
        logs = list(self.store.scan_iter("rs:*:log", count=10_000))
        jobs = {job for job in self.store.scan_iter("rq:job:*", count=10_000) if any(table.encode() in job for table in tables)}
        owned = [self.store.hgetall(service_key(name)) for name in ("bots", "webhooks")]
        return len(logs), {table: self.store.xlen(f"rs:{{{table[:3]}}}:{table}:log") for table in tables}, jobs, owned


def laid(api: Api, served: Application) -> World:
    """A new world."""
    waiting = api.create_table(2, auto_start=False).seated[0]
    opened = api.create_table(1, open_seats=1)
    playing, rolling = (api.create_table(2, options={"first_seat": "creator"}).seated[0] for _ in range(2))
    [roll], [rolled] = ([move for move in api.moves(who) if move["type"] == "roll"] for who in (playing, rolling))
    [owed] = api.play(rolling, rolled).json["view"]["owed"]
    over = api.create_table(2).seated[0]
    api.leave(over)
    there = owned(api, served)
    seat = f"/v1/tables/{playing.table}/seats/{playing.seat}"
    routes = {
        "createTable": Route("/v1/tables", None, {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "human"}]}),
        "takeSeat": Route(f"/v1/tables/{opened.table}/seats", None, {"name": "Grace"}, may_be_empty=True),
        "startTable": Route(f"/v1/tables/{waiting.table}/start", waiting.token, {}, may_be_empty=True),
        "postMove": Route(f"/v1/tables/{playing.table}/moves", playing.token, roll),
        "forkTable": Route(f"/v1/tables/{over.table}/fork", None, {"at": 5}),
        "askPlayer": Route(f"/v1/tables/{playing.table}/ai-turns", playing.token, {"mode": "advise"}),
        "requestExport": Route(f"/v1/tables/{over.table}/exports", None, {"format": "txt"}),
        "claimSeat": Route(f"{seat}/claims", None, {"code": api.post(f"{seat}/links", token=playing.token).json["code"]}),
        "registerBot": Route("/v1/bots", None, BOT, key=there.owner.key),
        "changeBot": Route(there.bot, None, {"name": "Seven"}, method="PATCH", key=there.owner.key),
        "addWebhook": Route("/v1/webhooks", None, WEBHOOK, key=there.owner.key),
        "changeWebhook": Route(there.webhook, None, {"paused": True}, method="PATCH", key=there.owner.key),
        "redeliverFailed": Route(f"{there.webhook}/redeliver", None, SINCE, key=there.owner.key),
    }
    after_roll = Route(f"/v1/tables/{rolling.table}/moves", rolling.token, {"decision": owed["decision"]})
    return World(routes, after_roll, _reckoning(api), Redis.from_url(served.store_url))


def _reckoning(api: Api) -> Route:
    """A table of Ice Dice without a clock, where a seat can shift; the body is a legal move."""
    created_table = api.create_table(2, game="ice-dice", turn_seconds=None)
    who = created_table.seated[created_table.view["owed"][0]["seat"]]
    while (move := api.moves(who)[0])["type"] != "shift":
        assert api.play(who, move).status == 201
    return Route(f"/v1/tables/{created_table.table}/moves", who.token, move)


@pytest.fixture(scope="module")
def world(served: Application) -> Iterator[World]:
    with served.api() as api:
        world = laid(api, served)
    yield world
    world.store.close()


OF_TABLES = ["createTable", "takeSeat", "startTable", "postMove", "forkTable", "askPlayer", "requestExport", "claimSeat"]
OF_OWNERS = ["registerBot", "changeBot", "addWebhook", "changeWebhook", "redeliverFailed"]
each_route = pytest.mark.parametrize("name", [*OF_TABLES, *OF_OWNERS])


def send(api: Api, route: Route, body: bytes, **headers: str) -> Reply:
    """Send a body to a route, with its token or key. `headers` are further ones: `Content_Type="text/plain"`."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return api.request(
        route.method, route.path, token=route.token, data=body, headers=sent if route.key is None else {"X-API-Key": route.key, **sent}
    )
