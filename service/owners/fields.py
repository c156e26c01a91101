"""Fields that the bodies of bots and webhooks share. The outgoing client checks whether an address may be called."""

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields, validate

from events.strict_schema import ShortList

LONGEST_URL = 2000


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
