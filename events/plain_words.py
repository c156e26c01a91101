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
_KIND: Final = "|".join(_KINDS)
_PLACE: Final = re.compile(r"(?P<what>.*) - at `\$\.?(?P<place>.*)`", re.DOTALL)
_OTHER_KIND: Final = re.compile(rf"Expected `(?P<wanted>(?:{_KIND})(?: \| (?:{_KIND}))*)`, got `(?P<got>{_KIND})`")
_FORMS: Final = (
    (re.compile(r"Object missing required field `(.*)`", re.DOTALL), "{within}{0} is missing"),
    (re.compile(r"Object contains unknown field `(.*)`", re.DOTALL), "there is no field {within}{0}"),
    (re.compile(r"(Integer) value out of range"), "{place} is too large a number"),
    (re.compile(r"Expected `int` >= (-?\d+)"), "{place} must be at least {0}"),
    (re.compile(r"Expected `int` <= (-?\d+)"), "{place} must be at most {0}"),
    (re.compile(r"Expected `array` of length <= (\d+)"), "{place} must have at most {0} items"),
    (re.compile(r"Invalid enum value (.*)", re.DOTALL), "{place} cannot be {0}"),
)


def plain(error: msgspec.ValidationError, whole: str) -> str:
    """What the error says, without a full stop; `whole` is what all of the JSON is called. What has no plain words stays as it is."""
    text = str(error)
    placed = _PLACE.fullmatch(text)
    what, place = (placed["what"], placed["place"]) if placed else (text, "")
    if found := _OTHER_KIND.fullmatch(what):
        return f"{place or whole} must be {_kinds(found['wanted'], found['got'])}"
    for form, words in _FORMS:
        if found := form.fullmatch(what):
            return words.format(found[1], place=place or whole, within=place and f"{place}.")
    return text


def _kinds(wanted: str, got: str) -> str:
    names = wanted.split(" | ")
    other = "a number" if got == "int" and not {"int", "float"} & {*names} else _KINDS[got]
    return f"{' or '.join(_KINDS[name] for name in names)}, not {other}"
