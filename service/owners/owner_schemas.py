"""Schemas of request bodies and queries of bots and webhooks. The outgoing client checks whether an address may be called."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, get_args

from marshmallow import ValidationError, fields, validate

from rules.table_events import TABLE_EVENTS
from service.http.fields import SIGN, Digits, Flag, Name, QuerySchema, ShortList, StrictSchema, whole
from service.wiring import wired
from workers.bots.registry import MOST_TABLES, Seating
from workers.webhooks.registry import ALL_TYPES, TO_MOVE

LONGEST_URL = 2000
MOST_GAMES = 16
MOST_TYPES = 200
CURSOR = r"msg_[a-z2-7]{26}(\.[0-9]{1,15}\.[0-9]{3})?\Z"
SINCE = r"[12][0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-5][0-9](\.[0-9]{3})?Z\Z"


class Url(fields.String):
    """An address to call."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(validate=validate.Length(1, LONGEST_URL), **settings)


class Different(ShortList):
    """A list of one to `most` different texts."""

    def __init__(self, most: int, **settings: Any) -> None:
        super().__init__(fields.String(validate=validate.Length(max=64)), most, **settings)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> list[Any]:
        texts = super()._deserialize(value, attr, data, **kwargs)
        if not texts:
            raise ValidationError("Must have an item.")
        if len(set(texts)) < len(texts):
            raise ValidationError("Must not name anything twice.")
        return texts


def _games(names: Sequence[str]) -> None:
    for name in names:
        if name not in wired().games:
            raise ValidationError(f"There is no game {name!r}; known: {', '.join(wired().games)}.")


def _types(names: Sequence[str]) -> None:
    if names == [ALL_TYPES]:
        return
    if ALL_TYPES in names:
        raise ValidationError(f"{ALL_TYPES} stands alone.")
    known = {TO_MOVE, *(event.type for event in TABLE_EVENTS), *(event.type for game in wired().games.values() for event in game.events)}
    for name in names:
        if name not in known:
            raise ValidationError(
                f"There is no event {name!r}: MessageType in /openapi.yaml lists all; {ALL_TYPES} alone is whatever happens."
            )


class BotSchema(StrictSchema):
    """The body of `POST /v1/bots`."""

    name = Name(required=True)
    url = Url(required=True)
    games = Different(MOST_GAMES, required=True, validate=_games)
    avatar = fields.String(validate=validate.Regexp(SIGN, error="Must be one visible character."))
    seating = fields.String(validate=validate.OneOf(get_args(Seating)))
    max_tables = whole(1, MOST_TABLES)


class BotChangeSchema(BotSchema):
    """The body of `PATCH /v1/bots/{bot}`; every field is optional."""

    paused = Flag()


class WebhookSchema(StrictSchema):
    """The body of `POST /v1/webhooks`."""

    url = Url(required=True)
    types = Different(MOST_TYPES, required=True, validate=_types)
    table = fields.String(validate=validate.Length(1, 64))


class Moment(fields.String):
    """A time in UTC, in the format of the API; the milliseconds may be left out."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> datetime:  # type: ignore[override]  # reads a text, returns a time
        text = super()._deserialize(value, attr, data, **kwargs)
        validate.Regexp(SINCE, error="Must be a time such as 2026-03-14T15:09:26.535Z.")(text)
        with suppress(ValueError):
            return datetime.fromisoformat(text)
        raise ValidationError("There is no such day or hour.")


class WebhookChangeSchema(StrictSchema):
    """The body of `PATCH /v1/webhooks/{webhook}`."""

    url = Url()
    types = Different(MOST_TYPES, validate=_types)
    paused = Flag()
    skip_before = Moment()


class SinceSchema(StrictSchema):
    """The body of `POST /v1/webhooks/{webhook}/redeliver`."""

    since = Moment(required=True)


class BotList(QuerySchema):
    """`GET /v1/bots`."""

    mine = fields.String(load_default="false", validate=validate.OneOf(("true", "false")))
    game = fields.String(load_default=None, validate=validate.Length(max=64))


class Log(QuerySchema):
    """`GET /v1/webhooks/{webhook}/deliveries`."""

    cursor = fields.String(load_default=None, validate=validate.Regexp(CURSOR, error="Must be the `next` of a page."))
    state = fields.String(load_default=None, validate=validate.OneOf(("pending", "delivered", "failed")))
    limit = Digits(1, 100, load_default=20)
