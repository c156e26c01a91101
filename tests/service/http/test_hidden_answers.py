"""Dice Cards over real HTTP: before all have answered, nobody else is told what a seat keeps and answers, and all answers look alike.

`tests.events.tables.test_hidden_answers` says the same of every version of a table, without a service.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict
from typing import Any, TypeAlias

import pytest

from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.tables.opening import Tables
from events.timestamps import now
from rules.dice_cards.commands import Keep, Mark
from rules.dice_cards.state import State
from rules.registry import games
from rules.table_state import Table
from tests.events.tables.ticketed import FIVE, FOR_TICKETS, prices, worth
from tests.live import Api, Service
from tests.service.ahead import play_ahead
from tests.service.endpoint import Endpoint
from tests.service.http.others import Heard, Others, changes, streams
from tests.service.owning import Owner
from tests.service.playing import eventually
from tests.workers.bots.conftest import Serve, serve
from tests.workers.bots.servers import later

__all__ = ["serve"]

Seating: TypeAlias = Callable[[str], AbstractContextManager[Others]]

OPENLY = {"spectator: stream", "spectator: application/json", "player: stream", "webhook"}
"""Where everybody reads what a seat has hidden, once it is told: markers would be found there before, too."""

WORDS = re.compile(r"\b(?:strike|struck|mark|marked|spent|tickets?)\b")
"""Words that would tell an operator what a seat has answered."""

SEEN = {
    ".version": '{"version":}',
    ".owed": '{"owed":[{"seat":1,"decision":,"deadline":null}]}',
    ".state.players.0.waiting": '{"waiting":false}',
}
"""All that changes of the table for a spectator when seat 0 answers, beside whose turn the picture shows."""

STRIKE: Mapping[str, Any] = {"type": "strike"}


@pytest.fixture
def seat(api: Api, service: Service, owner: Owner, endpoint: Endpoint, serve: Serve) -> Seating:
    """Makes a table of three with everybody who could learn something."""

    @contextmanager
    def seat(deal: str) -> Iterator[Others]:
        bot = serve(later)
        made = owner.register(bot.url, games=["dice-cards"]).json["bot"]["id"]
        created = api.create_table(2, bots=[made], game="dice-cards", options={"deal": deal}, bot_seconds=3600, abandon_after=86_400)
        webhook = owner.webhook(endpoint.url, "*", table=created.table)
        eventually(lambda: bool(bot.turns))
        tokens = {"spectator": None, "player": created.seated[1].token}
        with streams(service, created.table, tokens) as opened:
            yield Others(api, service, owner, webhook, endpoint, bot, created, opened)

    return seat


class TowardsTickets:
    """Plays until seat 0 can write a number for five tickets. The others keep other cards and strike."""

    def __init__(self) -> None:
        self._table: Table[Any] | None = None

    def rich(self, table: Table[Any]) -> bool:
        self._table = table
        return bool(self.state.dice) and len(table.owing) == len(table.seats) and FIVE in prices(self.state)

    @property
    def state(self) -> State:
        assert self._table is not None
        assert isinstance(self._table.play, State)
        return self._table.play

    def choose(self, legal: Sequence[Any]) -> Any:
        assert self._table is not None
        seat = self._table.owing[0]
        if isinstance(legal[0], Keep):
            return next(keep for keep in legal if (keep.card in FOR_TICKETS) == (seat == 0))
        free = prices(self.state).get(0, []) if seat == 0 else []
        return max(free, key=lambda mark: worth(self.state, mark)) if free else legal[-1]


def state_of(service: Service, table: str) -> State:
    with connect(service.store_url) as client:
        play = Tables(RedisStore(client), games(), now).open(table).table.play
    assert isinstance(play, State)
    return play


def betrayed(heard: Iterable[Heard], markers: Iterable[str]) -> list[tuple[str, str]]:
    """Where a marker can be read, however it is quoted and bracketed."""
    plain = str.maketrans("()", "[]", " \n\"'\\")
    found = [(place, text.translate(plain)) for place, text in heard]
    return [(place, marker) for place, text in found for marker in markers if marker.translate(plain) in text]


def choices(own: Mapping[str, Any]) -> list[str]:
    """Markers of what only the seat itself knows while cards are chosen. Few cards are no marker: others may have as many."""
    return [str(own[name]) for name in ("hand", "kept") if len(own[name]) > 2]


def by_chance(api: Api, markers: Sequence[str]) -> set[str]:
    """Markers that anybody can read at another table, too: a reserve of two cards may be two numbers in the rules of a card."""
    another = api.create_table(2, game="dice-cards").table
    events = Heard("another table", api.get(f"/v1/tables/{another}/events", params={"after": 0, "limit": 500}).text)
    return {marker for _, marker in betrayed([events], markers)}


def test_nobody_else_learns_a_hand_an_exchange_or_a_choice_before_all_have_chosen(seat: Seating) -> None:
    with seat("nine-keep-six") as others:
        hider, since = others.created.seated[0], 0
        heard, markers = list[Heard](), [str(state_of(others.service, others.table).players[0].reserve)]

        for _ in range(7):  # the exchange, and six cards
            own = others.api.view(others.table, token=hider.token)["state"]["own"]
            markers += choices(own)
            heard += others.heard(since)
            since = others.api.view(others.table)["version"]
            assert others.api.play(hider, others.api.moves(hider)[-1]).status == 201
        heard += others.heard(since)
        kept = choices(others.api.view(others.table, token=hider.token)["state"]["own"])

        assert len({*markers, *kept}) > 9
        assert betrayed(heard, {*markers, *kept} - by_chance(others.api, [*markers, *kept])) == []
        everybody_else_chooses(others)
        assert {place for place, _ in betrayed(others.heard(since), kept[-1:])} >= OPENLY


def test_a_fork_hides_what_its_seats_hold_although_its_source_hides_nothing_any_more(api: Api, service: Service) -> None:
    source = api.create_table(2, game="dice-cards")
    dealt = str(state_of(service, source.table).players[0].hand)
    for _ in range(3):  # the exchange, and two cards
        assert api.play(source.seated[0], api.moves(source.seated[0])[0]).status == 201
    api.leave(source.seated[1])

    fork = api.fork(source.table, source.view["version"] + 3)
    hider, other = fork.seated
    assert api.play(hider, api.moves(hider)[0]).status == 201

    now_at, own = api.view(fork.table)["version"], api.view(fork.table, token=hider.token)["state"]["own"]
    heard = [
        Heard(f"{what} at {at}", api.get(f"/v1/tables/{fork.table}{what}", token=token, params={"at": at} if at else {}).text)
        for token in (None, other.token)
        for what, ats in (("", range(now_at + 1)), ("/events", (0,)), ("/receipts", (0,)))
        for at in ats
    ]
    markers = [dealt, *choices(own)]
    assert len(markers) == 3
    assert betrayed(heard, markers) == []
    assert betrayed([Heard("the source", api.get(f"/v1/tables/{source.table}/events").text)], [dealt])
    assert betrayed([Heard("its own", str(own))], markers[1:])


def everybody_else_chooses(others: Others) -> None:
    for one in (1, 2):
        while (moves := others.moves(one)) and moves[0]["type"] != "mark":
            others.answer(one, moves[0])


ANSWERS: Mapping[str, Callable[[State], Mark | None]] = {
    "a mark for five tickets": lambda state: prices(state)[FIVE][0],
    "a strike": lambda _: None,
    "a plain mark": lambda state: prices(state)[0][0],
}


def test_a_strike_a_mark_and_a_mark_for_five_tickets_look_alike_to_everybody_else(seat: Seating) -> None:
    with seat("choose-any") as others:
        collecting, told = TowardsTickets(), dict[str, Any]()
        play_ahead(others.service, others.table, collecting.choose, collecting.rich)

        for name, chosen in ANSWERS.items():
            state = answerable(others, name)
            others.answer(2, STRIKE)
            before = others.shown()
            mark = chosen(state)
            others.answer(0, STRIKE if mark is None else {"type": "mark", **asdict(mark)})
            told[name] = others.news(), changed(before, others.shown())
            heard, markers = [*others.heard(before["spectator"]["version"])], answered(others)
            assert betrayed(heard, markers) == []
            assert WORDS.findall(" ".join(text for place, text in heard if place in {"log", "metrics"})) == []
            others.answer(1, STRIKE)
            openly = betrayed(others.heard(before["spectator"]["version"]), markers)
            assert not markers or {place for place, _ in openly} >= OPENLY

        assert told["a strike"] == told["a plain mark"] == told["a mark for five tickets"]
        assert all(told["a strike"][0].values())
        assert {path: then for path, then in told["a strike"][1]["spectator"] if path != ".picture.turn"} == SEEN


def answerable(others: Others, answer: str) -> State:
    """The state at a roll at which seat 0 can give this answer. Until then all strike."""
    price = {"a mark for five tickets": FIVE, "a plain mark": 0}.get(answer)
    while price is not None and price not in prices(state_of(others.service, others.table)):
        for one in (0, 1, 2):
            others.answer(one, STRIKE)
    return state_of(others.service, others.table)


def answered(others: Others) -> list[str]:
    """Markers of the mark of seat 0: as it was sent, as the seat sees it, and as it is stored. A strike has none: others look the same."""
    answer = others.api.view(others.table, token=others.created.seated[0].token)["state"]["own"]["answer"]
    sent = {name: answer[name] for name in ("card", "place", "number")}
    return [] if answer["card"] is None else [str(value).strip("{}") for value in (sent, answer, dict(sorted(answer.items())))]


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> Mapping[str, Any]:
    return {who: [*changes(before[who], after[who])] for who in before}
