"""The kinds of fields of bodies and queries. Schemas check shape and nothing else: the rules say what is legal.

An integer is written without fraction or exponent: `1.0`, `"1"` and `true` are refused, as in the contract.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields, validate

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


class Flag(fields.Field[bool]):
    """A JSON `true` or `false`; no other value is accepted."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError("Must be true or false.")
        return value


def whole(least: int, most: int, **settings: Any) -> fields.Integer:
    """A field of a body for a whole number within a range."""
    return fields.Integer(strict=True, validate=validate.Range(least, most), **settings)
