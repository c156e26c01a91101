"""The page's texts: both languages say the same things, every text is used, and every refusal has words."""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

import pytest

from rules.registry import games
from rules.table import REJECTIONS
from service.codes import CODES, JOB_ERRORS
from service.routes.page import FOLDER

LANGUAGES = ("en", "fr")
IN_THE_BROWSER = {"unreachable"}
"""What goes wrong without an answer of the service."""
LITERAL = re.compile(r"""["'`]([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+)["'`]""")
MADE = re.compile(r"\bt\(`([a-z][a-z0-9-]*\.[a-z0-9.-]*)\$\{")
CALLED = re.compile(r"""\bt\(\s*["']([^"']+)["']""")


@cache
def _texts(language: str) -> Mapping[str, str]:
    return dict(_entries(language))


def _entries(language: str) -> Sequence[tuple[str, str]]:
    written = (FOLDER / "js" / "texts" / f"{language}.js").read_text(encoding="utf-8")
    body = re.sub(r"^\s*//.*$", "", written.partition("export default")[2], flags=re.MULTILINE)
    pairs: list[tuple[str, str]] = json.loads(re.sub(r",(\s*)\};\s*$", r"\1}", body), object_pairs_hook=list)
    return pairs


@cache
def _code() -> str:
    files = (file for file in FOLDER.rglob("*.js") if file.parent.name != "texts")
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def _placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_there_twice_or_empty(language: str) -> None:
    entries = _entries(language)

    assert [key for key, count in Counter(key for key, _ in entries).items() if count > 1] == []
    assert [key for key, text in entries if not text.strip()] == []


def test_both_languages_have_the_same_texts_with_the_same_places_to_fill() -> None:
    english, french = map(_texts, LANGUAGES)

    assert english.keys() == french.keys()
    assert [key for key in english if _placeholders(english[key]) != _placeholders(french[key])] == []


def test_every_text_that_is_used_exists() -> None:
    beginnings = set(MADE.findall(_code()))

    assert set(CALLED.findall(_code())) - _texts("en").keys() == set()
    assert [start for start in beginnings if not any(key.startswith(start) for key in _texts("en"))] == []


def test_every_text_is_used() -> None:
    named, beginnings = set(LITERAL.findall(_code())), tuple(set(MADE.findall(_code())))

    assert [key for key in _texts("en") if key not in named and not key.startswith(beginnings)] == []


def test_every_refusal_has_words_and_no_other_code_does() -> None:
    codes = {*CODES, *REJECTIONS, *JOB_ERRORS, *(code for game in games().values() for code in game.rejections), *IN_THE_BROWSER}

    worded = {key.removeprefix("problem.") for key in _texts("en") if key.startswith("problem.") and not key.endswith(".way")}
    assert worded == codes
