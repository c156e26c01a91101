"""`/v1/bots`: bots, which are registered by owners of API keys."""

from functools import partial
from typing import Any

from flask import Blueprint, Response
from msgspec.structs import replace

from events.strict_schema import load
from events.timestamps import stamp
from service.http.body import read_object
from service.http.charging import charge, looking
from service.http.fields import SIGN
from service.http.problems import Problem
from service.http.query_schemas import BotsQuery
from service.http.replies import json_reply
from service.http.request_checks import bodiless, query
from service.http.request_context import this_request
from service.http.requester import required_owner
from service.owners.bot_schemas import BotChangeSchema, BotSchema
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
from service.tables.room import refuse_if_full
from service.wiring import web_parts
from workers.bots.health import BotHealth, health, healths, last_failure, wake
from workers.bots.probe import ping
from workers.bots.registry import INVITATION_BYTES, Bot, BotPaused, Seating, invitation
from workers.bots.statistics import statistics
from workers.outgoing.signing import Secret
from workers.owners.removed import remember

routes = Blueprint("bots", __name__, url_prefix="/v1/bots")

PAUSED_BY_OWNER = "You have paused it: it is not called until you resume it."


@routes.post("")
def register() -> Response:
    owner, sent = required_owner(), read_object()
    new, secret = minted("bot_", owner, sent)
    bots, headers = web_parts().parts.bots, {"Location": f"/v1/bots/{new}"}
    if bots.find(new) is None:
        refuse_removed(new)
        wanted = load(BotSchema(web_parts().games), sent)
        refuse_if_full()
        refuse_target(wanted["url"])
        refuse_too_many(len(bots.of(owner)), "bots")
        bot = _new(new, owner, secret, {"avatar": _avatar(wanted["name"]), **wanted})
        if bots.add(bot):
            return json_reply({"bot": _owner_view(bot), "secret": secret}, 201, headers)
    bot = _found(new)
    secret = known_by(bot, "bot_", secret, partial(load, BotSchema(web_parts().games), sent))
    refuse_another(bot, secret)
    _charge(new)
    return json_reply({"bot": _owner_view(bot), "secret": secret}, 200, {**headers, "Idempotent-Replayed": "true"})


@routes.get("")
@query(BotsQuery())
def find() -> Response:
    wanted = this_request().query
    owner = required_owner() if wanted["mine"] == "true" else this_request().owner
    bots = [
        bot
        for bot in web_parts().parts.bots.list(wanted["game"])
        if bot.owner == owner or (wanted["mine"] == "false" and bot.seating == "anyone")
    ]
    known = healths(web_parts().parts.worker.client, [bot.id for bot in bots])
    return json_reply({"bots": [_public_view(bot, health) for bot, health in zip(bots, known, strict=True)]}, headers=FOR_THE_OWNER)


@routes.get("/<bot>")
def show(bot: str) -> Response:
    found = _found(bot)
    if found.owner == this_request().owner:
        _charge(bot)
    view = _owner_view(found) if found.owner == this_request().owner else _public_view(found, health(web_parts().parts.worker.client, bot))
    return json_reply(view, headers=FOR_THE_OWNER)


@routes.patch("/<bot>")
def change(bot: str) -> Response:
    _own(bot)
    wanted = load(BotChangeSchema(web_parts().games, partial=True), read_object())
    _charge(bot)
    if "url" in wanted:
        refuse_target(wanted["url"])
    changed = web_parts().parts.bots.change(bot, lambda known: _invited(known.seating, replace(known, **_changes(known, wanted))))
    if wanted.get("paused") is False:
        wake(web_parts().parts.worker.client, bot)
    return json_reply(_owner_view(_existing(changed)), headers=FOR_THE_OWNER)


@routes.delete("/<bot>")
def remove(bot: str) -> Response:
    _own(bot)
    remember(web_parts().parts.worker.client, bot)
    web_parts().parts.bots.remove(bot)
    return Response(status=204)


@routes.post("/<bot>/secret")
@bodiless
def rotate(bot: str) -> Response:
    known, secret = _own(bot), next_secret(bot)
    _charge(bot)
    changed = web_parts().parts.bots.change(bot, lambda known: with_next(known, secret))
    return json_reply({"bot": _owner_view(_existing(changed)), "secret": secret}, headers=replayed(known, secret))


