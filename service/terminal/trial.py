"""Plays one game of a bot in development against built-in players. The table exists in memory only."""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Final

from events.access.seat_tokens import SeatTokens
from events.store.keys import TABLE_ID_BYTES, new_table_id
from events.store.memory_store import MemoryStore
from events.tables import keyed_orders
from events.tables.due import automatic_seats
from events.tables.handler import Handler
from events.tables.keyed_orders import Holder
from events.tables.opening import LoadedTable, Tables
from events.tables.presenting import present_move
from rules.game import AnyGame, Seat
from rules.rejected import Rejected
from rules.table_commands import Create, SeatRequest
from service.terminal.bot_calls import BotCalls
from workers.bots.answer import AnswerLater, BotMove, Fault, illegal, read_answer
from workers.bots.failure_policy import MOST_CALLS_PER_DECISION
from workers.bots.health import MOST_FAILURES
from workers.bots.progress import Owed, message
from workers.bots.question import RefusedAnswer, body, question
from workers.outgoing.client import Answered

FIRST_SEAT: Final = 0
LEVEL: Final = "greedy"


class Trial:
    """A game with the bot in one seat and a built-in player in every other. The bot is called as by the service, but without pauses between
    calls.
    """

    def __init__(
        self,
        game: AnyGame,
        calls: BotCalls,
        now: Callable[[], datetime],
        entropy: Callable[[int], bytes],
        *,
        seat: Seat = FIRST_SEAT,
        level: str = LEVEL,
    ) -> None:
        """`level` is that of the built-in players. They also answer where the bot does not. The same `entropy` gives the same dice."""
        self._game, self._calls, self._now, self._seat, self._level = game, calls, now, seat, level
        self._handler = Handler(Tables(MemoryStore(), {game.name: game}, now), entropy)
        self._tokens = SeatTokens(entropy(32))
        self._table = new_table_id(entropy(TABLE_ID_BYTES))

    def play(self) -> LoadedTable:
        """Play. The table at the end of the game, or when a service would pause the bot."""
        bot, others = self._calls.bot, fewest_seats(self._game) - 1
        seats = [SeatRequest(kind="ai", level=self._level)] * others
        seats.insert(self._seat, SeatRequest(kind="bot", bot=bot.id, name=bot.name))
        order = keyed_orders.create(self._table, self._game.name, Create(options={}, seats=tuple(seats)))
        loaded = self._handler.create(order, self._game.name).loaded
        while loaded.table.status == "playing" and self._calls.faults_in_a_row < MOST_FAILURES:
            automatic = automatic_seats(loaded.table)
            loaded = self._built_in(loaded, automatic[0]) if automatic else self._turn(loaded)
        return loaded

    def _built_in(self, loaded: LoadedTable, seat: Seat) -> LoadedTable:
        order = keyed_orders.automatic(loaded.id, _holder(loaded, seat), loaded.table.decisions[seat], attended=True)
        return self._handler.execute(order).loaded

    def _turn(self, loaded: LoadedTable) -> LoadedTable:
        """The table after the bot's decision, whether the bot or a built-in player made it."""
        number, sent = 1, self._message(loaded, 1, None)
        for attempt in range(1, MOST_CALLS_PER_DECISION + 1):
            what = f"decision {loaded.table.decisions[self._seat]}, call {attempt}"
            answer = self._calls.ask(what, message(self._owed(loaded), number), sent, attempt=attempt)
            result = None if answer is None else self._read(loaded, answer)
            if isinstance(result, LoadedTable):
                return result
            if self._calls.faults_in_a_row >= MOST_FAILURES:
                return loaded
            if result is not None:
                number, sent = number + 1, self._message(loaded, attempt + 1, result)
        self._calls.say(f"  {MOST_CALLS_PER_DECISION} calls have come to nothing: {self._level} answers for it, as a service would have it")
        return self._substitute(loaded)

    def _owed(self, loaded: LoadedTable) -> Owed:
        return Owed(self._calls.bot.id, loaded.id, self._seat, loaded.table.decisions[self._seat])

    def _message(self, loaded: LoadedTable, attempt: int, refused: RefusedAnswer | None) -> bytes:
        latency = round(self._calls.latencies[-1]) if self._calls.latencies else None
        to_ask = question(loaded, self._seat, self._calls.bot.id, self._now(), attempt=attempt, latency_ms=latency, refused=refused)
        return body(to_ask, self._tokens.issue(loaded.id, _holder(loaded, self._seat)))

    def _read(self, loaded: LoadedTable, answer: Answered) -> LoadedTable | RefusedAnswer | None:
        """The table after a valid answer; otherwise the refused answer, or None if the answer contained nothing to repeat."""
        decision = loaded.table.decisions[self._seat]
        result = read_answer(self._game, decision, answer)
        if isinstance(result, AnswerLater):
            self._calls.say(f"  it would play this through the API of a service; here {self._level} answers for it")
            return self._substitute(loaded)
        if isinstance(result, BotMove):
            try:
                after = self._handler.execute(keyed_orders.move(loaded.id, _holder(loaded, self._seat), result.command, decision)).loaded
            except Rejected as refusal:
                result = illegal(refusal.code, refusal.detail, result.raw)
            else:
                self._calls.record_move()
                return after
        self._calls.record_fault(result, answer, _example(loaded, self._seat, result))
        return result.refused

    def _substitute(self, loaded: LoadedTable) -> LoadedTable:
        return self._handler.execute(
            keyed_orders.substitute(loaded.id, _holder(loaded, self._seat), loaded.table.decisions[self._seat], self._level)
        ).loaded


def fewest_seats(game: AnyGame) -> int:
    """The number of seats of a trial: the fewest with an opponent."""
    return max(2, game.seats[0])


def _example(loaded: LoadedTable, seat: Seat, fault: Fault) -> str:
    """A sentence with a legal move of the type that the bot tried; empty if it tried none or no legal move has that type."""
    tried = fault.refused.move if fault.refused else None
    moves = (present_move(loaded.game, command, loaded.table.decisions[seat]) for command in loaded.game.legal(loaded.table.play, seat))
    right = next((move for move in moves if isinstance(tried, dict) and move["type"] == tried.get("type")), None)
    return f" One that would be accepted: {json.dumps(right)}" if right else ""


def _holder(loaded: LoadedTable, seat: Seat) -> Holder:
    return Holder(seat, loaded.table.seats[seat].taken)
