"""Dice Cards by the clock: that a seat's time is over tells nobody what it answers before all have answered (C4, C9)."""

from datetime import timedelta
from itertools import groupby
from typing import Any

import pytest

from events.proof.verify import verify
from events.tables import keyed_orders
from events.tables.opening import RecordedEvent
from rules.dice_cards.commands import Strike
from rules.rejected import Rejected
from rules.table_commands import Create, SeatRequest
from rules.table_events import OnExpiry
from tests.events.proof.playthrough import BOT, GAMES, HUMAN, Playthrough
from tests.events.proof.second import second_verdicts

GAME, SECONDS = "dice-cards", 60
SKIP = OnExpiry(policy="skip")


class Clocked:
    """A table for three with a clock."""

    def __init__(self, policy: OnExpiry = SKIP, seats: tuple[SeatRequest, ...] = (HUMAN,) * 3, **of_bots: Any) -> None:
        self.playthrough = Playthrough(11)
        order = Create(options={}, seats=seats, turn_seconds=SECONDS, on_expiry=policy, **of_bots)
        self.id = self.playthrough.create_table(GAME, order)

    @property
    def table(self) -> Any:
        return self.playthrough.loaded(self.id).table

    def answer(self, seat: int, command: Any = None) -> None:
        loaded = self.playthrough.loaded(self.id)
        move = command or loaded.game.legal(loaded.table.play, seat)[0]
        self.playthrough.handler.execute(
            keyed_orders.move(self.id, self.playthrough.holder(self.id, seat), move, loaded.table.decisions[seat])
        )

    def choose(self) -> None:
        while self.table.play.phase == "choosing":
            self.answer(self.table.owing[0])

    def run_out(self, seat: int, seconds: int = SECONDS) -> list[RecordedEvent]:
        """The time is over, and a worker comes for this seat: the events of its append."""
        before, decision = self.table.version, self.table.decisions[seat]
        self.playthrough.now += timedelta(seconds=seconds)
        self.playthrough.handler.execute(keyed_orders.expire(self.id, self.playthrough.holder(self.id, seat), decision))
        return self.events(before)

    def events(self, after: int = 0) -> list[RecordedEvent]:
        loaded = self.playthrough.loaded(self.id)
        return list(self.playthrough.handler.tables.recorded_events(loaded.codec, self.id, after, loaded.table.version))


def told(events: list[RecordedEvent]) -> list[tuple[str, int | None]]:
    return [(entry.recorded.type.partition(".")[2], entry.recorded.seat) for entry in events]


def test_a_roll_is_struck_for_all_who_are_late_at_once_and_told_at_once() -> None:
    clocked = Clocked()
    clocked.choose()
    clocked.answer(1, Strike())

    events = told(clocked.run_out(2))

    assert events[:4] == [("decision-expired", 2), ("roll-answered", 2), ("decision-expired", 0), ("roll-answered", 0)]
    assert events[4:] == [("answers-revealed", None), ("dice-rolled", None), ("clock-started", None)]


def test_cards_are_chosen_for_all_who_are_late_at_once() -> None:
    """One has kept two cards, one has chosen everything, one has not even answered to the exchange."""
    clocked = Clocked()
    while 0 in clocked.table.owing:
        clocked.answer(0)
    for _ in range(3):
        clocked.answer(1)

    events = told(clocked.run_out(1))

    assert events.count(("card-kept", 1)) == 4
    assert events.count(("card-kept", 2)) == 6
    assert [kind for kind, _ in events[-3:]] == ["cards-revealed", "dice-rolled", "clock-started"]
    assert {clocked.table.clocks[seat].expiries for seat in (1, 2)} == {1}


def test_for_a_bot_with_less_time_a_built_in_player_answers_while_people_go_on_thinking() -> None:
    clocked = Clocked(seats=(HUMAN, BOT, HUMAN), bot_seconds=20)
    clocked.choose()

    events = told(clocked.run_out(1, 20))

    assert events == [("decision-expired", 1), ("seat-substituted", 1), ("roll-answered", 1)]
    assert clocked.table.owing == (0, 2)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_people_and_bots_who_are_late_are_answered_for_at_once(first: int) -> None:
    """While a built-in player still owed the answer of a bot, everybody could read that the people's were the default ones."""
    clocked = Clocked(seats=(HUMAN, BOT, HUMAN), bot_seconds=SECONDS)
    clocked.choose()

    events = told(clocked.run_out(first))

    assert [seat for kind, seat in events if kind == "decision-expired"] == [first, *(seat for seat in range(3) if seat != first)]
    assert events.count(("seat-substituted", 1)) == 1
    assert [kind for kind, _ in events[-3:]] == ["answers-revealed", "dice-rolled", "clock-started"]


