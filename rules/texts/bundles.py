"""Formats texts with Project Fluent, and lists with Babel. Both load slowly, so only a process that tells something imports this module."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from babel import Locale
from babel.lists import format_list
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentType, fluent_number
from fluent.syntax import ast, serialize

from rules.game import Language
from rules.texts.files import text_file

_LISTS: Final[Mapping[Language, Locale]] = {"en": Locale("en", "GB"), "fr": Locale("fr")}
"""Whose lists are used: `A, B and C`."""


class Items(FluentType):
    """Several values of an event, for the functions of texts. In a text they are separated by spaces, as dice are."""

    def __init__(self, values: Iterable[Any]) -> None:
        self.values = tuple(values)

    def format(self, _locale: Locale) -> str:
        return " ".join(map(str, self.values))


@cache
def resource(package: str, language: Language) -> ast.Resource:
    """The package's `texts/LANGUAGE.ftl`, parsed. Raises `FileNotFoundError`."""
    return FluentResource(text_file(package, language).read_text(encoding="utf-8"))


@cache
def parsed(source: str) -> ast.Resource:
    """Messages that a game makes of its data (`Game.words`), parsed."""
    return FluentResource(source)


def messages(package: str, language: Language, start: str) -> Sequence[str]:
    """The names of the package's messages that begin so, in order and without this beginning."""
    names = [entry.id.name for entry in resource(package, language).body if isinstance(entry, ast.Message)]
    return [name.removeprefix(start) for name in names if name.startswith(start)]


def sources(package: str, language: Language) -> Mapping[str, str]:
    """Every message of the package as it is written, with its attributes, by name."""
    return {entry.id.name: serialize(ast.Resource([entry])) for entry in resource(package, language).body if isinstance(entry, ast.Message)}


class Bundle:
    """The texts of some packages in one language, and `words` besides. `functions` can be used in the texts besides COUNT and SORT."""

    def __init__(self, language: Language, packages: Sequence[str], functions: Mapping[str, Callable[..., Any]], words: str) -> None:
        self._language: Language = language
        self._bundle = FluentBundle([language], functions={**functions, "COUNT": _count, "SORT": _sorted}, use_isolating=False)
        for package in packages:
            self._bundle.add_resource(resource(package, language))
        self._bundle.add_resource(parsed(words))

    def has(self, message: str) -> bool:
        return self._bundle.has_message(message)

    def text(self, message: str, arguments: Mapping[str, Any]) -> str:
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
        return format_list(items, locale=_LISTS[self._language])


def value(given: Any) -> Any:
    """A value as texts read it: `yes` or `no`, `none` for None, `Items` for several, `some` for anything that has parts."""
    match given:
        case bool():
            return "yes" if given else "no"
        case None:
            return "none"
        case int() | float() | str() | FluentType():
            return given
        case tuple() | list():
            return Items(given)
        case _:
            return "some"


def _count(items: Items) -> Any:
    return fluent_number(len(items.values))


def _sorted(items: Items) -> Items:
    return Items(sorted(items.values))
