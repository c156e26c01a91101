"""Formats the texts of games in one language. Names of players are data: nothing in them is read as a text's own syntax."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from rules.game import AnyGame, Language
from rules.texts.files import COMMON


def messages(package: str, language: Language, start: str) -> Sequence[str]:
    """The names of the package's messages that begin so, in order and without this beginning."""
    from rules.texts import bundles

    return bundles.messages(package, language, start)


class Texts:
    """The texts of some packages, in one language. `names` are the players' names by seat, which the function NAME inserts. `words` are
    more messages (`Game.words`).
    """

    def __init__(self, language: Language, packages: Sequence[str], names: Sequence[str] = (), words: str = "") -> None:
        from rules.texts.bundles import Bundle  # loads what formats texts, when the first is needed

        self.language: Language = language
        self.names = names
        functions: Mapping[str, Callable[..., Any]] = {"NAME": self._name, "TEXT": self._text, "EACH": self._each}
        self._bundle = Bundle(language, packages, functions, words)

    def has(self, message: str) -> bool:
        return self._bundle.has(message)

    def text(self, message: str, /, **arguments: Any) -> str:
        """The text of a message, or of its attribute (`message.attribute`). Raises `LookupError` if there is none, and if the text needs an
        argument that is not given.
        """
        return self._bundle.text(message, arguments)

    def listed(self, items: Sequence[str]) -> str:
        """`A, B and C`."""
        return self._bundle.listed(items)

    def _name(self, seats: Any) -> str:
        return self.listed([self.names[int(seat)] for seat in _every(seats)])

    def _text(self, kind: str, ids: Any) -> str:
        """The message `kind-id`; for a list of ids a list. An id without a text stands for itself."""
        return self.listed([self.text(f"{kind}-{one}") if self.has(f"{kind}-{one}") else str(one) for one in _every(ids)])

    def _each(self, message: str, values: Any, between: Any = None) -> str:
        """The message, once for every value that is there, as a list or with signs between them. Its arguments are the fields of the
        value, or `value` itself if it has none, and its `position` from 0: the seat if there is a value for each.
        """
        there = [(position, value) for position, value in enumerate(_every(values)) if value is not None]
        told = [self.text(message, **_parts(value), position=position) for position, value in there]
        return self.listed(told) if between is None else str(between).join(told)


@cache
def common(language: Language, *more: str, words: str = "") -> Texts:
    """The texts that all games have in common, those of `more` packages, and `words` (`Game.words`)."""
    return Texts(language, [COMMON, *more], words=words)


def of_game(game: AnyGame, language: Language, names: Sequence[str] = (), more: Sequence[str] = ()) -> Texts:
    """The texts of a game, those of all games, and those of `more` packages."""
    return Texts(language, [COMMON, game.texts, *more], names, game.words.get(language, ""))


def _parts(value: Any) -> Mapping[str, Any]:
    """The fields of an object, also of one that comes as JSON."""
    if isinstance(value, Mapping):
        return value
    return {field.name: getattr(value, field.name) for field in fields(value)} if is_dataclass(value) else {"value": value}


def _every(values: Any) -> Sequence[Any]:
    """The values that a text gives to a function: those of a list, or the only one."""
    return getattr(values, "values", (values,))
