"""Turns msgspec's validation errors into plain words for the author of the JSON."""

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
_WITH_PATH: Final = re.compile(r"(?P<message>.*) - at `\$\.?(?P<path>.*)`", re.DOTALL)
_OTHER_KIND: Final = re.compile(rf"Expected `(?P<expected>(?:{_KIND})(?: \| (?:{_KIND}))*)`, got `(?P<got>{_KIND})`")
_FORMS: Final = (
    (re.compile(r"Object missing required field `(.*)`", re.DOTALL), "{within}{0} is missing"),
    (re.compile(r"Object contains unknown field `(.*)`", re.DOTALL), "there is no field {within}{0}"),
    (re.compile(r"(Integer) value out of range"), "{path} is too large a number"),
    (re.compile(r"Expected `int` >= (-?\d+)"), "{path} must be at least {0}"),
    (re.compile(r"Expected `int` <= (-?\d+)"), "{path} must be at most {0}"),
    (re.compile(r"Expected `array` of length <= (\d+)"), "{path} must have at most {0} items"),
    (re.compile(r"Invalid enum value (.*)", re.DOTALL), "{path} cannot be {0}"),
)


def plain(error: msgspec.ValidationError, whole: str) -> str:
    """The error's message in plain words, without a full stop. `whole` names the JSON as a whole. A message without plain words stays
    unchanged.
    """
    text = str(error)
    with_path = _WITH_PATH.fullmatch(text)
    message, path = (with_path["message"], with_path["path"]) if with_path else (text, "")
    if found := _OTHER_KIND.fullmatch(message):
        return f"{path or whole} must be {_kinds(found['expected'], found['got'])}"
    for form, words in _FORMS:
        if found := form.fullmatch(message):
            return words.format(found[1], path=path or whole, within=path and f"{path}.")
    return text


def _kinds(expected: str, got: str) -> str:
    names = expected.split(" | ")
    other = "a number" if got == "int" and not {"int", "float"} & {*names} else _KINDS[got]
    return f"{' or '.join(_KINDS[name] for name in names)}, not {other}"
