"""Reads what a deck says about a card's mechanism. An error names the field that is wrong."""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from unicodedata import category

from rules.dice_cards.mechanisms.mechanism import BOTH_DICE, SINGLE

MOST_CELLS = 36
"""The most cells of a card: more is hard to draw on one, and a move names each."""


_PAIR = re.compile(r"([a-z]+)(?: ([0-9]{1,2}))?")
"""What both dice have: a word, and for some words a number."""


class WrongCard(ValueError):
    """A field of a card is not what its mechanism accepts."""

    def __init__(self, field: str, wanted: str) -> None:
        super().__init__(f"{field}: {wanted}")
        self.field = field
        self.wanted = wanted


class Parameters:
    """The fields of one object of a deck. Every reader raises `WrongCard`."""

    def __init__(self, given: object, path: str) -> None:
        if not isinstance(given, Mapping):
            raise WrongCard(path or "card", "must be a table of fields")
        self.given: Mapping[Any, Any] = given
        self._path = path
        self._read: set[str] = set()

    def field(self, name: str) -> str:
        return f"{self._path}.{name}" if self._path else name

    def has(self, name: str) -> bool:
        """Whether the field is there, which is known here."""
        self._read.add(name)
        return name in self.given

    def raw(self, name: str) -> Any:
        """The value, whatever it is; None if it is missing."""
        self._read.add(name)
        return self.given.get(name)

    def whole(self, name: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number."""
        given = self.raw(name)
        if given is None and default is not None:
            return default
        return whole(given, self.field(name), least, most)

    def wholes(self, name: str, least: int, most: int) -> tuple[int, ...]:
        """One or more whole numbers."""
        return tuple(whole(item, self.field(name), least, most) for item in items(self.raw(name), self.field(name)))

    def lists(self, name: str, least: int, most: int) -> tuple[tuple[int, ...], ...]:
        """One or more lists of one or more whole numbers."""
        field = self.field(name)
        return tuple(tuple(whole(item, field, least, most) for item in items(row, field)) for row in items(self.raw(name), field))

    def flag(self, name: str, *, default: bool) -> bool:
        given = self.raw(name)
        if given is None:
            return default
        if not isinstance(given, bool):
            raise WrongCard(self.field(name), "must be true or false")
        return given

    def word(self, name: str, words: Sequence[str], default: str | None = None) -> str:
        """One of these words."""
        given = self.raw(name)
        if given is None and default is not None:
            return default
        if not isinstance(given, str) or given not in words:
            raise WrongCard(self.field(name), f"must be one of: {', '.join(words)}")
        return given

    def text(self, name: str, longest: int) -> str:
        given = self.raw(name)
        if not isinstance(given, str) or not given.strip() or len(given) > longest or not _is_shown(given):
            raise WrongCard(self.field(name), f"must be a text of at most {longest} characters, on one line, without invisible ones")
        return given

    def finish(self) -> None:
        """Refuses fields that nobody has read."""
        unknown = [str(name) for name in self.given if name not in self._read]
        if unknown:
            raise WrongCard(self.field(unknown[0]), f"is not known here; known: {', '.join(sorted(self._read))}")


def _is_shown(text: str) -> bool:
    """Whether the text is on one line and has no character that is not shown, or that changes how others are."""
    return text.splitlines() == [text] and not any(category(sign).startswith("C") for sign in text)


def items(given: object, field: str) -> Sequence[Any]:
    """A list that is not empty."""
    if not isinstance(given, list | tuple) or not given or len(given) > 6 * MOST_CELLS:
        raise WrongCard(field, "must be a list that is not empty")
    return given


def whole(given: object, field: str, least: int, most: int) -> int:
    if type(given) is not int or not least <= given <= most:
        raise WrongCard(field, f"must be a whole number from {least} to {most}")
    return given


def cell(given: object, field: str) -> tuple[bool, frozenset[int]]:
    """What a printed cell accepts, and whether it takes both dice: a number, a list of numbers, or a pair in words (`pair`)."""
    match given:
        case str():
            return True, pair(given, field)
        case list() | tuple():
            return False, frozenset(whole(item, field, SINGLE[0], SINGLE[-1]) for item in items(given, field))
        case _:
            return False, frozenset({whole(given, field, SINGLE[0], SINGLE[-1])})


def pair(words: str, field: str) -> frozenset[int]:
    """The two numbers that go into a cell of this description, such as `sum 7` or `double`."""
    parts = _PAIR.fullmatch(words)
    value = int(parts[2]) if parts and parts[2] else None
    found = frozenset(both for both in BOTH_DICE if parts and _fits(parts[1], value, *divmod(both, 10)))
    if not found:
        raise WrongCard(field, "of both dice must be one of: double, double N, odd, even, sum N, difference N, product N")
    return found


def _fits(kind: str, value: int | None, black: int, red: int) -> bool:
    match kind, value:
        case "double", None:
            return black == red
        case "double", int():
            return black == red == value
        case "odd", None:
            return black % 2 == red % 2 == 1
        case "even", None:
            return black % 2 == red % 2 == 0
        case "sum", int():
            return black + red == value
        case "difference", int():
            return abs(black - red) == value
        case "product", int():
            return black * red == value
        case _:
            return False
