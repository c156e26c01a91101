"""A later build with one more option: what earlier builds have stored is read, verified and forked as before."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from events.proof.verify import verify
from events.tables.opening import Tables
from rules.catalogue import Option
from rules.game import AnyGame, Options
from rules.table_commands import Create
from tests.events.proof.playthrough import GAMES, HUMAN, Playthrough

BEFORE, DEFAULT = "as-ever", "as-new"
"""The value of the new option at tables without it, and its default."""


def later(game: AnyGame) -> AnyGame:
    """The game in a later build, with the option `pace`."""

    def options(chosen: Mapping[str, Any], seats: int, timed: bool) -> Options:
        known = {name: value for name, value in chosen.items() if name != "pace"}
        return {**game.options(known, seats, timed), "pace": chosen.get("pace", DEFAULT)}

    pace = Option(default=DEFAULT, values=(BEFORE, DEFAULT), before=BEFORE)
    return replace(game, options=options, catalogue=replace(game.catalogue, options={**game.catalogue.options, "pace": pace}))


LATER = {name: later(game) for name, game in GAMES.items()}


class Upgraded(Playthrough):
    """A service that starts with today's build and goes on with the later one."""

    def upgrade(self) -> None:
        self.handler.tables = Tables(self.handler.tables.store, LATER, self._tick)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_from_before_the_option_goes_on_and_is_right(game: str) -> None:
    service = Upgraded(5)
    table = service.create_table(game, Create(options={}, seats=(HUMAN,) * 2))
    service.play(table, lambda loaded: loaded.table.version > 20)

    service.upgrade()
    service.play(table)

    assert service.loaded(table).table.options["pace"] == BEFORE
    verdict = verify(service.file(table), LATER)
    assert verdict.ok, verdict.detail


@pytest.mark.parametrize("game", GAMES)
def test_a_fork_of_a_table_from_before_the_option_keeps_to_what_was_valid_then(game: str) -> None:
    service = Upgraded(6)
    table = service.create_table(game, Create(options={}, seats=(HUMAN,) * 2))
    service.play(table)

    service.upgrade()
    fork = service.fork(table, 12)
    service.play(fork)

    assert service.loaded(fork).table.options["pace"] == BEFORE
    verdict = verify(service.file(fork), LATER)
    assert verdict.ok, verdict.detail


@pytest.mark.parametrize("game", GAMES)
def test_a_new_table_has_the_default(game: str) -> None:
    service = Upgraded(7)
    service.upgrade()

    table = service.create_table(game, Create(options={}, seats=(HUMAN,) * 2))

    assert service.loaded(table).table.options["pace"] == DEFAULT


@pytest.mark.parametrize("game", GAMES)
def test_a_new_table_keeps_its_own_value_when_it_is_read_from_its_log(game: str) -> None:
    service = Upgraded(8)
    service.upgrade()
    loaded = service.loaded(service.create_table(game, Create(options={}, seats=(HUMAN,) * 2)))

    folded = service.handler.tables.fold_log(loaded.codec, loaded.id, loaded.table.version)

    assert folded.options["pace"] == DEFAULT
