"""A hash reveals nothing about a hidden field, not even to a reader who tries all its possible values."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

import msgspec
import pytest

from events.store.memory_store import MemoryStore
from events.tables import keyed_orders
from events.tables.codec import BLINDING
from events.tables.envelope import NO_HASH, canonical, chained
from events.tables.handler import Handler
from events.tables.keyed_orders import Holder
from events.tables.opening import Tables
from events.tables.presenting import present_event
from rules.dice import DiceSeed, blinding
from rules.dicy_cards.events import CardFrozen
from rules.game import AnyGame, Seat
from rules.registry import games
from rules.table_commands import Create, SeatRequest

OPEN = games()["dicy-cards"]
TABLE = "p03-" + "0" * 26
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


def _visible(event: Any, viewer: Seat | None) -> tuple[str, ...]:
    """As in Dicy Cards, but only the seat itself sees which card it freezes."""
    shown = OPEN.visible(event, viewer)
    return tuple(name for name in shown if name != "card") if isinstance(event, CardFrozen) and viewer != event.seat else shown


HIDING: AnyGame = replace(OPEN, visible=_visible)


def handler_of(game: AnyGame) -> Handler:
    return Handler(Tables(MemoryStore(), {game.name: game}, lambda: NOON), Random(5).randbytes)


def play(handler: Handler, game: AnyGame, moves: int) -> None:
    """Create a table for two and make up to `moves` random moves; fewer if the game ends earlier."""
    chance = Random(5)
    create = Create(options={}, seats=(SeatRequest(kind="human"),) * 2)
    handler.create(keyed_orders.create(TABLE, game.name, create), game.name)
    for _ in range(moves):
        table = handler.tables.open(TABLE).table
        if not table.owing:
            return
        seat = table.owing[0]
        command = chance.choice(game.legal(table.play, seat))
        handler.execute(keyed_orders.move(TABLE, Holder(seat, table.seats[seat].taken), command, table.decisions[seat]))


def shown(handler: Handler, viewer: Seat | None) -> list[dict[str, Any]]:
    """The events as this viewer sees them."""
    loaded = handler.tables.open(TABLE)
    recorded_event = handler.tables.recorded_events(loaded.codec, TABLE, 0, loaded.table.version)
    return [msgspec.json.decode(msgspec.json.encode(present_event(loaded, event, viewer))) for event in recorded_event]


def found_by_trying(events: Iterable[dict[str, Any]], cards: Iterable[str]) -> Iterator[str]:
    """The hidden cards of frozen-card events that follow from these events' hashes."""
    previous = NO_HASH
    for event in events:
        if event["type"] == "dicy-cards.card-frozen" and "card" not in event["data"]:
            body = {name: value for name, value in event.items() if name != "hash"} | {"table": TABLE}
            tried = {card: chained(previous, {**body, "data": {**event["data"], "card": card}}) for card in cards}
            yield from (card for card, link in tried.items() if link == event["hash"])
        previous = event["hash"]


def cards_of(handler: Handler) -> list[str]:
    play: Any = handler.tables.open(TABLE).table.play
    return [str(card) for card in play.cards]


def test_no_hidden_field_follows_from_the_hashes_that_everybody_sees() -> None:
    handler = handler_of(HIDING)
    play(handler, HIDING, 60)

    for viewer in (None, 0, 1):
        events = shown(handler, viewer)
        hidden = [event for event in events if event["type"] == "dicy-cards.card-frozen" and "card" not in event["data"]]

        assert len(hidden) > 3
        assert not any(BLINDING in event["data"] for event in events)
        assert list(found_by_trying(events, cards_of(handler))) == []


def test_without_a_blinding_trying_finds_every_hidden_field(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("events.tables.codec.hides", lambda *_: False)
    handler = handler_of(HIDING)
    play(handler, HIDING, 60)

    events = shown(handler, None)

    hidden = [event for event in events if event["type"] == "dicy-cards.card-frozen"]
    assert len(list(found_by_trying(events, cards_of(handler)))) == len(hidden) > 3


def test_every_blinding_is_another_and_is_shown_and_follows_from_the_secret_when_the_table_is_finished() -> None:
    handler = handler_of(HIDING)
    play(handler, HIDING, 10_000)
    loaded = handler.tables.open(TABLE)
    assert loaded.table.status == "finished"

    events = shown(handler, None)

    blinded = [event for event in events if BLINDING in event["data"]]
    assert {event["type"] for event in blinded} == {"dicy-cards.card-frozen"}
    assert all("card" in event["data"] for event in blinded)
    assert len({event["data"][BLINDING] for event in blinded}) == len(blinded)
    seed = DiceSeed(TABLE, loaded.table.secret or "")
    assert all(event["data"][BLINDING] == blinding(seed, event["version"]) for event in blinded)
    assert all(len(event["data"][BLINDING]) == 32 for event in blinded)


@pytest.mark.parametrize("name", ["dicy-cards", "ice-dice"])
def test_a_game_without_secrets_stores_no_blinding(name: str) -> None:
    game = games()[name]
    handler = handler_of(game)
    play(handler, game, 50)

    assert not any(BLINDING in canonical(event).decode() for event in shown(handler, None))
