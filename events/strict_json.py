"""A strict JSON parser for input from outside. It refuses everything that two parsers could read differently."""

import json
from typing import Any, Final

MOST_DIGITS: Final = 1000
"""The most digits of a number: far more than any valid number has, and below Python's own limit for conversions."""

_WORDS: Final = {
    "Expecting value": "a value is missing",
    "Expecting property name enclosed in double quotes": "a name in double quotes is missing",
    "Expecting ':' delimiter": "a colon is missing",
    "Expecting ',' delimiter": "a comma is missing",
    "Extra data": "there is more than one value",
    "Invalid control character at": "a text holds a control character",
    "Invalid \\escape": "a backslash is followed by what it cannot stand before",
    "Invalid \\uXXXX escape": "\\u is not followed by four hexadecimal digits",
    "Unterminated string starting at": "a text begins that does not end",
}
"""The parser's messages, and ours."""


class NotJson(Exception):
    """The input is not strict JSON. `detail` is the rest of a sentence whose subject is the input."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


def read_json(raw: bytes) -> Any:
    """The JSON value (RFC 8259, in UTF-8) in `raw`.

    Raises `NotJson`, also for a repeated key, half a surrogate pair, and a number that is out of range or has too many digits.
    """
    try:
        text = raw.decode("utf-8")
        value = _decode(text)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeError:
        raise NotJson("is not valid UTF-8, or has half a surrogate pair") from None
    except RecursionError:
        raise NotJson("is nested too deeply") from None
    except json.JSONDecodeError as error:
        words = _WORDS.get(error.msg, "something else is expected")
        raise NotJson(f"is not JSON: {words} at line {error.lineno}, column {error.colno}") from None
    except ValueError as error:
        raise NotJson(f"is not JSON: {error}") from None
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return members


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise NotJson("has a number with too many digits")
    return int(digits)


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{digits[:20]} is out of range")
    return number


_decode = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse_constant, parse_float=_finite, parse_int=_integer).decode
