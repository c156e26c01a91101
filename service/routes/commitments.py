"""`/v1/commitments`: table id and dice secret are fixed before anybody names a client seed."""

from flask import Blueprint, Response

from service.http.body import read_object
from service.http.fields import load
from service.http.replies import json_reply
from service.tables.table_schemas import NoBody
from service.wiring import wired

routes = Blueprint("commitments", __name__, url_prefix="/v1/commitments")

NOTHING = NoBody()


@routes.post("")
def reserve() -> Response:
    load(NOTHING, read_object(optional=True))
    return json_reply(wired().commitments.reserve()._asdict(), 201, {"Cache-Control": "no-store"})
