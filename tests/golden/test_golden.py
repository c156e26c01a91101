"""Stored games must always read the same, even if the rules that decided them change."""

from pathlib import Path

import pytest

from rules.dice import DiceSeed, SeededDice
from rules.registry import games
from rules.table_state import fold
from tests.golden.files import paths, plain, read, stored_events
from tests.golden.record import endings

GAMES = games()

each_golden_game = pytest.mark.parametrize("path", paths(), ids=lambda path: f"{path.parent.name}/{path.stem}")


@each_golden_game
def test_a_golden_game_folds_to_the_view_and_the_result_it_was_stored_with(path: Path) -> None:
    golden = read(path)
    game = GAMES[golden.game]

    table = fold(game, None, stored_events(game, golden))

    assert table is not None
    assert plain(table.outcome) == plain(game.outcome(table.play)) == golden.outcome
    assert plain(game.view(table.play, None)) == golden.view
    assert (table.status, set(table.decisions)) == ("finished", {0})


@each_golden_game
def test_a_golden_game_ended_in_the_way_that_it_stands_for(path: Path) -> None:
    golden = read(path)
    game = GAMES[golden.game]

    table = fold(game, None, stored_events(game, golden))

    assert table is not None
    assert table.outcome is not None
    assert path == golden.path
    assert endings(golden.game)[golden.ending].wanted(table.outcome, table.play)


@each_golden_game
def test_the_dice_of_a_golden_game_can_be_derived_from_its_secret(path: Path) -> None:
    golden = read(path)
    game = GAMES[golden.game]
    events = stored_events(game, golden)
    table = fold(game, None, events)

    assert table is not None
    assert table.secret is not None
    for draw in (event.draw for event in events if getattr(event, "draw", None) is not None):
        dice = SeededDice(DiceSeed(golden.table, table.secret), table.client_seeds, draw.n)
        again = dice.roll(len(draw.values), draw.of) if draw.kind == "dice" else dice.shuffle(draw.of, len(draw.values))
        assert again == draw


@pytest.mark.parametrize("name", GAMES)
def test_every_way_in_which_a_game_can_end_has_a_golden_game(name: str) -> None:
    assert {path.stem for path in paths() if path.parent.name == name} == set(endings(name))


@pytest.mark.parametrize("name", GAMES)
def test_every_event_of_a_game_happens_in_one_of_its_golden_games(name: str) -> None:
    recorded_event = {stored["type"] for path in paths() if path.parent.name == name for stored in read(path).events}

    assert {event.type for event in GAMES[name].events} <= recorded_event
