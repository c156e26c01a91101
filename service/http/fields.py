"""The kinds of fields of bodies and queries. Schemas check shape and nothing else: the rules say what is legal.

An integer is written without fraction or exponent: `1.0`, `"1"` and `true` are refused, as in the contract.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from service.http.problems import Problem

NAME_LENGTH = 40
_CONTROLS = r"\u0000-\u001f\u007f-\u009f\u2028\u2029"
_BLANKS = (
    r"\u0020\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u202a-\u202f\u205f-\u206f\u2800\u3000\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
NAME = re.compile(f"[^{_CONTROLS}]*[^{_CONTROLS}{_BLANKS}][^{_CONTROLS}]*")
"""No control characters and no line separators, and at least one visible character. White space, Unicode's default-ignorable code points
and the blank Braille pattern are not visible."""
SIGN = re.compile(rf"[^{_CONTROLS}{_BLANKS}]\Z")
"""One visible character."""
MOST_ERRORS = 20
"""Maximum number of wrong fields in one problem."""
LARGEST_NUMBER = 10**12
"""More than the number of events of any table."""


class Name(fields.String):
    """A display name, as in the contract; normalised to NFC, without surrounding white space."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        name = unicodedata.normalize("NFC", text.strip()) if len(text) <= NAME_LENGTH else ""  # normalising a long text is slow
        if len(name) > NAME_LENGTH:  # composing makes a few characters longer
            raise ValidationError(f"Must have at most {NAME_LENGTH} characters; in Unicode's normal form C it has {len(name)}.")
        if not name:
            raise ValidationError(f"Must have 1 to {NAME_LENGTH} characters.")
        if not NAME.fullmatch(text):
            raise ValidationError("Must have a visible character and no control characters.")
        return name


class ShortList(fields.List[Any]):
    """A list of at most `most` items. The items of a longer list are not checked, because each could cause an error message."""

    def __init__(self, item: fields.Field[Any], most: int, **settings: Any) -> None:
        super().__init__(item, **settings)
        self._most = most

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> list[Any]:
        if isinstance(value, list) and len(value) > self._most:
            raise ValidationError(f"Must have at most {self._most} items.")
        return super()._deserialize(value, attr, data, **kwargs)


class Flag(fields.Field[bool]):
    """A JSON `true` or `false`; no other value is accepted."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError("Must be true or false.")
        return value


def whole(least: int, most: int, **settings: Any) -> fields.Integer:
    """A field of a body for a whole number within a range."""
    return fields.Integer(strict=True, validate=validate.Range(least, most), **settings)


class StrictSchema(Schema):
    """A schema that rejects unknown fields and lists the known ones in the error."""

    what = "field"
    shape = "an object"

    class Meta:
        unknown = RAISE

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.error_messages["type"] = f"Must be {self.shape}."
        known = f": {', '.join(self.load_fields)}" if self.load_fields else " none"
        self.error_messages["unknown"] = f"Unknown {self.what}; there are{known}."


def load(schema: Schema, values: Mapping[str, Any], code: str = "body-invalid") -> Any:
    """The values as the schema loads them. Raises the problem `code`, whose `errors` name up to `MOST_ERRORS` wrong fields."""
    try:
        return schema.load(values)
    except ValidationError as error:
        messages = error.normalized_messages()  # type: ignore[no-untyped-call]  # the library's
        errors = sorted(_flat(messages), key=lambda wrong: wrong["field"])[:MOST_ERRORS]
        summary = "; ".join(f"{wrong['field'] or 'the body'}: {wrong['detail']}" for wrong in errors[:3])
        raise Problem(code, summary, errors=errors) from None


def _flat(messages: Mapping[Any, Any], path: str = "") -> list[dict[str, str]]:
    """The nested messages of marshmallow as a list of fields (dotted paths) with details."""
    found = []
    for name, below in messages.items():
        field = path if name == "_schema" else f"{path}.{name}" if path else str(name)
        if isinstance(below, Mapping):
            found += _flat(below, field)
        else:
            found.append({"field": field, "detail": " ".join(map(str, below))})
    return found