@routes.post("/<bot>/invitation")
@bodiless
def invite(bot: str) -> Response:
    _own(bot)
    _charge(bot)
    new_invitation = invitation(web_parts().entropy(INVITATION_BYTES))
    changed = web_parts().parts.bots.change(
        bot, lambda known: replace(known, invitation=new_invitation if known.seating == "invited" else "")
    )
    return json_reply(_owner_view(_existing(changed)), headers=FOR_THE_OWNER)


@routes.post("/<bot>/test")
@bodiless
def test(bot: str) -> Response:
    parts, own = web_parts().parts, _own(bot)
    with web_parts().trials.one(own.owner, own.url):
        pinged = ping(parts.outgoing, own, parts.now())
    if pinged.answered:
        wake(parts.worker.client, bot)
    return json_reply({**pinged._asdict(), "latency_ms": _whole(pinged.latency_ms)})


def _charge(bot: str) -> None:
    """Charge for the owner's view of a bot: it counts the running games among the tables where the bot has a place."""
    charge(looking(web_parts().places.taken(bot)))


def _new(id: str, owner: str, secret: str, wanted: dict[str, Any]) -> Bot:
    bot = Bot(id=id, owner=owner, created_at=stamp(web_parts().parts.now()), secrets=(Secret(secret),), **_fields(wanted))
    return _invited("owner", bot)


def _invited(before: Seating, bot: Bot) -> Bot:
    """The bot with a new invitation if its seating has become `invited`, and without one if its seating is another.

    So an invitation that was shared before never becomes valid again.
    """
    if bot.seating != "invited":
        return replace(bot, invitation="")
    if before == "invited" and bot.invitation:
        return bot
    return replace(bot, invitation=invitation(web_parts().entropy(INVITATION_BYTES)))


def _fields(wanted: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in wanted.items()}


def _changes(known: Bot, wanted: dict[str, Any]) -> dict[str, Any]:
    """The changed fields of the record. Pausing a paused bot again keeps its first pause."""
    changes = _fields(wanted)
    if "paused" in wanted:
        changes["paused"] = (
            (known.paused or BotPaused(stamp(web_parts().parts.now()), "owner", PAUSED_BY_OWNER)) if wanted["paused"] else None
        )
    return changes


def _avatar(name: str) -> str:
    return next(sign for sign in name if SIGN.match(sign))


def _found(bot: str) -> Bot:
    return _existing(web_parts().parts.bots.find(bot))


def _own(bot: str) -> Bot:
    """The bot, if it belongs to the requester. For bots of others, the response is the same as for missing ones."""
    owner, found = required_owner(), _found(bot)
    return _existing(found if found.owner == owner else None)


def _existing(bot: Bot | None) -> Bot:
    if bot is None:
        raise Problem("bot-unknown", "There is no bot with this id, or it is not yours.")
    return bot


def _public_view(bot: Bot, health: BotHealth) -> dict[str, Any]:
    paused = _pause(bot, health) is not None
    return {"id": bot.id, "name": bot.name, "games": bot.games, "avatar": bot.avatar, "seating": bot.seating, "paused": paused}


def _pause(bot: Bot, health: BotHealth) -> BotPaused | None:
    return bot.paused or health.paused


def _owner_view(bot: Bot) -> dict[str, Any]:
    client = web_parts().parts.worker.client
    known = health(client, bot.id)
    pause = _pause(bot, known)
    return {
        **_public_view(bot, known),
        "url": bot.url,
        "created_at": bot.created_at,
        "invitation": bot.invitation or None,
        "max_tables": bot.max_tables,
        "running_tables": web_parts().places.running(bot.id),
        "health": {
            "failures": known.failures,
            "paused": None if pause is None else pause._asdict(),
            "last_failure": last_failure(client, bot.id),
        },
        "statistics": _statistics(bot.id),
        "secrets": present_secrets(bot.secrets),
    }


def _statistics(bot: str) -> dict[str, Any]:
    counts = statistics(web_parts().parts.worker.client, bot)
    latencies = {"median": counts.median_ms, "p99": counts.p99_ms, "last": counts.last_ms}
    return {
        "calls": counts.calls,
        "answered": counts.answered,
        "late": counts.late,
        "illegal": counts.illegal,
        "failed": counts.failed,
        "latency_ms": {name: _whole(ms) for name, ms in latencies.items()},
    }


def _whole(ms: float | None) -> int | None:
    return None if ms is None else round(ms)
