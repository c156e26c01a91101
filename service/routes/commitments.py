"""`/v1/commitments`: reserves a table id and commits to its dice secret before any client seed is known."""

from flask import Blueprint, Response

from events.strict_schema import load
from service.http.body import read_object
from service.http.replies import json_reply
from service.tables.table_schemas import NoBody
from service.wiring import web_parts

routes = Blueprint("commitments", __name__, url_prefix="/v1/commitments")

NO_BODY = NoBody()


@routes.post("")
def reserve() -> Response:
    load(NO_BODY, read_object(optional=True))
    return json_reply(web_parts().commitments.reserve()._asdict(), 201, {"Cache-Control": "no-store"})
