"""What is wrong with JSON from outside, in words for whoever wrote it instead of those of the reader's own types."""

import re
from typing import Final

import msgspec

_KINDS: Final = {
    "object": "an object",
    "array": "a list",
    "str": "a text",
    "int": "a whole number",
    "float": "a number with a fraction",
    "bool": "true or false",
    "null": "null",
}
_PLACE: Final = re.compile(r"(?P<what>.*) - at `\$\.?(?P<place>.*)`", re.DOTALL)
_FORMS: Final = (
    (re.compile(r"Object missing required field `(.*)`", re.DOTALL), "{0} is missing"),
    (re.compile(r"Object contains unknown field `(.*)`", re.DOTALL), "there is no field {0}"),
    (re.compile(r"Expected `int` >= (-?\d+)"), "{place} must be at least {0}"),
    (re.compile(r"Expected `int` <= (-?\d+)"), "{place} must be at most {0}"),
    (re.compile(r"Expected `array` of length <= (\d+)"), "{place} must have at most {0} items"),
    (re.compile(r"Invalid enum value (.*)", re.DOTALL), "{place} cannot be {0}"),
    (re.compile(r"Expected `(object|array|str|int)`, got `(object|array|str|int|float|bool|null)`"), "{place} must be {kind}, not {got}"),
)


def plain(error: msgspec.ValidationError, whole: str) -> str:
    """What the error says, without a full stop; `whole` is what all of the JSON is called. What has no plain words stays as it is."""
    text = str(error)
    placed = _PLACE.fullmatch(text)
    what, place = (placed["what"], placed["place"]) if placed else (text, whole)
    for form, words in _FORMS:
        if found := form.fullmatch(what):
            kind, got = (_KINDS.get(name or "", "") for name in (found[1], found[found.re.groups]))
            return words.format(found[1], place=place, kind=kind, got="a number" if kind != _KINDS["int"] and got == _KINDS["int"] else got)
    return text
