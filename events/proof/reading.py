"""Reads JSON values from files that anybody may have written."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, NoReturn

from events.proof.forms import LARGEST_NUMBER
from events.proof.verdict import Wrong
from events.tables.envelope import canonical

MOST_FILE_BYTES: Final = 16 * 1024 * 1024
"""The largest file that is read. A table has about 250 bytes per event, and hundreds of events."""

DEEPEST_NESTING: Final = 32
"""The most nested objects and lists; a table's file has fewer than ten."""

_TOO_DEEP: Final = f"more than {DEEPEST_NESTING} levels of nested objects and lists"

_STRING_OR_SPACE = re.compile(r'("(?:[^"\\]++|\\.)*+")|[ \t\n\r]++')
"""The pattern uses possessive quantifiers: backtracking would need much more memory than the text."""


def read(data: bytes) -> Any:
    """The JSON values in a file. Its text must be canonical JSON, apart from white space between tokens. Raises `Wrong`."""
    text, values = _text(data), _Values()
    try:
        value = values.read(text)
        _check_depth([value], DEEPEST_NESTING)
    except RecursionError as error:
        raise Wrong("unreadable", f"This is not JSON: {_TOO_DEEP}.") from error
    except ValueError as error:
        raise Wrong("unreadable", f"This is not JSON: {error}.") from error
    if values.fault is not None:
        raise values.fault
    _check_canonical(text, value)
    return value


def _text(data: bytes) -> str:
    if len(data) > MOST_FILE_BYTES:
        raise Wrong("unreadable", f"The file has {len(data)} bytes; the limit for a table's file is {MOST_FILE_BYTES}.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Wrong("unreadable", f"Byte {error.start + 1} is not valid UTF-8.") from error


def _check_canonical(text: str, value: Any) -> None:
    try:
        written = canonical(value).decode("utf-8")
    except UnicodeEncodeError as error:
        raise Wrong("not-canonical", "A string has half a surrogate pair.") from error
    if text in {written, written + "\n"}:
        return
    bare = _STRING_OR_SPACE.sub(r"\1", text)
    if bare != written:
        index = next((at for at, (found, expected) in enumerate(zip(bare, written, strict=False)) if found != expected), len(written))
        raise Wrong("not-canonical", f"Here the text is not canonical JSON: …{bare[max(0, index - 40) : index + 20]}…")


def _check_depth(values: Iterable[Any], left: int) -> None:
    if left == 0:
        raise ValueError(_TOO_DEEP)
    for value in values:
        if isinstance(value, dict):
            _check_depth(value.values(), left - 1)
        elif isinstance(value, list):
            _check_depth(value, left - 1)


class _Values:
    """Builds values from a text and stores the first `fault` that makes it non-canonical. Syntax errors may still follow, and take
    precedence.
    """

    def __init__(self) -> None:
        self.fault: Wrong | None = None

    def read(self, text: str) -> Any:
        """Raises `ValueError` and `RecursionError`. After a fault the value is another one of the same depth."""
        return json.loads(
            text, object_pairs_hook=self._object, parse_float=self._float, parse_int=self._integer, parse_constant=_no_constant
        )

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) == len(pairs):
            return found
        twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        self._note(f"The member {twice[:40]!r} occurs twice in one object.")
        return {str(index): value for index, (_, value) in enumerate(pairs)}

    def _integer(self, digits: str) -> int:
        number = int(digits) if len(digits) <= len(str(-LARGEST_NUMBER)) else LARGEST_NUMBER + 1
        if abs(number) <= LARGEST_NUMBER:
            return number
        return self._note(f"The number {digits[:40]} is too large.")

    def _float(self, number: str) -> int:
        return self._note(f"The number {number[:40]} is not a plain integer.")

    def _note(self, detail: str) -> int:
        self.fault = self.fault or Wrong("not-canonical", detail)
        return 0


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")
