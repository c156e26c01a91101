"""Request bodies of `/v1/bots`."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from marshmallow import ValidationError, fields, validate, validates

from events.strict_schema import StrictSchema
from rules.game import AnyGame
from service.http.fields import SIGN, Flag, Name, whole
from service.owners.fields import Different, Url
from workers.bots.registry import MOST_TABLES, Seating

MOST_GAMES = 16


class BotSchema(StrictSchema):
    """The body of `POST /v1/bots`; `games` are those that can be played."""

    name = Name(required=True)
    url = Url(required=True)
    games = Different(MOST_GAMES, required=True)
    avatar = fields.String(validate=validate.Regexp(SIGN, error="Must be one visible character."))
    seating = fields.String(validate=validate.OneOf(get_args(Seating)))
    max_tables = whole(1, MOST_TABLES)

    def __init__(self, games: Mapping[str, AnyGame], **settings: Any) -> None:
        super().__init__(**settings)
        self._known = games

    @validates("games")
    def _refuse_unknown(self, names: Sequence[str], **_: Any) -> None:
        for name in names:
            if name not in self._known:
                raise ValidationError(f"There is no game {name!r}; known: {', '.join(self._known)}.")


class BotChangeSchema(BotSchema):
    """The body of `PATCH /v1/bots/{bot}`; every field is optional."""

    paused = Flag()
