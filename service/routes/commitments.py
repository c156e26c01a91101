"""`/v1/commitments`: table id and dice secret are fixed before anybody names a client seed."""

from flask import Blueprint, Response

from service.body import read_object
from service.body_schemas import Nothing
from service.replies import json_reply
from service.schemas import load
from service.wiring import wired

routes = Blueprint("commitments", __name__, url_prefix="/v1/commitments")

NOTHING = Nothing()


@routes.post("")
def reserve() -> Response:
    load(NOTHING, read_object(optional=True))
    return json_reply(wired().commitments.reserve()._asdict(), 201, {"Cache-Control": "no-store"})
