"""The page's texts: both languages have the same texts, every text is used, and every error code has a text.

The page has one dictionary. Tables and each game add their own dictionaries to it wherever a game is shown.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest
from fluent.syntax import ast

from rules.game import Language
from rules.registry import games
from rules.table import REJECTIONS
from rules.testing.laws.numbers import set_by_options
from rules.texts.bundles import resource
from rules.texts.files import COMMON, LANGUAGES, text_file
from rules.texts.texts import common
from service.http.page_files import FOLDER
from service.http.problem_codes import CODES, JOB_ERRORS

IN_THE_BROWSER = {"unreachable", "dice-changed"}
"""Errors that occur without a response of the service."""
LITERAL = re.compile(r"""["'`]([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+)["'`]""")
MADE = re.compile(r"\bt\(`([a-z][a-z0-9-]*\.[a-z0-9.-]*)\$\{")
CALLED = re.compile(r"""\bt\(\s*["']([^"']+)["']""")


PAGE = "page"
ANY_GAME = "any_game"
DICTIONARIES = (PAGE, ANY_GAME, *sorted(games()))
"""The page's own texts, those of the board for any game, and those of each game with a board of its own."""
OF_EVERY_GAME = re.compile(r"table\.keys")
"""Texts that every game must have."""
OF_ROUNDS = frozenset(
    {
        *("table.round", "table.round-last", "table.round-short", "replay.round"),
        *("replay.turn", "replay.chart", "replay.chart-about"),
    }
)
"""Texts of tables that a game may replace all together, because it calls a round by another name."""


@cache
def texts(whose: str, language: str) -> Mapping[str, str]:
    return dict(_entries(whose, language))


def _entries(whose: str, language: str) -> Sequence[tuple[str, str]]:
    folders = (FOLDER / "js", FOLDER / "js" / "table") if whose == PAGE else (FOLDER / "js" / "games" / whose,)
    return [entry for folder in folders for entry in _read(folder / "texts" / f"{language}.js")]


def _read(file: Path) -> Sequence[tuple[str, str]]:
    written = file.read_text(encoding="utf-8")
    body = re.sub(r"^\s*//.*$", "", written.partition("export default")[2], flags=re.MULTILINE)
    pairs: list[tuple[str, str]] = json.loads(re.sub(r",(\s*)\};\s*$", r"\1}", body), object_pairs_hook=list)
    return pairs


@cache
def _code(whose: str) -> str:
    """The modules of a board, or all others."""
    files = (file for file in FOLDER.rglob("*.js") if file.parent.name != "texts")
    return "\n".join(file.read_text(encoding="utf-8") for file in files if _owner(file) == whose)


def _owner(file: Path) -> str:
    return next((whose for whose in DICTIONARIES if whose in file.parts), PAGE)


def _placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", text))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("whose", DICTIONARIES)
def test_no_text_is_there_twice_or_empty(whose: str, language: str) -> None:
    entries = _entries(whose, language)
    keys = [key for key, _ in entries] + ([] if whose == PAGE else list(texts(PAGE, language)))

    assert {key for key, count in Counter(keys).items() if count > 1} in (set(), OF_ROUNDS)
    assert [key for key, text in entries if not text.strip()] == []


@pytest.mark.parametrize("whose", DICTIONARIES)
def test_both_languages_have_the_same_texts_with_the_same_places_to_fill(whose: str) -> None:
    english, french = (texts(whose, language) for language in LANGUAGES)

    assert english.keys() == french.keys()
    assert [key for key in english if _placeholders(english[key]) != _placeholders(french[key])] == []


@pytest.mark.parametrize("whose", DICTIONARIES)
def test_every_text_that_is_used_exists(whose: str) -> None:
    beginnings = set(MADE.findall(_code(whose)))
    there = {**texts(PAGE, "en"), **texts(whose, "en"), **_of_rules(whose)}

    assert {key for key in CALLED.findall(_code(whose)) if whose != PAGE or not OF_EVERY_GAME.match(key)} - there.keys() == set()
    assert [start for start in beginnings if not any(key.startswith(start) for key in there)] == []


def test_what_is_said_without_a_game_is_in_the_dictionary_that_is_always_there() -> None:
    files = [file for file in (FOLDER / "js").rglob("*.js") if not {"games", "table", "replay", "texts"} & {*file.parts}]
    used = {key for file in files for key in CALLED.findall(file.read_text(encoding="utf-8")) if not OF_EVERY_GAME.match(key)}

    assert len(used) > 50
    assert used - {key for key, _ in _read(FOLDER / "js/texts/en.js")} == set()


@pytest.mark.parametrize("whose", DICTIONARIES)
def test_every_text_is_used(whose: str) -> None:
    code = "\n".join(map(_code, DICTIONARIES)) if whose == PAGE else _code(PAGE) + _code(whose)
    named, beginnings = set(LITERAL.findall(code)), tuple(set(MADE.findall(code)))

    assert [key for key in texts(whose, "en") if key not in named and not key.startswith(beginnings)] == []


@pytest.mark.parametrize("game", sorted(games()))
def test_every_game_says_its_keys(game: str) -> None:
    assert "table.keys" in texts(game, "en")


@pytest.mark.parametrize("game", sorted(games()))
def test_the_page_says_about_a_game_nothing_that_the_service_says_too(game: str) -> None:
    file = text_file(games()[game].texts, "en").read_text(encoding="utf-8")
    said = set(re.findall(r"(?:= |\] )(.+\.)$", file, re.MULTILINE))

    assert said
    assert said & set(texts(game, "en").values()) == set()


@pytest.mark.parametrize("name", sorted(games()))
def test_the_page_says_no_number_that_an_option_of_a_game_sets(name: str) -> None:
    for option, number in set_by_options(games()[name]):
        for language in LANGUAGES:
            assert [key for key, text in texts(name, language).items() if re.search(rf"\b{number}\b", text)] == [], option
        assert re.findall(rf"\bconst (\w+) = {number};", _code(name)) == [], option


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_and_players_without_a_name_are_called_the_same_on_the_page_and_in_sentences(language: Language) -> None:
    page = {key.removeprefix("level."): text for key, text in texts(PAGE, language).items() if key.startswith("level.")}

    assert page == {level: common(language).text(f"level-{level}") for level in page}
    assert texts(PAGE, language)["player.unnamed"].replace("{n}", "2") == common(language).text("player-unnamed", number=2)
    assert {level for game in games().values() for level in game.players} <= page.keys()


def _of_rules(whose: str) -> Mapping[str, str]:
    """The messages of all games, and those of the game, which the page adds to its dictionaries."""
    packages = [COMMON, *([] if whose in {PAGE, ANY_GAME} else [games()[whose].texts])]
    messages = [entry.id.name for package in packages for entry in resource(package, "en").body if isinstance(entry, ast.Message)]
    return {message.replace("refusal-", "problem."): "" for message in messages}


def _worded(whose: str) -> set[str]:
    return {key.removeprefix("problem.") for key in texts(whose, "en") if key.startswith("problem.")}


def test_every_refusal_has_words_and_no_other_code_does() -> None:
    assert _worded(PAGE) == {*CODES, *REJECTIONS, *JOB_ERRORS, *IN_THE_BROWSER}
