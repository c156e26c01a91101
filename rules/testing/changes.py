"""States that differ from a game's own in one place: what hides a part of a state must not show such a change."""

import copy
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import msgspec

S = TypeVar("S")


def changed(state: S) -> Iterator[S]:
    """The state with one number, text or flag changed, for each of them that can be; not all are states that the game can reach."""
    plain = msgspec.json.decode(msgspec.json.encode(state))
    words = sorted({value for _, value in _leaves(plain, ()) if isinstance(value, str)})
    for (*way, last), value in _leaves(plain, ()):
        other = copy.deepcopy(plain)
        inner = other
        for step in way:
            inner = inner[step]
        inner[last] = _another(value, words)
        with suppress(msgspec.ValidationError):
            yield msgspec.convert(other, type=type(state))


def _leaves(plain: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    match plain:
        case dict():
            for key, inner in plain.items():
                yield from _leaves(inner, (*path, key))
        case list():
            for place, inner in enumerate(plain):
                yield from _leaves(inner, (*path, place))
        case _:
            yield path, plain


def _another(value: Any, words: Sequence[str]) -> Any:
    """Another value of the same type, if there is one; of texts, the next that the state has."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return words[(words.index(value) + 1) % len(words)]
        case _:
            return None
