"""What query parameters may be: how many events, tables or deliveries a page has, and how it is addressed."""

import re
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

from marshmallow import ValidationError, fields, validate

from events.strict_schema import StrictSchema, load
from events.tables.lineage import START, LogPosition
from service.http.accept import FORMS
from service.http.fields import LARGEST_NUMBER, Name

LARGEST_SEAT = 99
"""The largest number of a seat in a query: no game has as many."""

CURSOR = r"msg_[a-z2-7]{26}(\.[0-9]{1,15}\.[0-9]{3})?\Z"


class QuerySchema(StrictSchema):
    """A schema of query parameters, all of which arrive as text."""

    what = "parameter"

    @cached_property
    def defaults(self) -> Mapping[str, Any]:
        """The values of a request without parameters, which are the same in every one. Raises `Invalid` if a parameter is required."""
        return MappingProxyType(load(self, {}))


class Digits(fields.Integer):
    """A whole number in a query parameter: plain decimal digits, within a range."""

    def __init__(self, least: int, most: int, **settings: Any) -> None:
        super().__init__(validate=validate.Range(least, most), **settings)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        if not re.fullmatch(r"0|[1-9][0-9]{0,14}", value):
            raise ValidationError("Must be a whole number in decimal digits, without zeros before it.")
        return super()._deserialize(value, attr, data, **kwargs)


class TableQuery(QuerySchema):
    """`GET /v1/tables/{table}`."""

    at = Digits(1, LARGEST_NUMBER)
    seat = Digits(0, LARGEST_SEAT)


class TablesQuery(QuerySchema):
    """`GET /v1/tables`."""

    game = fields.String(load_default=None, validate=validate.Length(max=64))
    status = fields.String(load_default=None, validate=validate.OneOf(("open", "playing", "finished")))
    player = Name(load_default=None)
    cursor = fields.String(load_default=None, validate=validate.Length(max=200))
    limit = Digits(1, 100, load_default=20)


class LogPositionField(fields.String):
    """The id of an event in a stream, or its version alone."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        position = LogPosition.read(super()._deserialize(value, attr, data, **kwargs))
        if position is None:
            raise ValidationError("Must be a version, or a version, - and the first 8 digits of the event's hash.")
        return position


class MovesQuery(QuerySchema):
    """`GET /v1/tables/{table}/moves`."""

    after = Digits(0, LARGEST_NUMBER, load_default=0)


class EventsQuery(QuerySchema):
    """`GET /v1/tables/{table}/events`."""

    after = LogPositionField(load_default=START)
    limit = Digits(1, 500, load_default=100)
    form = fields.String(load_default=None, validate=validate.OneOf(tuple(FORMS)))


class RematchQuery(QuerySchema):
    """`GET /v1/tables/{table}/rematch`."""

    form = fields.String(load_default=None, validate=validate.OneOf(("json", "stream")))


class BotsQuery(QuerySchema):
    """`GET /v1/bots`."""

    mine = fields.String(load_default="false", validate=validate.OneOf(("true", "false")))
    game = fields.String(load_default=None, validate=validate.Length(max=64))


class DeliveriesQuery(QuerySchema):
    """`GET /v1/webhooks/{webhook}/deliveries`."""

    cursor = fields.String(load_default=None, validate=validate.Regexp(CURSOR, error="Must be the `next` of a page."))
    state = fields.String(load_default=None, validate=validate.OneOf(("pending", "delivered", "failed")))
    limit = Digits(1, 100, load_default=20)
