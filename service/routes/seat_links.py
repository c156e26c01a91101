"""`/v1/tables/{table}/seats/{seat}/links` and `…/claims`: give a second device of a player access to the seat."""

from base64 import urlsafe_b64encode
from datetime import timedelta

from flask import Blueprint, Response

from events.access.seat_links import CODE_BYTES, CODE_VALID_SECONDS
from events.errors import NotSeated
from events.strict_schema import load
from events.tables.presenting import present_table
from events.timestamps import stamp
from rules.game import Seat
from service.http.body import read_object
from service.http.problems import Problem
from service.http.replies import json_reply
from service.http.request_checks import bodiless
from service.http.requester import idempotency_key, own_key, refuse_foreign, refuse_unknown, required_holder
from service.tables.table_schemas import ClaimSchema
from service.wiring import web_parts

routes = Blueprint("seat_links", __name__, url_prefix="/v1/tables/<table>/seats/<int:seat>")

CLAIM = ClaimSchema()
NOT_CACHED = {"Cache-Control": "no-store"}


@routes.post("/links")
@bodiless
def offer(table: str, seat: Seat) -> Response:
    holder = required_holder(table)
    loaded = web_parts().tables.open(table)
    refuse_unknown(loaded, seat)
    refuse_foreign(holder, seat)
    if not loaded.holds(holder.seat, holder.taken):
        raise NotSeated(table)
    code = urlsafe_b64encode(web_parts().entropy(CODE_BYTES)).decode().rstrip("=")
    until = web_parts().tables.now() + timedelta(seconds=CODE_VALID_SECONDS)
    web_parts().links.offer(code, table, holder)
    return json_reply({"code": code, "expires_at": stamp(until)}, 201, NOT_CACHED)


@routes.post("/claims")
def claim(table: str, seat: Seat) -> Response:
    code: str = load(CLAIM, read_object())["code"]
    key = idempotency_key()
    claimed = web_parts().entropy(16).hex() if key is None else own_key(key)
    loaded = web_parts().tables.open(table)
    refuse_unknown(loaded, seat)
    holder = web_parts().links.look_up(code, table, seat)
    if not loaded.holds(holder.seat, holder.taken):
        raise Problem("link-unknown", "Whoever made this link has left the seat.")
    new = web_parts().links.use(code, claimed, earlier=key)
    body = {"seat": seat, "token": web_parts().tokens.issue(table, holder), "view": present_table(loaded, seat)}
    return json_reply(body, 201, NOT_CACHED) if new else json_reply(body, 200, {**NOT_CACHED, "Idempotent-Replayed": "true"})
