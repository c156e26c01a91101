"""`/v1/commitments`: table id and dice secret are fixed before anybody names a client seed."""

from flask import Blueprint, Response, request

from service.body import read_object
from service.problems import Problem
from service.replies import json_reply
from service.schemas import MOST_ERRORS
from service.wiring import wired

routes = Blueprint("commitments", __name__, url_prefix="/v1/commitments")


@routes.post("")
def reserve() -> Response:
    if request.args:
        unknown = [{"field": name, "detail": "Unknown parameter; there are none."} for name in sorted(request.args)[:MOST_ERRORS]]
        raise Problem("parameter-invalid", "Reserving takes no parameters.", errors=unknown)
    if read_object(optional=True):
        raise Problem("body-invalid", "Reserving takes no fields.", errors=[{"field": "", "detail": "Must be empty."}])
    return json_reply(wired().commitments.reserve()._asdict(), 201, {"Cache-Control": "no-store"})
