"""Games are found in the folders of `rules/` and in installed packages; what cannot be used is named with its package."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from rules.registry import GameUnusable, games
from service.command_line import main
from tests.installed import install

ANOTHER = """\
from dataclasses import replace
from rules.dicy_cards import game as dicy_cards


def game(sets=None):
    if sets == "wrong":
        raise ValueError("no such sets")
    return replace(dicy_cards(), name="other-cards")


def numbered():
    return replace(dicy_cards(), name="3-cards")


def crowded():
    return replace(dicy_cards(), name="other-cards", seats=range(2, 34))


def without_texts():
    return replace(dicy_cards(), name="other-cards", texts="json")


def curious():
    return replace(dicy_cards(), name="other-cards", visible=lambda event, _viewer: (event.no_such_field,))


def leaving():
    raise SystemExit(0)


nothing = None


def failing():
    raise LookupError("no board")


def text():
    return "a game"
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder of installed packages."""
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_a_setting_that_a_game_does_not_know_is_told_with_those_that_it_knows() -> None:
    with pytest.raises(ValueError, match=re.escape("game dicy-cards has no setting 'foo'; known: sets")):
        games({"dicy-cards": {"foo": 1}})


def test_the_oldest_game_is_listed_first_whatever_the_games_are_called() -> None:
    own = games()

    assert [*own] == ["dicy-cards", "ice-dice", "dice-cards"]
    assert [game.since for game in own.values()] == [1, 3, 4]


def test_the_game_of_an_installed_package_is_one_of_the_games_with_settings_of_its_own(site: Path) -> None:
    own = [*games()]
    install(site, "other-game", {"other-cards": "other_game:game"}, ANOTHER)

    assert [*games()] == [*own, "other-cards"]
    assert games({"other-cards": {"sets": "new"}})["other-cards"].name == "other-cards"
    with pytest.raises(ValueError, match=re.escape("game other-cards has no setting 'foo'; known: sets")):
        games({"other-cards": {"foo": 1}})
    with pytest.raises(ValueError, match=re.escape("no such sets")):
        games({"other-cards": {"sets": "wrong"}})


@pytest.mark.parametrize(
    ("name", "where", "why"),
    [
        ("other-cards", "no_such:game", "as no_such:game, which cannot be imported: ModuleNotFoundError: No module named 'no_such'"),
        ("other-cards", "other_game:no", "which cannot be imported: AttributeError: module 'other_game' has no attribute 'no'"),
        ("other-cards", "other_game:nothing", "which is no function that makes a game"),
        ("other-cards", "other_game:failing", "which fails: LookupError: no board"),
        ("other-cards", "other_game:text", "which makes a str instead of a rules.game.Game"),
        ("yet-another", "other_game:game", "which makes a game with another name, 'other-cards'"),
        ("other-cards", "other_game:leaving", "which fails: SystemExit: 0"),
        ("3-cards", "other_game:numbered", "at most: words of a-z and 0-9 joined by hyphens, the first from a letter on"),
        ("other-cards", "other_game:crowded", "which has other numbers of seats than 1 to 32"),
        ("other-cards", "other_game:without_texts", "texts/en.ftl'"),
        ("other-cards", "other_game:curious", "object has no attribute 'no_such_field'"),
        ("ice-dice", "other_game:game", "which is already a game of rollstream: remove one of them"),
    ],
)
def test_a_game_that_cannot_be_used_is_refused_with_the_name_of_its_package(site: Path, name: str, where: str, why: str) -> None:
    install(site, "other-game", {name: where}, ANOTHER)

    with pytest.raises(GameUnusable) as caught:
        games()

    assert str(caught.value).startswith(f"the package other-game 1.0 offers the game '{name}'")
    assert str(caught.value).endswith(why)


def test_two_packages_with_the_same_game_are_both_named(site: Path) -> None:
    install(site, "other-game", {"other-cards": "other_game:game"}, ANOTHER)
    install(site, "other-game-too", {"other-cards": "other_game:game"})

    with pytest.raises(GameUnusable) as caught:
        games()

    assert str(caught.value) == (
        "the package other-game-too 1.0 offers the game 'other-cards', which is already a game of the package other-game 1.0: "
        "remove one of them"
    )


@pytest.mark.parametrize("command", [["play"], ["serve"], ["web"]])
def test_a_command_says_so_in_one_line(site: Path, command: list[str]) -> None:
    install(site, "other-game", {"other-cards": "no_such:game"})

    answered = CliRunner().invoke(main, command)

    assert answered.exit_code == 1
    assert answered.stderr.startswith("Error: the package other-game 1.0 offers the game 'other-cards' as no_such:game, which cannot")
    assert answered.stderr.count("\n") == 1