def test_who_resigns_by_the_clock_tells_of_nobody_elses_strike() -> None:
    """Seat 0 resigns when it has been late twice in a row; the others are struck in the same step, and all is told."""
    clocked = Clocked(OnExpiry(policy="resign", after=2))
    clocked.choose()
    clocked.answer(1, Strike())
    clocked.answer(2, Strike())
    clocked.run_out(0)

    events = told(clocked.run_out(0))

    assert events[:2] == [("decision-expired", 0), ("seat-resigned", 0)]
    assert [seat for kind, seat in events if kind == "roll-answered"] == [1, 2]
    assert ("answers-revealed", None) in events


@pytest.mark.parametrize("policy", [SKIP, OnExpiry(policy="resign")], ids=lambda policy: policy.policy)
def test_a_bot_must_be_replaced_by_a_built_in_player_where_a_default_answer_is_hidden(policy: OnExpiry) -> None:
    """It may run out of time, or fail, while people still think."""
    with pytest.raises(Rejected) as refusal:
        Clocked(seats=(HUMAN, BOT), on_failure=policy)

    assert (refusal.value.code, refusal.value.field) == ("substitute-required", "on_failure.policy")


@pytest.mark.parametrize("seats", [(HUMAN,) * 3, (HUMAN, HUMAN, BOT)], ids=["people", "a bot with as much time"])
@pytest.mark.parametrize("policy", [SKIP, OnExpiry(policy="resign", after=3)], ids=lambda policy: policy.policy)
def test_between_two_appends_nobody_has_been_struck_by_the_clock(policy: OnExpiry, seats: tuple[SeatRequest, ...]) -> None:
    """Whoever looks at the table at any time finds: a seat of a roll that goes on has not run out of time."""
    clocked = Clocked(policy, seats, **({"bot_seconds": SECONDS} if BOT in seats else {}))
    clocked.choose()
    while clocked.table.status == "playing" and clocked.table.play.roll < 12:
        roll = clocked.table.play.roll
        for seat in clocked.table.owing:
            if (seat + roll) % 3:
                clocked.answer(seat, Strike())
        if clocked.table.play.roll == roll:
            clocked.run_out(clocked.table.owing[0])

    appends = [list(append) for _, append in groupby(clocked.events(), key=lambda entry: (entry.recorded.at, entry.recorded.key))]
    late = [told(append) for append in appends if any(kind == "decision-expired" for kind, _ in told(append))]
    assert len(late) > 3
    assert all(any(kind in {"answers-revealed", "seat-resigned"} for kind, _ in append) for append in late)


@pytest.mark.parametrize("policy", [SKIP, OnExpiry(policy="resign", after=2), OnExpiry(policy="substitute", level="greedy")])
@pytest.mark.parametrize("third", [SeatRequest(kind="ai", level="random"), BOT], ids=lambda seat: seat.kind)
def test_both_verifiers_find_such_a_table_right(policy: OnExpiry, third: SeatRequest) -> None:
    clocked = Clocked(policy, (HUMAN, HUMAN, third), **({"bot_seconds": SECONDS} if third is BOT else {}))
    while clocked.table.status == "playing":
        owing = clocked.table.owing
        if (len(owing) == 3 and clocked.table.play.roll % 3) or clocked.table.play.roll % 4 == 1:
            clocked.answer(owing[-1])
        else:
            clocked.run_out(owing[0])

    file = clocked.playthrough.file(clocked.id)

    assert [verdict.status for verdict in (verify(file, GAMES), *second_verdicts([file]))] == ["right"] * 2


def test_eight_who_never_act_come_to_the_end_with_one_append_for_the_choice_and_one_for_each_roll() -> None:
    clocked = Clocked(seats=(HUMAN,) * 8)
    steps = 0

    while clocked.table.status == "playing":
        clocked.run_out(clocked.table.owing[steps % len(clocked.table.owing)])
        steps += 1

    file = clocked.playthrough.file(clocked.id)
    assert steps == 1 + 50
    assert [verdict.status for verdict in (verify(file, GAMES), *second_verdicts([file]))] == ["right"] * 2
