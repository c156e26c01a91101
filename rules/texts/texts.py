"""Formats the texts of games in one language. Names of players are data: nothing in them is read as a text's own syntax."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, get_args

from babel import Locale
from babel.lists import format_list
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentType, fluent_number
from fluent.syntax import ast

from rules.game import AnyGame, Language

LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)

COMMON: Final = "rules"
"""The package with the texts that all games have in common."""

_LISTS: Final[Mapping[Language, Locale]] = {"en": Locale("en", "GB"), "fr": Locale("fr")}
"""Whose lists are used: `A, B and C`."""


class Items(FluentType):
    """Several values of an event, for the functions of texts. In a text they are separated by spaces, as dice are."""

    def __init__(self, values: Iterable[Any]) -> None:
        self.values = tuple(values)

    def format(self, _locale: Locale) -> str:
        return " ".join(map(str, self.values))


def text_file(package: str, language: Language) -> Any:
    """The path of the package's texts in this language."""
    return files(package).joinpath("texts", f"{language}.ftl")


@cache
def resource(package: str, language: Language) -> ast.Resource:
    """The package's `texts/LANGUAGE.ftl`, parsed. Raises `FileNotFoundError`."""
    return FluentResource(text_file(package, language).read_text(encoding="utf-8"))


def messages(package: str, language: Language, start: str) -> Sequence[str]:
    """The names of the package's messages that begin so, in order and without this beginning."""
    names = [entry.id.name for entry in resource(package, language).body if isinstance(entry, ast.Message)]
    return [name.removeprefix(start) for name in names if name.startswith(start)]


class Texts:
    """The texts of some packages, in one language. `names` are the players' names by seat, which the function NAME inserts."""

    def __init__(self, language: Language, packages: Sequence[str], names: Sequence[str] = ()) -> None:
        self.language: Language = language
        self.names = names
        functions: dict[str, Callable[..., Any]] = {"NAME": self._name, "TEXT": self._text, "COUNT": _count, "SORT": _sorted}
        self._bundle = FluentBundle([language], functions=functions, use_isolating=False)
        for package in packages:
            self._bundle.add_resource(resource(package, language))

    def has(self, message: str) -> bool:
        return self._bundle.has_message(message)

    def text(self, message: str, /, **arguments: Any) -> str:
        """The text of a message, or of its attribute (`message.attribute`). Raises `LookupError` if there is none, and if the text needs an
        argument that is not given.
        """
        name, _, attribute = message.partition(".")
        found = self._bundle.get_message(name)
        pattern = found.attributes[attribute] if attribute else found.value
        if pattern is None:
            raise LookupError(f"{message} has no value")
        text, errors = self._bundle.format_pattern(pattern, {name: value(given) for name, given in arguments.items()})
        if errors:
            raise LookupError(f"{message}: {errors}")
        return str(text)

    def listed(self, items: Sequence[str]) -> str:
        """`A, B and C`."""
        return format_list(items, locale=_LISTS[self.language])

    def _name(self, seats: Any) -> str:
        return self.listed([self.names[int(seat)] for seat in _all(seats)])

    def _text(self, kind: str, ids: Any) -> str:
        """The message `kind-id`; for a list of ids a list. An id without a text stands for itself."""
        return self.listed([self.text(f"{kind}-{one}") if self.has(f"{kind}-{one}") else str(one) for one in _all(ids)])


@cache
def common(language: Language, *more: str) -> Texts:
    """The texts that all games have in common, and those of `more` packages."""
    return Texts(language, [COMMON, *more])


def of_game(game: AnyGame, language: Language, names: Sequence[str] = (), more: Sequence[str] = ()) -> Texts:
    """The texts of a game, those of all games, and those of `more` packages."""
    return Texts(language, [COMMON, game.texts, *more], names)


def value(given: Any) -> Any:
    """A value as texts read it: `yes` or `no`, `none` for None, `Items` for several, `some` for anything that has parts."""
    match given:
        case bool():
            return "yes" if given else "no"
        case None:
            return "none"
        case int() | str() | FluentType():
            return given
        case tuple() | list():
            return Items(given)
        case _:
            return "some"


def _all(values: Any) -> Sequence[Any]:
    return values.values if isinstance(values, Items) else (values,)


def _count(items: Items) -> Any:
    return fluent_number(len(items.values))


def _sorted(items: Items) -> Items:
    return Items(sorted(items.values))
