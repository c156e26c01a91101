"""Request bodies of `/v1/webhooks`: among them, which event types a webhook may receive."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from marshmallow import ValidationError, fields, validate, validates

from events.strict_schema import StrictSchema
from rules.game import AnyGame
from rules.table_events import TABLE_EVENTS
from service.http.fields import Flag
from service.owners.fields import Different, Url
from workers.webhooks.kinds import KINDS
from workers.webhooks.registry import ALL_TYPES

MOST_TYPES = 200
SINCE = r"[12][0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-5][0-9](\.[0-9]{3})?Z\Z"


class TimeField(fields.String):
    """A time in UTC, in the format of the API; the milliseconds may be left out."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> datetime:  # type: ignore[override]  # reads a text, returns a time
        text = super()._deserialize(value, attr, data, **kwargs)
        validate.Regexp(SINCE, error="Must be a time such as 2026-03-14T15:09:26.535Z.")(text)
        with suppress(ValueError):
            return datetime.fromisoformat(text)
        raise ValidationError("There is no such day or hour.")


class WebhookSchema(StrictSchema):
    """The body of `POST /v1/webhooks`; `games` are those that can be played."""

    url = Url(required=True)
    types = Different(MOST_TYPES, required=True)
    table = fields.String(validate=validate.Length(1, 64))

    def __init__(self, games: Mapping[str, AnyGame], **settings: Any) -> None:
        super().__init__(**settings)
        self._known = {
            *(kind.type for kind in KINDS),
            *(event.type for event in TABLE_EVENTS),
            *(event.type for game in games.values() for event in game.events),
        }

    @validates("types")
    def _refuse_unknown(self, names: Sequence[str], **_: Any) -> None:
        if names == [ALL_TYPES]:
            return
        if ALL_TYPES in names:
            raise ValidationError(f"{ALL_TYPES} stands alone.")
        for name in names:
            if name not in self._known:
                raise ValidationError(
                    f"There is no event {name!r}: MessageType in /openapi.yaml lists all; {ALL_TYPES} alone is whatever happens."
                )


class WebhookChangeSchema(WebhookSchema):
    """The body of `PATCH /v1/webhooks/{webhook}`, all of which may be left out."""

    class Meta(WebhookSchema.Meta):
        exclude = ("table",)

    paused = Flag()
    skip_before = TimeField()


class SinceSchema(StrictSchema):
    """The body of `POST /v1/webhooks/{webhook}/redeliver`."""

    since = TimeField(required=True)
