"""Somebody who sits down in the very millisecond in which the table is created: the file is right, whatever the player brings, and whatever
the creator says of the seats.
"""

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any

import pytest

from events.proof.verify import verify
from events.tables import keyed_orders
from rules.table_commands import Create, SeatRequest, Sit
from tests.events.proof.playthrough import GAMES, HUMAN, OPEN, Playthrough
from tests.events.proof.second import second_verdicts

BROUGHT: Mapping[str, Any] = {"name": "Ada", "client_seed": "of-ada"}
"""A value for everything that somebody who sits down may bring."""


SAID: Mapping[str, Any] = {"kind": "bot", "name": "Six", "level": "greedy", "bot": "bot_six"}
"""A value for everything that a creator may say of a seat."""
WITHOUT_A_BOT = {name: value for name, value in SAID.items() if name != "bot"}


class StandingClock(Playthrough):
    """Its clock stands still."""

    def _tick(self) -> datetime:
        return self.now


def test_there_is_a_value_for_everything_that_a_player_may_bring_and_a_creator_may_say() -> None:
    assert set(BROUGHT) == {field.name for field in fields(Sit)}
    assert set(SAID) == {field.name for field in fields(SeatRequest)}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "said",
    [
        {**SAID, "level": None},
        {**WITHOUT_A_BOT, "kind": "ai"},
        {**WITHOUT_A_BOT, "kind": "human", "level": None},
    ],
    ids=lambda said: said["kind"],
)
def test_a_table_is_right_whatever_its_creator_says_of_a_seat(game: str, said: Mapping[str, Any]) -> None:
    playthrough = StandingClock(1)
    table = playthrough.create_table(game, Create(options={}, seats=(SeatRequest(**said), HUMAN)))
    playthrough.play(table)
    file = playthrough.file(table)

    verdict = verify(file, GAMES)

    assert verdict.ok, verdict.detail
    assert second_verdicts([file]) == [verdict]


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
