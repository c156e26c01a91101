"""Somebody who sits down in the very millisecond in which the table is created: the file is right, whatever the player brings."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any

import pytest

from events.proof.verify import verify
from events.tables import keyed_orders
from rules.table_commands import Create, Sit
from tests.events.proof.playthrough import GAMES, HUMAN, OPEN, Playthrough
from tests.events.proof.second import second_verdicts

BROUGHT: Mapping[str, Any] = {"name": "Ada", "client_seed": "of-ada"}
"""A value for everything that somebody who sits down may bring."""


class StandingClock(Playthrough):
    """Its clock stands still."""

    def _tick(self) -> datetime:
        return self.now


def test_there_is_a_value_for_everything_that_a_player_may_bring() -> None:
    assert set(BROUGHT) == {field.name for field in fields(Sit)}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "brought", [{}, *({name: value} for name, value in BROUGHT.items()), BROUGHT], ids=lambda one: "+".join(one) or "none"
)
def test_a_table_is_right_whatever_a_player_brings_at_once(game: str, brought: Mapping[str, Any]) -> None:
    playthrough = StandingClock(1)
    table = playthrough.create_table(game, Create(options={}, seats=(HUMAN, OPEN)))
    playthrough.handler.execute(keyed_orders.sit(table, Sit(**brought), "at once"))
    playthrough.play(table)
    file = playthrough.file(table)

    verdict = verify(file, GAMES)

    assert verdict.ok, verdict.detail
    assert second_verdicts([file]) == [verdict]
