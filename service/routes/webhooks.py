"""`/v1/webhooks`: webhooks, which receive events of tables, and the logs of their deliveries."""

from contextlib import suppress
from functools import partial
from typing import Any

from flask import Blueprint, Response
from msgspec.structs import replace

from events.errors import BrokenLog, TableUnknown
from events.strict_schema import load
from events.timestamps import stamp
from service.http.body import read_object
from service.http.charging import charge, listing, redelivering, searching
from service.http.problems import Problem
from service.http.query_schemas import DeliveriesQuery
from service.http.replies import json_reply
from service.http.request_checks import bodiless, query
from service.http.request_context import this_request
from service.http.requester import required_owner
from service.owners.owning import (
    FOR_THE_OWNER,
    known_by,
    minted,
    next_secret,
    present_secrets,
    refuse_another,
    refuse_removed,
    refuse_target,
    refuse_too_many,
    replayed,
    with_next,
)
from service.owners.webhook_schemas import SinceSchema, WebhookChangeSchema, WebhookSchema
from service.tables.room import refuse_if_full
from service.wiring import web_parts
from workers.outgoing.signing import Secret
from workers.owners.removed import remember
from workers.webhooks.deliveries import NoRoom
from workers.webhooks.delivery import Delivery
from workers.webhooks.registry import Webhook, WebhookPaused
from workers.webhooks.retry import redeliver, redeliver_missed

routes = Blueprint("webhooks", __name__, url_prefix="/v1/webhooks")

SINCE = SinceSchema()


@routes.post("")
def add() -> Response:
    owner, sent = required_owner(), read_object()
    new, secret = minted("whk_", owner, sent)
    webhooks, headers = web_parts().parts.webhooks, {"Location": f"/v1/webhooks/{new}"}
    if webhooks.find(new) is None:
        refuse_removed(new)
        wanted = load(WebhookSchema(web_parts().games), sent)
        refuse_if_full()
        _refuse_table(wanted.get("table"))
        refuse_target(wanted["url"])
        refuse_too_many(len(webhooks.of(owner)), "webhooks")
        webhook = _new(new, owner, secret, wanted)
        if webhooks.add(webhook):
            return json_reply({"webhook": _present(webhook), "secret": secret}, 201, headers)
    webhook = _existing(webhooks.find(new))
    secret = known_by(webhook, "whk_", secret, partial(load, WebhookSchema(web_parts().games), sent))
    refuse_another(webhook, secret)
    return json_reply({"webhook": _present(webhook), "secret": secret}, 200, {**headers, "Idempotent-Replayed": "true"})


@routes.get("")
def of_the_owner() -> Response:
    webhooks = web_parts().parts.webhooks.of(required_owner())
    return json_reply({"webhooks": [_present(webhook) for webhook in webhooks]}, headers=FOR_THE_OWNER)


@routes.get("/<webhook>")
def show(webhook: str) -> Response:
    return json_reply(_present(_own(webhook)), headers=FOR_THE_OWNER)


@routes.patch("/<webhook>")
def change(webhook: str) -> Response:
    _own(webhook)
    wanted = load(WebhookChangeSchema(web_parts().games, partial=True), read_object())
    if "url" in wanted:
        refuse_target(wanted["url"])
    changed = web_parts().parts.webhooks.change(webhook, lambda known: _changed(known, wanted, stamp(web_parts().parts.now())))
    if "url" in wanted:
        web_parts().parts.sender.failures.clear(webhook)  # the failures counted for the old address
    return json_reply(_present(_existing(changed)), headers=FOR_THE_OWNER)


@routes.delete("/<webhook>")
def remove(webhook: str) -> Response:
    _own(webhook)
    remember(web_parts().parts.worker.client, webhook)
    web_parts().parts.webhooks.remove(webhook)
    web_parts().parts.deliveries.delete(webhook)
    return Response(status=204)


@routes.post("/<webhook>/secret")
@bodiless
def rotate(webhook: str) -> Response:
    known, secret = _own(webhook), next_secret(webhook)
    changed = web_parts().parts.webhooks.change(webhook, lambda known: with_next(known, secret))
    return json_reply({"webhook": _present(_existing(changed)), "secret": secret}, headers=replayed(known, secret))


@routes.post("/<webhook>/test")
@bodiless
def test(webhook: str) -> Response:
    own = _own(webhook)
    with web_parts().trials.one(own.owner, own.url):
        delivery = web_parts().parts.sender.ping(own, web_parts().entropy(16).hex())
    return json_reply(_present_delivery(delivery))


