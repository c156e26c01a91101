"""The texts for the events of tables."""

from typing import Any

import pytest

from rules.game import Outcome, Standing
from rules.table_events import (
    TABLE_EVENTS,
    BotFailed,
    ClockStarted,
    DecisionExpired,
    Origin,
    SeatLeft,
    SeatResigned,
    SeatSubstituted,
    SeatTaken,
    SeedRevealed,
    TableCreated,
    TableFinished,
    TableStarted,
)
from workers.exports.table_words import result_words, table_words

NAMES = ("Ada", "Grace", "Linus")


def created(origin: Origin | None = None) -> TableCreated:
    return TableCreated(
        game="any", ruleset=1, options={}, seats=3, auto_start=True, commitment="c", client_seed=None, forked_from=origin
    )  # fmt: skip


def won(*winners: int, points: int = 103) -> Outcome:
    ranking = tuple(Standing(seat, 1 if seat in winners else 2, points if seat in winners else 5) for seat in range(3))
    return Outcome("any", winners, ranking)


TOLD: list[tuple[Any, str]] = [
    (created(), "Table created for 3 players."),
    (
        created(Origin(table="p01-x", version=17, hash="h", events=12, sources=())),
        "Table created for 3 players, forked from version 17 of table p01-x.",
    ),
    (SeatTaken(seat=0, kind="human", name="Ada", client_seed=None), "Ada joins."),
    (SeatTaken(seat=0, kind="ai", name="Player 1", client_seed=None, level="greedy"), "Player 1 joins (computer, greedy)."),
    (SeatTaken(seat=0, kind="bot", name="Deep", client_seed=None), "Deep joins (bot)."),
    (SeatLeft(seat=1), "Grace leaves."),
    (TableStarted(client_seeds=()), "The game starts."),
    (ClockStarted(seats=(0,), spans=(1,), deadline="2026-11-27T18:00:00.000Z"), ""),
    (DecisionExpired(seat=2, policy="skip", expiries=1), "Linus runs out of time."),
    (
        BotFailed(seat=0, reason="timed-out", attempts=4, policy="skip", failures=1),
        "The bot Ada did not answer in time, called 4 times.",
    ),
    (BotFailed(seat=0, reason="refused", attempts=1, policy="skip", failures=1), "The bot Ada has an address that is not allowed."),
    (BotFailed(seat=1, reason="gone", attempts=0, policy="skip", failures=2), "The bot Grace is no longer registered."),
    (SeatSubstituted(seat=2, level="greedy", cause="expired"), "The computer (greedy) plays for Linus."),
    (SeatResigned(seat=2), "Linus resigns."),
    (TableFinished(outcome=won(1)), "Grace wins with 103 points."),
    (SeedRevealed(secret="5ec7e7"), "The dice secret is revealed."),
]


@pytest.mark.parametrize(("event", "words"), TOLD, ids=[words or "nothing" for _, words in TOLD])
def test_an_event_of_a_table_is_told_in_one_sentence(event: Any, words: str) -> None:
    assert table_words(event, NAMES) == words


def test_no_event_of_tables_is_forgotten() -> None:
    assert {type(event) for event, _ in TOLD} == set(TABLE_EVENTS)


def test_results_name_everybody_who_has_won_or_say_that_nobody_has() -> None:
    assert result_words(won(0, 2, points=1), NAMES) == "Ada and Linus win together with 1 point."
    assert result_words(won(0, 1, 2), NAMES) == "Ada, Grace and Linus win together with 103 points."
    assert result_words(won(1), NAMES, resigned=(0, 2)) == "Grace wins: all other players resigned."
    assert result_words(won(1), NAMES, resigned=(0,)) == "Grace wins with 103 points."
    assert result_words(Outcome("inactive", (), ()), NAMES) == "No one wins: the table was closed for inactivity."
    assert result_words(Outcome("other", (), ()), NAMES) == "No one wins."
