"""Forgeries by machine, in files of built-in players: for any game."""

from collections.abc import Mapping

import pytest

from events.proof.verify import verify
from events.testing.files import file_of
from events.testing.forgeries import accepted, forgeries
from rules.registry import games
from tests.events.proof.legal import could_be

GAMES = games()


def files(name: str) -> Mapping[str, bytes]:
    game = GAMES[name]
    return {level: file_of(game, [level] * game.seats[0], "1") for level in ("greedy", "random")}


@pytest.mark.parametrize("name", GAMES)
def test_no_event_of_a_game_can_be_forged(name: str) -> None:
    """Only another choice with the same outcome is accepted, which a player could have made."""
    forged = list(forgeries(GAMES[name], files(name)))

    assert {one.change.type for one in forged} <= {event.type for event in GAMES[name].events}
    assert len(forged) > 200
    assert [one.change for one in accepted(GAMES[name], files(name)) if not could_be(one.change)] == []


def test_a_file_of_built_in_players_is_valid_and_the_same_again() -> None:
    game = GAMES["ice-dice"]

    file = file_of(game, ["greedy", "random", "expert"], "1", {"variant": "young"})

    assert verify(file, GAMES).ok
    assert file == file_of(game, ["greedy", "random", "expert"], "1", {"variant": "young"})
    assert file != file_of(game, ["greedy", "random", "expert"], "2", {"variant": "young"})
