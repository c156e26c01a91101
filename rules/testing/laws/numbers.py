"""Laws about the numbers that an option sets: what was fixed before there was an option must not stay written down anywhere."""

import re
from collections.abc import Iterator
from typing import Final

from rules.game import AnyGame
from rules.testing.walks import options_of_walk, walk
from rules.texts.bundles import sources
from rules.texts.files import LANGUAGES

_LARGEST_FACE: Final = 6
"""Numbers up to this one are those of dice, too."""

_WORDS: Final = {7: "seven", 8: "eight", 9: "nine", 10: "ten", 12: "twelve", 20: "twenty", 30: "thirty", 40: "forty", 50: "fifty"} | {
    100: "hundred",
    1000: "thousand",
}
"""Numbers as names of reasons and messages have them."""

_ABOUT_OTHER_THINGS: Final = ("option-", "card-", "token")
"""Beginnings of the names of texts that say what an option's values are, or what a card does."""


def set_by_options(game: AnyGame) -> Iterator[tuple[str, int]]:
    """The options that set a number, each with its default and with the number at tables that are older than it."""
    for name, option in game.catalogue.options.items():
        for number in dict.fromkeys((option.default, option.before)):
            if option.numbers is not None and isinstance(number, int) and number > _LARGEST_FACE:
                yield name, number


def no_text_says_the_number_that_an_option_sets(game: AnyGame, seats: int) -> None:
    """Unless it belongs to a name that says it as well, such as that of a reason."""
    for option, number in set_by_options(game):
        named = _WORDS.get(number, str(number))
        for language in LANGUAGES:
            for message, source in sources(game.texts, language).items():
                if named in message.split("-") or message.startswith(_ABOUT_OTHER_THINGS):
                    continue
                for line in source.splitlines():
                    fixed = re.search(rf"\b{number}\b", line) and not re.match(rf"\s*\*?\[[a-z-]*\b{named}\b", line)
                    assert not fixed, f"texts/{language}.ftl: {message} says {number}, which the option {option} sets"


def the_reason_of_the_end_names_no_number_but_that_of_the_tables_option(game: AnyGame, seats: int) -> None:
    options, result = options_of_walk(game, seats), game.outcome(walk(game, seats).end)

    assert result is not None
    for option, number in set_by_options(game):
        says = {str(number), _WORDS.get(number, "")} & {*result.reason.split("-")}
        assert not says or options[option] == number, f"the reason {result.reason} where {option} is {options[option]}"
