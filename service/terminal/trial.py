"""One game of a bot in development against a built-in player. Its table is kept nowhere."""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Final

from events import orders
from events.due import automatic_seats
from events.handler import Handler
from events.keys import TABLE_ID_BYTES, new_table_id
from events.memory_store import MemoryStore
from events.opening import Opened, Tables
from events.orders import Holder
from events.seat_tokens import SeatTokens
from events.telling import tell_move
from rules.game import AnyGame, Seat
from rules.rejected import Rejected
from rules.table_orders import Create, SeatRequest
from service.terminal.bot_calls import BotCalls
from workers.bots.answer import Fault, Later, Move, hear, illegal
from workers.bots.asking import Owed, message
from workers.bots.health import MOST_FAILURES
from workers.bots.question import Refused, body, question
from workers.bots.reckoning import MOST
from workers.outgoing.client import Answered

SEAT: Final = 0
LEVEL: Final = "greedy"


class Trial:
    """The bot sits first. It is asked as at any table, but without the pauses between calls."""

    def __init__(self, game: AnyGame, calls: BotCalls, now: Callable[[], datetime], entropy: Callable[[int], bytes]) -> None:
        self._game, self._calls, self._now = game, calls, now
        self._handler = Handler(Tables(MemoryStore(), {game.name: game}, now), entropy)
        self._tokens = SeatTokens(entropy(32))
        self._table = new_table_id(entropy(TABLE_ID_BYTES))

    def play(self) -> Opened:
        """The table at the end of the game, or where a service would pause the bot."""
        bot, others = self._calls.bot, max(2, self._game.seats[0]) - 1
        seats = (SeatRequest(kind="bot", bot=bot.id, name=bot.name), *[SeatRequest(kind="ai", level=LEVEL)] * others)
        laid = orders.create(self._table, self._game.name, Create(options={}, seats=seats))
        opened = self._handler.create(laid, self._game.name).opened
        while opened.table.status == "playing" and self._calls.in_a_row < MOST_FAILURES:
            automatic = automatic_seats(opened.table)
            opened = self._built_in(opened, automatic[0]) if automatic else self._turn(opened)
        return opened

    def _built_in(self, opened: Opened, seat: Seat) -> Opened:
        order = orders.automatic(opened.id, _holder(opened, seat), opened.table.decisions[seat], attended=True)
        return self._handler.execute(order).opened

    def _turn(self, opened: Opened) -> Opened:
        """The table after the bot's decision, by whomever it was answered."""
        number, sent = 1, self._message(opened, 1, None)
        for attempt in range(1, MOST + 1):
            what = f"decision {opened.table.decisions[SEAT]}, call {attempt}"
            answer = self._calls.ask(what, message(self._owed(opened), number), sent, attempt=attempt)
            heard = None if answer is None else self._heard(opened, answer)
            if isinstance(heard, Opened):
                return heard
            if self._calls.in_a_row >= MOST_FAILURES:
                return opened
            if heard is not None:
                number, sent = number + 1, self._message(opened, attempt + 1, heard)
        self._calls.say(f"  {MOST} calls have come to nothing: {LEVEL} answers for it, as a service would have it")
        return self._stand_in(opened)

    def _owed(self, opened: Opened) -> Owed:
        return Owed(self._calls.bot.id, opened.id, SEAT, opened.table.decisions[SEAT])

    def _message(self, opened: Opened, attempt: int, refused: Refused | None) -> bytes:
        latency = round(self._calls.latencies[-1]) if self._calls.latencies else None
        asked = question(opened, SEAT, self._calls.bot.id, self._now(), attempt=attempt, latency_ms=latency, refused=refused)
        return body(asked, self._tokens.issue(opened.id, _holder(opened, SEAT)))

    def _heard(self, opened: Opened, answer: Answered) -> Opened | Refused | None:
        """The table after the answer; or why that was refused, None if it said nothing."""
        decision = opened.table.decisions[SEAT]
        heard = hear(self._game, decision, answer)
        if isinstance(heard, Later):
            self._calls.say(f"  it would play this through the API of a service; here {LEVEL} answers for it")
            return self._stand_in(opened)
        if isinstance(heard, Move):
            try:
                after = self._handler.execute(orders.move(opened.id, _holder(opened, SEAT), heard.command, decision)).opened
            except Rejected as refusal:
                heard = illegal(refusal.code, refusal.detail, heard.told)
            else:
                self._calls.praise()
                return after
        self._calls.blame(heard, answer, _example(opened, heard))
        return heard.refused

    def _stand_in(self, opened: Opened) -> Opened:
        return self._handler.execute(orders.substitute(opened.id, _holder(opened, SEAT), opened.table.decisions[SEAT], LEVEL)).opened


def _example(opened: Opened, fault: Fault) -> str:
    """A sentence with a move of the kind that the bot has tried, as it would be accepted; nothing if it tried none, or there is none."""
    tried = fault.refused.move if fault.refused else None
    moves = (tell_move(opened.game, command, opened.table.decisions[SEAT]) for command in opened.game.legal(opened.table.play, SEAT))
    right = next((move for move in moves if isinstance(tried, dict) and move["type"] == tried.get("type")), None)
    return f" One that would be accepted: {json.dumps(right)}" if right else ""


def _holder(opened: Opened, seat: Seat) -> Holder:
    return Holder(seat, opened.table.seats[seat].taken)
