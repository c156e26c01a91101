"""Dice Cards: whatever a seat hides, others get the same events, with the same fields and of the same size (C2, C9)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple

import msgspec
import pytest

from events.tables import keyed_orders
from events.tables.envelope import chained
from events.tables.opening import LoadedTable
from events.tables.presenting import present_event, present_table
from rules.dice import DiceSeed, SeededDice
from rules.dice_cards.commands import Keep, Strike
from rules.dice_cards.events import STRUCK, RollAnswer
from rules.dice_cards.state import State
from rules.game import Seat
from rules.table_bots import FAILURES
from rules.table_commands import Create, SeatRequest, Substitute
from rules.table_events import Failure
from rules.table_state import Table, fold
from tests.events.proof.playthrough import BOT, HUMAN, Playthrough
from tests.events.tables.ticketed import FIVE, FOR_TICKETS, prices, worth
from workers.bots.question import question
from workers.webhooks.messages import messages
from workers.webhooks.reading import TableAppend
from workers.webhooks.registry import ALL_TYPES, Webhook

GAME = "dice-cards"
NOW = datetime(2026, 11, 27, 19, tzinfo=UTC)
DICE = DiceSeed("p00-" + "0" * 26, "5" * 64)
OTHER = RollAnswer(card=1, place=3, number=4, cells=((3, 4),), spent=2, earned=1)
WEBHOOK = Webhook(
    id="whk_" + "a" * 26,
    owner="key_a",
    url="https://example.org/",
    types=(ALL_TYPES,),
    table=None,
    secrets=(),
    created_at="1970-01-01T00:00:00.000Z",
)


class Situation(NamedTuple):
    """A table of three at which seat 0 has five tickets, or is about to choose; the others wait for it or have answered."""

    playthrough: Playthrough
    table: str

    @property
    def loaded(self) -> LoadedTable:
        return self.playthrough.loaded(self.table)

    @property
    def state(self) -> State:
        state = self.loaded.table.play
        assert isinstance(state, State)
        return state

    def answer(self, seat: Seat, command: Any) -> None:
        holder, decision = self.playthrough.holder(self.table, seat), self.loaded.table.decisions[seat]
        if isinstance(command, Substitute):
            self.playthrough.handler.execute(keyed_orders.substitute(self.table, holder, decision, command.level))
        else:
            self.playthrough.handler.execute(keyed_orders.move(self.table, holder, command, decision))


def dealt(deal: str, last: SeatRequest = HUMAN) -> Situation:
    """Cards have been dealt, and nobody has chosen."""
    playthrough = Playthrough(7)
    return Situation(playthrough, playthrough.create_table(GAME, Create(options={"deal": deal}, seats=(HUMAN, HUMAN, last))))


def rich(last: SeatRequest = HUMAN) -> Situation:
    """Seat 0 collects tickets until a mark for five of them is possible; the others strike."""
    situation = dealt("choose-any", last)
    for seat in range(3):
        for card in FOR_TICKETS:
            situation.answer(seat, Keep(card=card))
    while not prices(situation.state).get(FIVE):
        for seat in (1, 2):
            situation.answer(seat, Strike())
        free = prices(situation.state).get(0, [])
        situation.answer(0, max(free, key=partial(worth, situation.state)) if free else Strike())
    return situation


class Shown(NamedTuple):
    """What a viewer gets after an answer of seat 0: the table, the new events, what webhooks are told, and what its bot is asked.

    Times and hashes are replaced: hashes differ anyway, and a test below says that nothing follows from them.
    """

    table: bytes
    events: bytes
    told: bytes
    asked: bytes | None


def shown(situation: Situation, before: int, viewer: Seat | None) -> Shown:
    loaded = situation.loaded
    recorded = tuple(situation.playthrough.handler.tables.recorded_events(loaded.codec, loaded.id, before, loaded.table.version))
    told = [delivery.body for delivery in messages(WEBHOOK, TableAppend(loaded, recorded, ()), NOW)]
    owes = viewer is not None and loaded.table.decisions[viewer]
    return Shown(
        table=alike(present_table(loaded, viewer)),
        events=alike([present_event(loaded, event, viewer) for event in recorded]),
        told=alike(told),
        asked=alike(asked(loaded, viewer)) if viewer is not None and owes else None,
    )


def asked(loaded: LoadedTable, viewer: Seat) -> Any:
    """What a bot in this seat is asked, and what the built-in players advise it."""
    of_bot = question(loaded, viewer, "bot_six", NOW, attempt=1, latency_ms=None, refused=None)
    levels = loaded.game.players.values()
    return of_bot, [player.choose(loaded.table.play, viewer, SeededDice(DICE, (), 0)) for player in levels]


def alike(value: Any) -> bytes:
    return re.sub(rb"[0-9a-f]{64}|\d{4}-\d\d-\d\dT[0-9:.]{12}Z", lambda found: b"0" * len(found[0]), msgspec.json.encode(value))


def answered(command: Callable[[Situation], Any], *, others_first: bool, last: SeatRequest = HUMAN) -> tuple[Situation, int]:
    """Seat 0 gives this answer; the version before it. If others answer first, one of them does."""
    situation = rich(last)
    if others_first:
        situation.answer(1, Strike())
    before = situation.loaded.table.version
    situation.answer(0, command(situation))
    return situation, before


ANSWERS: Mapping[str, Callable[[Situation], Any]] = {
    "a strike": lambda _: Strike(),
    "a plain mark": lambda situation: prices(situation.state)[0][0],
    "a mark for five tickets": lambda situation: prices(situation.state)[FIVE][0],
    "one that a built-in player gives on request": lambda _: Substitute(level="random"),
}


@pytest.mark.parametrize("others_first", [False, True], ids=["first to answer", "after another one"])
def test_a_strike_a_mark_a_mark_for_five_tickets_and_an_answer_on_request_look_alike_to_everybody_else(others_first: bool) -> None:
    situations = {name: answered(command, others_first=others_first) for name, command in ANSWERS.items()}

    for viewer in (None, 1, 2):
        views = {name: shown(situation, before, viewer) for name, (situation, before) in situations.items()}
        assert len(set(views.values())) == 1, viewer
    own = {shown(situation, before, 0).events for situation, before in situations.values()}
    assert len(own) >= 3  # a built-in player may strike, too
    assert {situation.state.players[0].answer.spent for situation, _ in situations.values() if situation.state.players[0].answer} == {
        0,
        FIVE,
    }


@pytest.mark.parametrize("reason", FAILURES)
def test_they_look_alike_when_a_bot_fails_in_the_same_roll(reason: Failure) -> None:
    """Everybody reads that it has failed and who answers for it: a built-in player, whose answer is as secret as any other."""
    situations = {name: answered(command, others_first=False, last=BOT) for name, command in ANSWERS.items()}
    for situation, _ in situations.values():
        decision = situation.loaded.table.decisions[2]
        situation.playthrough.handler.execute(
            keyed_orders.fail(situation.table, situation.playthrough.holder(situation.table, 2), decision, reason, 4)
        )

    for viewer in (None, 1):
        views = {name: shown(situation, before, viewer) for name, (situation, before) in situations.items()}
        assert len(set(views.values())) == 1, viewer
        events = msgspec.json.decode(next(iter(views.values())).events)
        assert [event["type"] for event in events[1:]] == ["table.bot-failed", "table.seat-substituted", "dice-cards.roll-answered"]
        assert events[-1]["data"] == {}


@pytest.mark.parametrize("deal", ["nine-keep-six", "young", "choose-any"])
def test_what_is_exchanged_and_kept_looks_alike_to_everybody_else(deal: str) -> None:
    first, last = dealt(deal), dealt(deal)

    for _ in range(4):
        befores = [situation.loaded.table.version for situation in (first, last)]
        for situation, end in ((first, 0), (last, -1)):
            situation.answer(0, situation.loaded.game.legal(situation.state, 0)[end])
        for viewer in (None, 1, 2):
            views = [shown(situation, before, viewer) for situation, before in zip((first, last), befores, strict=True)]
            assert views[0] == views[1], viewer
    assert first.state.players[0] != last.state.players[0]


def test_no_answer_follows_from_the_hash_that_everybody_sees() -> None:
    """Even for who tries every mark that there could be."""
    situation, before = answered(ANSWERS["a plain mark"], others_first=False)
    loaded = situation.loaded
    tables = situation.playthrough.handler.tables
    (previous,), (event,) = (list(tables.recorded_events(loaded.codec, loaded.id, at, at + 1)) for at in (before - 1, before))
    told = msgspec.json.decode(msgspec.json.encode(present_event(loaded, event, None)))
    true = msgspec.json.decode(event.recorded.data)

    def tried(data: Mapping[str, Any]) -> str:
        body = {name: value for name, value in told.items() if name != "hash"} | {"table": loaded.id, "data": data}
        return chained(previous.recorded.hash, body)

    assert tried(true) == told["hash"]
    assert tried({"answer": true["answer"]}) != told["hash"]
    assert told["data"] == {}


def hidden_otherwise(state: State) -> State:
    """The same to everybody but seat 0: its cards, its reserve and its answer are others."""
    player = state.players[0]
    choosing = state.phase == "choosing"
    other = player._replace(
        hand=tuple(card % 50 + 1 for card in player.hand),
        reserve=player.reserve[::-1],
        kept=tuple(card % 50 + 1 for card in player.kept) if choosing else player.kept,
        answer=None if player.answer is None else OTHER if player.answer == STRUCK else STRUCK,
    )
    return state._replace(players=(other, *state.players[1:]))


@pytest.mark.parametrize("deal", ["nine-keep-six", "young"])
def test_at_every_version_others_get_the_same_whatever_is_hidden_from_them(deal: str) -> None:
    situation = dealt(deal)
    situation.playthrough.play(situation.table)
    loaded = situation.loaded
    log = list(situation.playthrough.handler.tables.recorded_events(loaded.codec, loaded.id, 0, loaded.table.version))
    tried = 0
    table: Table[Any] | None = None
    for entry in log[:-4]:
        table = fold(loaded.game, table, [entry.event])
        assert table is not None
        if table.play is None or hidden_otherwise(table.play) == table.play:
            continue
        tried += 1
        now, other = (loaded._replace(table=replace(table, play=play)) for play in (table.play, hidden_otherwise(table.play)))
        for viewer in (None, 1, 2):
            assert present_table(now, viewer) == present_table(other, viewer)
            if viewer is not None and table.decisions[viewer]:
                assert asked(now, viewer) == asked(other, viewer)
    assert tried > 60
