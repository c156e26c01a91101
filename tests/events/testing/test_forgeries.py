"""Forgeries by machine in one short file; `tests/events/proof/test_forger.py` tries those of all kinds of tables of every game."""

from events.proof.verify import verify
from events.testing.files import file_of
from events.testing.forgeries import accepted, forgeries
from rules.registry import games
from tests.events.proof.legal import could_be
from tests.golden_tables.record import FOLDER

GAMES = games()
GAME = GAMES["dicy-cards"]
FILES = {"short": (FOLDER / "dicy-cards" / "skipped-until-resigned.json").read_bytes()}


def test_no_event_of_a_game_can_be_forged() -> None:
    """Only another choice with the same outcome is accepted, which a player could have made."""
    forged = list(forgeries(GAME, FILES))

    assert {one.change.type for one in forged} <= {event.type for event in GAME.events}
    assert len(forged) > 100
    assert [one.change for one in accepted(GAME, FILES) if not could_be(one.change)] == []


def test_a_file_of_built_in_players_is_valid_and_the_same_again() -> None:
    game, levels, options = GAMES["ice-dice"], ["greedy", "random", "expert"], {"variant": "young"}

    file = file_of(game, levels, "1", options)

    assert verify(file, GAMES).ok
    assert file == file_of(game, levels, "1", options)
    assert file != file_of(game, levels, "2", options)
