"""From bytes to JSON values, for files that anybody may have written."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, NoReturn

from events.proof.forms import LARGEST_NUMBER
from events.proof.verdict import Wrong
from events.tables.envelope import canonical

MOST_BYTES: Final = 16 * 1024 * 1024
"""A table has some 250 bytes for each event, and hundreds of events."""

DEEPEST: Final = 32
"""Objects and lists inside each other; a table's file has less than ten."""

_TOO_DEEP: Final = f"more than {DEEPEST} objects and lists inside each other"

_STRING_OR_SPACE = re.compile(r'("(?:[^"\\]++|\\.)*+")|[ \t\n\r]++')
"""It never steps back: what it could step back to would take much more memory than the text."""


def read(data: bytes) -> Any:
    """The JSON values in a file, whose text must be canonical JSON but for white space between its parts. Raises `Wrong`."""
    text, values = _text(data), _Values()
    try:
        value = values.read(text)
        _check_depth([value], DEEPEST)
    except RecursionError as error:
        raise Wrong("unreadable", f"This is no JSON: {_TOO_DEEP}.") from error
    except ValueError as error:
        raise Wrong("unreadable", f"This is no JSON: {error}.") from error
    if values.fault is not None:
        raise values.fault
    _check_canonical(text, value)
    return value


def _text(data: bytes) -> str:
    if len(data) > MOST_BYTES:
        raise Wrong("unreadable", f"The file has {len(data)} bytes; no table's file has more than {MOST_BYTES}.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Wrong("unreadable", f"Byte {error.start + 1} is no UTF-8.") from error


def _check_canonical(text: str, value: Any) -> None:
    try:
        written = canonical(value).decode("utf-8")
    except UnicodeEncodeError as error:
        raise Wrong("not-canonical", "A text has half a surrogate pair.") from error
    if text in {written, written + "\n"}:
        return
    bare = _STRING_OR_SPACE.sub(r"\1", text)
    if bare != written:
        place = next((at for at, (one, other) in enumerate(zip(bare, written, strict=False)) if one != other), len(written))
        raise Wrong("not-canonical", f"Here the text is not canonical JSON: …{bare[max(0, place - 40) : place + 20]}…")


def _check_depth(values: Iterable[Any], left: int) -> None:
    if left == 0:
        raise ValueError(_TOO_DEEP)
    for value in values:
        if isinstance(value, dict):
            _check_depth(value.values(), left - 1)
        elif isinstance(value, list):
            _check_depth(value, left - 1)


class _Values:
    """Makes values of a text, and keeps the first `fault` that makes it no canonical JSON: whether it is any JSON shows in the end only."""

    def __init__(self) -> None:
        self.fault: Wrong | None = None

    def read(self, text: str) -> Any:
        """Raises `ValueError` and `RecursionError`. With a fault there is another value, which has the same depth."""
        return json.loads(
            text, object_pairs_hook=self._object, parse_float=self._float, parse_int=self._integer, parse_constant=_no_constant
        )

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) == len(pairs):
            return found
        twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        self._note(f"The member {twice[:40]!r} stands twice in one object.")
        return {str(place): value for place, (_, value) in enumerate(pairs)}

    def _integer(self, digits: str) -> int:
        number = int(digits) if len(digits) <= len(str(-LARGEST_NUMBER)) else LARGEST_NUMBER + 1
        if abs(number) <= LARGEST_NUMBER:
            return number
        return self._note(f"The number {digits[:40]} is too large.")

    def _float(self, number: str) -> int:
        return self._note(f"The number {number[:40]} is no plain integer.")

    def _note(self, detail: str) -> int:
        self.fault = self.fault or Wrong("not-canonical", detail)
        return 0


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")
