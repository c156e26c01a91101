"""Stored games must always read the same, even if the rules that decided them change."""

from pathlib import Path

import pytest

from events.testing.endings import check
from events.testing.golden import read, text
from rules.registry import games
from tests.golden.record import FOLDER, endings, paths

GAMES = games()

each_golden_game = pytest.mark.parametrize("path", paths(), ids=lambda path: f"{path.parent.name}/{path.stem}")


@each_golden_game
def test_a_golden_game_reads_as_it_was_stored_and_ended_in_the_way_that_it_stands_for(path: Path) -> None:
    golden = read(path.read_text(encoding="utf-8"))

    assert (path.parent.name, path.stem) == (golden.game, golden.ending)
    assert text(golden) == path.read_text(encoding="utf-8")
    check(GAMES[golden.game], golden, endings(golden.game)[golden.ending])


@pytest.mark.parametrize("name", GAMES)
def test_every_way_in_which_a_game_can_end_has_a_golden_game(name: str) -> None:
    assert {path.stem for path in paths() if path.parent.name == name} == set(endings(name))


@pytest.mark.parametrize("name", GAMES)
def test_every_event_of_a_game_happens_in_one_of_its_golden_games(name: str) -> None:
    stored = [read(path.read_text(encoding="utf-8")) for path in paths() if path.parent.name == name]

    assert {event.type for event in GAMES[name].events} <= {event["type"] for golden in stored for event in golden.events}


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_that_reads_otherwise_is_found(name: str) -> None:
    golden = read((FOLDER / name / "resignation.json").read_text(encoding="utf-8"))
    game, ending = GAMES[golden.game], endings(golden.game)[golden.ending]

    with pytest.raises(AssertionError):
        check(game, golden._replace(view={**golden.view, "turn": 7}), ending)
    with pytest.raises(AssertionError):
        check(game, golden._replace(table="golden-other"), ending)
    with pytest.raises(AssertionError):
        check(game, golden, ending._replace(wanted=lambda _outcome, _state: False))
