"""What shapes may come in: the kinds of fields, and queries. Schemas check shape and nothing else: what is legal, the rules say.

An integer is written without fraction or exponent: `1.0`, `"1"` and `true` are refused, as in the contract.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from events.tables.lineage import START, LogPosition
from service.http.problems import Problem

NAME_LENGTH = 40
_CONTROLS = r"\u0000-\u001f\u007f-\u009f\u2028\u2029"
_BLANKS = (
    r"\u0020\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u202a-\u202f\u205f-\u206f\u2800\u3000\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
NAME = re.compile(f"[^{_CONTROLS}]*[^{_CONTROLS}{_BLANKS}][^{_CONTROLS}]*")
"""No control characters and line separators, and at least one sign that is drawn: neither white space nor one of Unicode's
default-ignorable code points nor the blank Braille pattern."""
SIGN = re.compile(rf"[^{_CONTROLS}{_BLANKS}]\Z")
"""One sign that is drawn."""
MOST_ERRORS = 20
"""Wrong fields told of at once."""
LARGEST_NUMBER = 10**12
"""No table has so many events."""


class Name(fields.String):
    """A name that people can see, as the contract has it; stored in NFC, without white space around it."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        given = super()._deserialize(value, attr, data, **kwargs)
        name = unicodedata.normalize("NFC", given.strip()) if len(given) <= NAME_LENGTH else ""  # long ones take for ever
        if len(name) > NAME_LENGTH:  # a few signs grow when they are composed
            raise ValidationError(f"Must have at most {NAME_LENGTH} characters; in Unicode's normal form C it has {len(name)}.")
        if not name:
            raise ValidationError(f"Must have 1 to {NAME_LENGTH} characters.")
        if not NAME.fullmatch(given):
            raise ValidationError("Must have a visible character and no control characters.")
        return name


class ShortList(fields.List[Any]):
    """A list of at most so many items; of a longer one none is looked at, for each would be worth a message."""

    def __init__(self, item: fields.Field[Any], most: int, **settings: Any) -> None:
        super().__init__(item, **settings)
        self._most = most

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> list[Any]:
        if isinstance(value, list) and len(value) > self._most:
            raise ValidationError(f"Must have at most {self._most} items.")
        return super()._deserialize(value, attr, data, **kwargs)


class Flag(fields.Field[bool]):
    """true or false, and nothing that is only like it."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError("Must be true or false.")
        return value


def whole(least: int, most: int, **settings: Any) -> fields.Integer:
    """A field for a whole number in a body, within its range."""
    return fields.Integer(strict=True, validate=validate.Range(least, most), **settings)


class StrictSchema(Schema):
    """What is not named here is refused, and told what there is."""

    what = "field"
    shape = "an object"

    class Meta:
        unknown = RAISE

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.error_messages["type"] = f"Must be {self.shape}."
        known = f": {', '.join(self.load_fields)}" if self.load_fields else " none"
        self.error_messages["unknown"] = f"Unknown {self.what}; there are{known}."


class QuerySchema(StrictSchema):
    """Query parameters are text; subclasses say what of."""

    what = "parameter"


class Digits(fields.Integer):
    """A whole number in a query parameter: plain decimal digits, within its range."""

    def __init__(self, least: int, most: int, **settings: Any) -> None:
        super().__init__(validate=validate.Range(least, most), **settings)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        if not re.fullmatch(r"0|[1-9][0-9]{0,14}", value):
            raise ValidationError("Must be a whole number in decimal digits, without zeros before it.")
        return super()._deserialize(value, attr, data, **kwargs)


class At(QuerySchema):
    """`GET /v1/tables/{table}`."""

    at = Digits(1, LARGEST_NUMBER)


class Lobby(QuerySchema):
    """`GET /v1/tables`."""

    game = fields.String(load_default=None, validate=validate.Length(max=64))
    status = fields.String(load_default=None, validate=validate.OneOf(("open", "playing", "finished")))
    player = Name(load_default=None)
    cursor = fields.String(load_default=None, validate=validate.Length(max=200))
    limit = Digits(1, 100, load_default=20)


class PlaceInLog(fields.String):
    """The id of an event in a stream, or its version alone."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        place = LogPosition.read(super()._deserialize(value, attr, data, **kwargs))
        if place is None:
            raise ValidationError("Must be a version, or a version, - and the first 8 digits of the event's hash.")
        return place


class PageQuery(QuerySchema):
    """`GET /v1/tables/{table}/events`."""

    after = PlaceInLog(load_default=START)
    limit = Digits(1, 500, load_default=100)


def load(schema: Schema, values: Mapping[str, Any], code: str = "body-invalid") -> Any:
    """What the schema makes of the values. Raises the problem `code`, whose `errors` name every wrong field."""
    try:
        return schema.load(values)
    except ValidationError as error:
        messages = error.normalized_messages()  # type: ignore[no-untyped-call]  # the library's
        errors = sorted(_flat(messages), key=lambda wrong: wrong["field"])[:MOST_ERRORS]
        told = "; ".join(f"{wrong['field'] or 'the body'}: {wrong['detail']}" for wrong in errors[:3])
        raise Problem(code, told, errors=errors) from None


def _flat(messages: Mapping[Any, Any], path: str = "") -> list[dict[str, str]]:
    found = []
    for name, below in messages.items():
        field = path if name == "_schema" else f"{path}.{name}" if path else str(name)
        if isinstance(below, Mapping):
            found += _flat(below, field)
        else:
            found.append({"field": field, "detail": " ".join(map(str, below))})
    return found
