"""The marshmallow schemas of everything that comes in: requests, and moves from anywhere. They report all wrong fields at once."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from marshmallow import RAISE, Schema, ValidationError, fields

MOST_ERRORS: Final = 20
"""Maximum number of wrong fields that are reported."""


class Invalid(Exception):
    """Values that are refused. `errors` are the wrong fields, `MOST_ERRORS` at most: `{"field": dotted path, "detail": a sentence}`."""

    def __init__(self, errors: Sequence[Mapping[str, str]]) -> None:
        self.errors = errors[:MOST_ERRORS]
        super().__init__(self.told(MOST_ERRORS))

    def told(self, most: int) -> str:
        """The first wrong fields as a text."""
        return " ".join(f"{wrong['field'] or 'the body'}: {wrong['detail']}" for wrong in self.errors[:most])


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


class ShortList(fields.List[Any]):
    """A list of at most `most` items. The items of a longer list are not checked, because each could cause an error message."""

    def __init__(self, item: fields.Field[Any], most: int, **settings: Any) -> None:
        super().__init__(item, **settings)
        self._most = most

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> list[Any]:
        if isinstance(value, list) and len(value) > self._most:
            raise ValidationError(f"Must have at most {self._most} items.")
        return super()._deserialize(value, attr, data, **kwargs)


def load(schema: Schema, values: Mapping[str, Any]) -> Any:
    """The values as the schema loads them. Raises `Invalid`."""
    try:
        return schema.load(values)
    except ValidationError as error:
        messages = error.normalized_messages()  # type: ignore[no-untyped-call]  # the library's
        raise Invalid(sorted(_flat(messages, values), key=lambda wrong: wrong["field"])) from None


def _flat(messages: Mapping[Any, Any], sent: Any, path: str = "") -> Iterator[Mapping[str, str]]:
    """The nested messages of marshmallow about what was `sent` as fields (dotted paths) with details."""
    for name, below in messages.items():
        of_all = name == "_schema" and not (isinstance(sent, Mapping) and name in sent)  # marshmallow's word, unless it was sent
        field = path if of_all else f"{path}.{name}" if path else str(name)
        if isinstance(below, Mapping):
            yield from _flat(below, _part(sent, name), field)
        else:
            yield {"field": field, "detail": " ".join(map(str, below))}


def _part(sent: Any, name: Any) -> Any:
    """The value under a name or at a position; None if there is none."""
    return sent.get(name) if isinstance(sent, Mapping) else sent[name] if isinstance(sent, list) and isinstance(name, int) else None
