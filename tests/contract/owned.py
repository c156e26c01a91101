"""Requests about a bot and a webhook that cause every documented status."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.registry import games
from tests.live import Api
from tests.service.keys import OnAStore, mint
from tests.service.owning import Owner

NOBODY = "http://127.0.0.1:2000/"
"""An allowed address in tests; no server listens there."""
BOT = {"name": "Six Sigma", "url": NOBODY, "games": [*games()]}
WEBHOOK = {"url": NOBODY, "types": ["table.finished"]}
SINCE = {"since": "2026-03-14T15:00:00.000Z"}
KEY = "every-status-of-the-contract-0d8f1c1e6b1b4a52"


class Owned(NamedTuple):
    """An owner, and the paths of their bot, webhook and delivery."""

    owner: Owner
    bot: str
    webhook: str
    delivery: str

    @property
    def names(self) -> dict[str, str]:
        """The path parameters of the contract, and their values."""
        found = {"bot": self.bot, "webhook": self.webhook, "delivery": self.delivery}
        return {name: path.rpartition("/")[2] for name, path in found.items()}


def owned(api: Api, service: OnAStore) -> Owned:
    """Create an owner with a bot, a webhook and a delivery."""
    owner = Owner(api, mint(service, None))
    bot = owner.register(NOBODY, games=BOT["games"]).headers["location"]
    webhook = owner.webhook(NOBODY, "table.finished", table=api.create_table(2).table)
    return Owned(owner, bot, webhook, f"{webhook}/deliveries/{owner.ask('POST', f'{webhook}/test').json['id']}")


def with_every_status(api: Api, service: OnAStore) -> None:
    """Send all requests that owners can send, valid and invalid ones."""
    owned_by = owned(api, service)
    _send_valid(owned_by)
    _send_invalid(owned_by)
    _send_unreadable(owned_by.owner, "PATCH", owned_by.bot, {"name": "Seven"})
    _send_unreadable(owned_by.owner, "PATCH", owned_by.webhook, {"paused": True})
    _send_unreadable(owned_by.owner, "POST", "/v1/bots", BOT)
    _send_unreadable(owned_by.owner, "POST", "/v1/webhooks", WEBHOOK)
    _send_unreadable(owned_by.owner, "POST", f"{owned_by.webhook}/redeliver", SINCE)
    assert owned_by.owner.ask("DELETE", owned_by.bot).status == 204
    owned_by.owner.leave_nothing()


def _send_valid(owned: Owned) -> None:
    ask = owned.owner.ask
    for path, body in (("/v1/bots", BOT), ("/v1/webhooks", WEBHOOK)):
        assert [ask("POST", path, json=body, idempotency_key=KEY).status for _ in range(2)] == [201, 200]
        assert ask("POST", path, json={**body, "url": f"{NOBODY}2"}, idempotency_key=KEY).code == "idempotency-key-reused"
    for path in ("/v1/bots", owned.bot, "/v1/webhooks", owned.webhook, f"{owned.webhook}/deliveries", owned.delivery):
        assert ask("GET", path).status == 200
    for path in (f"{owned.bot}/secret", f"{owned.bot}/invitation", f"{owned.bot}/test", f"{owned.webhook}/secret", f"{owned.webhook}/test"):
        assert ask("POST", path).status == 200
    assert ask("POST", f"{owned.delivery}/redeliver").status == 202


def _send_invalid(owned: Owned) -> None:
    ask = owned.owner.ask
    _not_seatable(owned)
    assert ask("GET", "/v1/bots", params={"page": 1}).code == "parameter-invalid"
    assert ask("GET", f"{owned.webhook}/deliveries", params={"state": "lost"}).code == "parameter-invalid"
    for path in (f"{owned.bot}/secret", f"{owned.webhook}/secret"):
        assert ask("POST", path, idempotency_key="short").code == "header-invalid"
        codes = [ask("POST", path, idempotency_key=f"{KEY}-{which}").code for which in ("first", "second", "first")]
        assert codes == [None, None, "secret-rotated"]
    for method, path, body in _unknown():
        assert ask(method, path, json=body).status == 404


def _not_seatable(owned: Owned) -> None:
    """Only the owner may seat the bot; forks and rematches of others are refused too, because they have the same bots."""
    api, bot = owned.owner.api, owned.names["bot"]
    created_table = api.create_table(1, bots=[bot])
    api.leave(created_table.seated[0])
    assert owned.owner.ask("PATCH", owned.bot, json={"seating": "owner"}).status == 200
    seats = [{"kind": "human"}, {"kind": "bot", "bot": bot}]
    assert api.post("/v1/tables", json={"game": "dicy-cards", "seats": seats}).code == "bot-not-seatable"
    assert api.post(f"/v1/tables/{created_table.table}/fork", json={"at": created_table.view["version"]}).code == "bot-not-seatable"
    assert api.post(f"/v1/tables/{created_table.table}/rematch", token=created_table.seated[0].token).code == "bot-not-seatable"


def _unknown() -> list[tuple[str, str, Any]]:
    bot, webhook = "/v1/bots/bot_none", "/v1/webhooks/whk_none"
    return [
        *((method, bot, {} if method == "PATCH" else None) for method in ("GET", "PATCH", "DELETE")),
        *((method, webhook, {} if method == "PATCH" else None) for method in ("GET", "PATCH", "DELETE")),
        *(("POST", f"{path}/{what}", None) for path in (bot, webhook) for what in ("secret", "test")),
        ("POST", f"{bot}/invitation", None),
        *(("GET", f"{webhook}/{what}", None) for what in ("deliveries", "deliveries/msg_none")),
        ("POST", f"{webhook}/deliveries/msg_none/redeliver", None),
        ("POST", f"{webhook}/redeliver", SINCE),
    ]


def _send_unreadable(owner: Owner, method: str, path: str, good: Mapping[str, Any]) -> None:
    statuses = [
        owner.ask(method, path, data=b"{").status,
        owner.ask(method, path, data=b" " * 70_000).status,
        owner.api.request(method, path, data=b"{}", headers={"X-API-Key": owner.key, "Content-Type": "text/plain"}).status,
        owner.ask(method, path, json={"unheard-of": 1}).status,
        owner.ask(method, path, json=good).status,
    ]
    assert statuses[:4] == [400, 413, 415, 422]
    assert statuses[4] < 300
