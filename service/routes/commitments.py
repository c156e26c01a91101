"""`/v1/commitments`: table id and dice secret are fixed before anybody names a client seed."""

from flask import Blueprint, Response

from service.body import read_object
from service.problems import Problem
from service.replies import json_reply
from service.wiring import wired

routes = Blueprint("commitments", __name__, url_prefix="/v1/commitments")


@routes.post("")
def reserve() -> Response:
    if read_object(optional=True):
        raise Problem("body-invalid", "Reserving takes no fields.", errors=[{"field": "", "detail": "Must be empty."}])
    return json_reply(wired().commitments.reserve()._asdict(), 201, {"Cache-Control": "no-store"})
