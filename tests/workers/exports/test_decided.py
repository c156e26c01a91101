"""Which decisions a finished table has: each answer with the state before it, and who chose it."""

from random import Random
from typing import Any

import pytest

from events.store.memory_store import MemoryStore
from events.tables import keyed_orders
from events.tables.handler import Handler
from events.tables.opening import Tables
from rules.table_events import OnExpiry, SeatResigned
from tests.workers.exports.tables import GAMES, Times, choose, create_table, forked, fresh_handler, holder, late, resigned, story_of
from workers.exports.decided import Decision, decisions
from workers.exports.transcript import Transcript

PEOPLE = ("Ada", "Grace", "Linus")


def decided_in(story: Transcript) -> list[Decision]:
    return list(decisions(story.loaded.game, [step.recorded_event for step in story.steps]))


def test_nobody_decides_before_a_game_begins() -> None:
    assert list(decisions(GAMES["dicy-cards"], [])) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_move_is_found_with_the_state_in_which_it_was_made(game: str) -> None:
    handler, chance, played = fresh_handler(), Random(3), list[Any]()
    table = create_table(handler, *PEOPLE, game=game)
    while (loaded := handler.tables.open(table)).table.status != "finished":
        seat = chance.choice(loaded.table.owing)
        command, decision = choose(loaded, seat, chance), loaded.table.decisions[seat]
        played.append((loaded.table.version + 1, decision, seat, "human", loaded.table.play, command))
        handler.execute(keyed_orders.move(table, holder(loaded, seat), command, decision))

    assert [tuple(decided) for decided in decided_in(story_of(handler, table))] == played


def test_a_built_in_player_chooses_for_its_own_seat() -> None:
    handler = fresh_handler()
    table = create_table(handler, "Ada", "")
    while 1 not in (loaded := handler.tables.open(table)).table.owing:
        handler.execute(keyed_orders.move(table, holder(loaded, 0), loaded.game.legal(loaded.table.play, 0)[-1], loaded.table.decisions[0]))
    handler.execute(keyed_orders.automatic(table, holder(loaded, 1), loaded.table.decisions[1], attended=True))
    handler.execute(keyed_orders.leave(table, holder(handler.tables.open(table), 0)))

    assert [decided.by for decided in decided_in(story_of(handler, table)) if decided.seat == 1] == ["ai"]


@pytest.mark.parametrize(("rule", "by"), [("skip", "default"), ("resign", "default"), ("substitute", "substitute")])
def test_an_answer_that_the_holder_did_not_choose_says_so(rule: Any, by: str) -> None:
    level = "greedy" if rule == "substitute" else None

    story = late(OnExpiry(policy=rule, level=level, after=3 if rule == "resign" else None), *PEOPLE)

    assert {decided.by for decided in decided_in(story)} == {by}


def test_a_resignation_by_the_clock_is_no_decision() -> None:
    times = Times()
    handler = Handler(Tables(MemoryStore(), GAMES, times.now), Random(1).randbytes)
    table = create_table(handler, "Ada", "Grace", turn_seconds=60, on_expiry=OnExpiry(policy="resign", after=1))
    times.pass_by(61)
    [seat] = (loaded := handler.tables.open(table)).table.owing
    handler.execute(keyed_orders.expire(table, holder(loaded, seat), loaded.table.decisions[seat]))

    assert decided_in(story_of(handler, table)) == []


def test_a_resignation_is_no_decision() -> None:
    story = resigned(*PEOPLE)
    leaving = {step.version for step in story.steps if isinstance(step.recorded_event.event, SeatResigned)}
    assert len(leaving) == 2
    assert len(decided_in(story)) == 40
    assert not leaving & {decided.version - 1 for decided in decided_in(story)}


def test_clocks_that_run_out_together_are_answers_of_each_seat() -> None:
    times = Times()
    handler = Handler(Tables(MemoryStore(), GAMES, times.now), Random(1).randbytes)
    table = create_table(handler, "Ada", "Grace", game="dice-cards", turn_seconds=60, on_expiry=OnExpiry(policy="skip"))
    loaded = handler.tables.open(table)
    [first, *_] = loaded.game.legal(loaded.table.play, 0)
    handler.execute(keyed_orders.move(table, holder(loaded, 0), first, loaded.table.decisions[0]))
    times.pass_by(61)
    loaded = handler.tables.open(table)
    handler.execute(keyed_orders.expire(table, holder(loaded, 0), loaded.table.decisions[0]))
    handler.execute(keyed_orders.leave(table, holder(handler.tables.open(table), 0)))

    found = decided_in(story_of(handler, table))

    assert [decided.by for decided in found] == ["human", *["default"] * (len(found) - 1)]
    assert {decided.seat for decided in found[1:]} == {0, 1}
    assert all(decided.command == GAMES["dice-cards"].default(decided.state, decided.seat) for decided in found[1:])


def test_a_fork_has_the_decisions_that_were_made_there() -> None:
    story = forked("Ada", "Grace")

    assert min(decided.version for decided in decided_in(story)) > story.taken_over