@routes.get("/<webhook>/deliveries")
@query(DeliveriesQuery())
def log(webhook: str) -> Response:
    _own(webhook)
    deliveries, wanted = web_parts().parts.deliveries, this_request().query
    charge(listing(wanted["limit"]) + (0 if wanted["state"] is None else searching(deliveries.size(webhook))))
    page = deliveries.list(webhook, **wanted)
    return json_reply(
        {"deliveries": [_present_delivery(delivery) for delivery in page.deliveries], "next": page.next}, headers=FOR_THE_OWNER
    )


@routes.get("/<webhook>/deliveries/<delivery>")
def show_delivery(webhook: str, delivery: str) -> Response:
    _own(webhook)
    found = _delivery(web_parts().parts.deliveries.find(webhook, delivery))
    return json_reply({**_present_delivery(found), "body": found.body}, headers=FOR_THE_OWNER)


@routes.post("/<webhook>/deliveries/<delivery>/redeliver")
@bodiless
def send_again(webhook: str, delivery: str) -> Response:
    _own(webhook)
    parts = web_parts().parts
    most = parts.worker.limits.webhook_pending
    try:
        redelivered = redeliver(parts.deliveries, parts.schedule, webhook, delivery, parts.now(), most)
    except NoRoom:
        raise _too_many_pending(most) from None
    return json_reply(_present_delivery(_delivery(redelivered)), 202)


@routes.post("/<webhook>/redeliver")
def send_missed_again(webhook: str) -> Response:
    _own(webhook)
    parts, since = web_parts().parts, load(SINCE, read_object())["since"]
    charge(redelivering(parts.deliveries.size(webhook, since)))
    most = parts.worker.limits.webhook_pending
    redelivered = redeliver_missed(parts.deliveries, parts.schedule, webhook, since, parts.now(), most)
    if redelivered.left and not redelivered.deliveries:
        raise _too_many_pending(most)
    return json_reply(redelivered._asdict(), 202)


def _new(id: str, owner: str, secret: str, wanted: dict[str, Any]) -> Webhook:
    return Webhook(
        id=id,
        owner=owner,
        url=wanted["url"],
        types=tuple(wanted["types"]),
        table=wanted.get("table"),
        secrets=(Secret(secret),),
        created_at=stamp(web_parts().parts.now()),
    )


def _changed(known: Webhook, wanted: dict[str, Any], now: str) -> Webhook:
    """The record with the requested changes. Pausing a paused webhook again keeps its first pause."""
    changes: dict[str, Any] = {name: wanted[name] for name in ("url",) if name in wanted}
    if "skip_before" in wanted:
        changes["skip_before"] = max(known.skip_before, min(stamp(wanted["skip_before"]), now))
    if wanted.get("paused"):
        changes["paused"] = known.paused or WebhookPaused(now, "owner")
    elif "paused" in wanted and known.paused is not None:
        changes |= {"paused": None, "resumed_at": now}
    changed = replace(known, **changes)
    return changed.with_types(tuple(wanted["types"]), now) if "types" in wanted else changed


def _refuse_table(table: str | None) -> None:
    if table is None:
        return
    try:
        with suppress(BrokenLog):  # the table exists
            web_parts().tables.open(table)
    except TableUnknown:
        wrong = {"field": "table", "detail": "There is no such table."}
        raise Problem("body-invalid", "table: There is no such table.", errors=[wrong]) from None


def _own(webhook: str) -> Webhook:
    """The webhook, if it belongs to the requester. For webhooks of others, the response is the same as for missing ones."""
    owner, found = required_owner(), web_parts().parts.webhooks.find(webhook)
    return _existing(found if found is not None and found.owner == owner else None)


def _existing(webhook: Webhook | None) -> Webhook:
    if webhook is None:
        raise Problem("webhook-unknown", "Your API key has no webhook with this id.")
    return webhook


def _delivery(delivery: Delivery | None) -> Delivery:
    if delivery is None:
        raise Problem("delivery-unknown", "The webhook's log has no delivery with this id, or not any more.")
    return delivery


def _too_many_pending(most: int) -> Problem:
    detail = f"{most} deliveries of the webhook are pending, as many as may be. Ask again when some of them are delivered or have failed."
    return Problem("too-many-pending", detail)


def _present(webhook: Webhook) -> dict[str, Any]:
    return {
        "id": webhook.id,
        "url": webhook.url,
        "types": webhook.types,
        "table": webhook.table,
        "created_at": webhook.created_at,
        "paused": None if webhook.paused is None else {"since": webhook.paused.since, "why": webhook.paused.reason},
        "pending": web_parts().parts.deliveries.pending(webhook.id),
        "secrets": present_secrets(webhook.secrets),
    }


def _present_delivery(delivery: Delivery) -> dict[str, Any]:
    return {
        "id": delivery.id,
        "type": delivery.type,
        "table": delivery.table,
        "version": delivery.version,
        "created_at": delivery.created_at,
        "state": delivery.state,
        "attempts": delivery.attempts,
        "next_at": delivery.next_at,
    }
