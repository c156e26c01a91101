"""Creates tables with bots, as their owners and others."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.contract.owned import NOBODY
from tests.live import Api, Reply
from tests.service.owning import Owner

OWN = {"seating", "max_tables", "running_tables", "invitation"}


def registered(owner: Owner, seating: str, **more: Any) -> Mapping[str, Any]:
    """A new bot, as its owner sees it."""
    bot: Mapping[str, Any] = owner.register(NOBODY, seating=seating, **more).json["bot"]
    return bot


def body(*bots: str, **more: Any) -> dict[str, Any]:
    return {"game": "dicy-cards", "seats": [{"kind": "human"}, *({"kind": "bot", "bot": bot} for bot in bots)], **more}


def invited(bot: str, invitation: str, **more: Any) -> dict[str, Any]:
    return {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "bot", "bot": bot, "invitation": invitation}], **more}


def create(asker: Api | Owner, wanted: Mapping[str, Any], key: str | None = None) -> Reply:
    if isinstance(asker, Owner):
        return asker.ask("POST", "/v1/tables", json=wanted, idempotency_key=key)
    return asker.post("/v1/tables", json=wanted, headers={"Idempotency-Key": key} if key else None)


def end(api: Api, created_table: Reply) -> None:
    """The human player resigns, which ends the game of two."""
    view, [token] = created_table.json["view"], created_table.json["tokens"].values()
    assert api.delete(f"/v1/tables/{view['table']}/seats/0", token=token).status == 200


def answers(replies: Sequence[Reply]) -> list[tuple[int, str | None]]:
    return [(reply.status, reply.code) for reply in replies]
