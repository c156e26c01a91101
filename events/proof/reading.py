"""From bytes to JSON values, for files that anybody may have written."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, NoReturn

from events.envelope import canonical
from events.proof.forms import MOST
from events.proof.verdict import Wrong

MOST_BYTES: Final = 16 * 1024 * 1024
"""A table has some 250 bytes for each event, and hundreds of events."""

DEEPEST: Final = 32
"""Objects and lists inside each other; a table's file has less than ten."""

_STRING_OR_SPACE = re.compile(r'("[^"\\]*(?:\\.[^"\\]*)*")|[ \t\n\r]+')


def read(data: bytes) -> Any:
    """The JSON values in a file, whose text must be canonical JSON but for white space between its parts. Raises `Wrong`."""
    text = _text(data)
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_float=_no_float, parse_int=_integer, parse_constant=_no_constant)
        _check_depth([value], DEEPEST)
    except (ValueError, RecursionError) as error:
        raise Wrong("unreadable", f"This is no JSON: {error}.") from error
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
        raise ValueError(f"more than {DEEPEST} objects and lists inside each other")
    for value in values:
        if isinstance(value, dict):
            _check_depth(value.values(), left - 1)
        elif isinstance(value, list):
            _check_depth(value, left - 1)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise Wrong("not-canonical", f"The member {twice[:40]!r} stands twice in one object.")
    return found


def _integer(digits: str) -> int:
    number = int(digits) if len(digits) <= len(str(-MOST)) else MOST + 1
    if abs(number) > MOST:
        raise Wrong("not-canonical", f"The number {digits[:40]} is too large.")
    return number


def _no_float(number: str) -> NoReturn:
    raise Wrong("not-canonical", f"The number {number[:40]} is no plain integer.")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")
