"""Finished tables of every kind, played in this process by chance that is the same every time."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from random import Random
from typing import Any

from events import orders
from events.forking import Fork, fork
from events.handler import Handler
from events.memory_store import MemoryStore
from events.opening import Opened, Tables
from events.orders import Holder
from events.proof.document import document, write
from rules.game import AnyGame
from rules.registry import games
from rules.table_bots import FAILURES
from rules.table_events import OnExpiry
from rules.table_orders import Create, SeatRequest, Sit

GAMES = games()
HUMAN, OPEN, BOT = SeatRequest(kind="human"), SeatRequest(kind="open"), SeatRequest(kind="bot", name="Six", bot="bot_six")


def table_id(number: int) -> str:
    return f"p{number % 16:02d}-{number:026d}"


class Evening:
    """Tables of one store, and a clock that goes on by some seconds with every order."""

    def __init__(self, seed: int, known: Mapping[str, AnyGame] = GAMES) -> None:
        self.chance = Random(seed)
        self.now = datetime(2026, 11, 27, 18, tzinfo=UTC)
        self.handler = Handler(Tables(MemoryStore(), known, self._tick), Random(seed).randbytes)
        self._laid = seed * 100

    def _tick(self) -> datetime:
        self.now += timedelta(milliseconds=self.chance.randrange(4000))
        return self.now

    def lay(self, game: str, order: Create) -> str:
        self._laid += 1
        table = table_id(self._laid)
        self.handler.create(orders.create(table, game, order), game)
        return table

    def opened(self, table: str) -> Opened:
        return self.handler.tables.open(table)

    def holder(self, table: str, seat: int) -> Holder:
        return Holder(seat, self.opened(table).table.seats[seat].taken)

    def leave(self, table: str, seat: int) -> None:
        self.handler.execute(orders.leave(table, self.holder(table, seat)))

    def sit(self, table: str, name: str, client_seed: str | None = None) -> None:
        self.handler.execute(orders.sit(table, Sit(name=name, client_seed=client_seed), f"{name} {self.chance.random()}"))

    def answer(self, table: str, seat: int) -> None:
        """The seat's next decision: by the built-in player who holds it, else at random, sometimes by a stand-in or by nobody in time;
        a bot often fails.
        """
        opened, holder = self.opened(table), self.holder(table, seat)
        decision, kind = opened.table.decisions[seat], self.chance.random()
        bot = opened.table.seats[seat].kind == "bot"
        if opened.table.seats[seat].kind == "ai":
            order = orders.automatic(table, holder, decision, attended=True)
        elif (bot or opened.table.turn_seconds is not None) and kind < 0.15:
            self.now = max(self.now, datetime.fromisoformat(opened.table.clocks[seat].deadline))
            order = orders.expire(table, holder, decision)
        elif bot and kind < 0.5:
            order = orders.fail(table, holder, decision, self.chance.choice(list(FAILURES)), self.chance.randrange(5))
        elif kind > 0.97:
            order = orders.substitute(table, holder, decision, "random")
        else:
            moves = opened.game.legal(opened.table.play, seat)
            order = orders.move(table, holder, self.chance.choice(list(_scoring(moves) or moves)), decision)
        self.handler.execute(order)

    def play(self, table: str, until: Callable[[Opened], bool] = lambda _: False) -> None:
        while (opened := self.opened(table)).table.owing and not until(opened):
            self.answer(table, self.chance.choice(opened.table.owing))

    def fork(self, table: str, at: int, game: str, **wishes: Any) -> str:
        return self.lay(game, fork(self.handler.tables, self.opened(table), Fork(at=at, **wishes)))

    def file(self, table: str) -> bytes:
        opened = self.opened(table)
        return write(document(happened.recorded for happened in self.handler.tables.happened(opened.codec, table, 0, opened.table.version)))


def _scoring(moves: Any) -> list[Any]:
    """Games of chance alone are long; some purpose makes them short."""
    return [move for move in moves if type(move).__name__ == "Score"]


def ordinary(seed: int, mode: str, seats: int, **options: Any) -> bytes:
    evening = Evening(seed)
    table = evening.lay("dicy-cards", Create(options={"mode": mode, **options}, seats=(HUMAN,) * seats, client_seed=f"seed {seed}"))
    evening.play(table)
    return evening.file(table)


def rerolling(seed: int) -> bytes:
    """Any legal move is as likely as any other, so that nearly all are rerolls."""
    evening = Evening(seed)
    table = evening.lay("dicy-cards", Create(options={"mode": "glacial"}, seats=(HUMAN, HUMAN)))
    for _ in range(40):
        opened = evening.opened(table)
        seat = opened.table.owing[0]
        command = evening.chance.choice(list(opened.game.legal(opened.table.play, seat)))
        evening.handler.execute(orders.move(table, evening.holder(table, seat), command, opened.table.decisions[seat]))
    evening.leave(table, 0)
    return evening.file(table)


def resigned(seed: int, seats: int) -> bytes:
    """Seats sit down with seeds of their own, one leaves again, and in the end all but one resign."""
    evening = Evening(seed)
    table = evening.lay("dicy-cards", Create(options={}, seats=(HUMAN, *(OPEN,) * (seats - 1)), auto_start=False))
    evening.sit(table, "Ünö 😀 \u2028\x7f", "grüße 😀\x7f")
    evening.leave(table, 1)
    for number in range(seats - 1):
        evening.sit(table, f"Guest {number}", f"seed {number}" if number else None)
    evening.handler.execute(orders.start(table, evening.holder(table, 0)))
    for left in range(seats - 1):
        enough = evening.opened(table).table.version + 25
        evening.play(table, partial(_beyond, enough))
        evening.leave(table, left)
    return evening.file(table)


def _beyond(version: int, opened: Opened) -> bool:
    return opened.table.version > version


def clocked(seed: int, policy: OnExpiry) -> bytes:
    evening = Evening(seed)
    seats = (HUMAN, HUMAN, SeatRequest(kind="ai", level="random"))
    order = Create(options={"mode": "interactions"}, seats=seats, turn_seconds=60, on_expiry=policy, abandon_after=86_400)
    table = evening.lay("dicy-cards", order)
    evening.play(table)
    return evening.file(table)


def with_bots(seed: int, on_failure: OnExpiry | None, **wishes: Any) -> bytes:
    evening = Evening(seed)
    seats = (BOT, HUMAN, SeatRequest(kind="bot", name="Bo", bot="bot_seven"))
    options = {"mode": "interactions"}
    table = evening.lay("dicy-cards", Create(options=options, seats=seats, on_failure=on_failure, abandon_after=86_400, **wishes))
    evening.play(table)
    return evening.file(table)


def bots_left_alone(seed: int) -> bytes:
    """Nobody acts any more where only bots fail."""
    evening = Evening(seed)
    policy = OnExpiry(policy="skip")
    table = evening.lay("dicy-cards", Create(options={"first_seat": "creator"}, seats=(BOT, HUMAN), on_failure=policy, abandon_after=600))
    evening.now += timedelta(seconds=600)
    owed = evening.opened(table).table.decisions[0]
    evening.handler.execute(orders.fail(table, evening.holder(table, 0), owed, "gone", 0))
    evening.handler.execute(orders.abandon(table, evening.opened(table).table.version))
    return evening.file(table)


def left_by_the_last_person(seed: int) -> bytes:
    evening = Evening(seed)
    table = evening.lay("dicy-cards", Create(options={}, seats=(HUMAN, BOT), auto_start=False))
    evening.leave(table, 0)
    return evening.file(table)


def only_bots(seed: int) -> bytes:
    """Nobody is there to start it, so it starts by itself; in the end one has gone on with another bot."""
    evening = Evening(seed)
    table = evening.lay("dicy-cards", Create(options={}, seats=(BOT, BOT), auto_start=False, bot_seconds=1))
    evening.play(table)
    table = evening.fork(table, 30, "dicy-cards", on_failure=OnExpiry(policy="resign", after=1))
    evening.play(table)
    return evening.file(table)


def left_alone(seed: int, *, started: bool) -> bytes:
    evening = Evening(seed)
    table = evening.lay("dicy-cards", Create(options={}, seats=(HUMAN, HUMAN if started else OPEN), abandon_after=600, turn_seconds=60))
    if started:
        evening.play(table, lambda opened: opened.table.version > 20)
    evening.now += timedelta(seconds=600)
    evening.handler.execute(orders.abandon(table, evening.opened(table).table.version))
    return evening.file(table)


def never_begun(seed: int) -> bytes:
    evening = Evening(seed)
    table = evening.lay("dicy-cards", Create(options={}, seats=(HUMAN, OPEN)))
    evening.leave(table, 0)
    return evening.file(table)


def forked(seed: int, generations: int) -> bytes:
    """A fork of a fork …, each with dice of its own, the last one with other seats and a clock."""
    evening = Evening(seed)
    table = evening.lay("dicy-cards", Create(options={"mode": "interglacial"}, seats=(HUMAN,) * 3, client_seed="first"))
    evening.play(table, lambda opened: opened.table.version > 60)
    evening.leave(table, 1)
    evening.play(table)
    for generation in range(generations):
        own = len(evening.opened(table).table.forked_from.sources) * 80 if generation else 0  # type: ignore[union-attr]
        table = evening.fork(table, 90 + own, "dicy-cards", client_seed=f"fork {generation}", turn_seconds=30 if generation else None)
        evening.play(table)
    return evening.file(table)


def forked_before_the_start(seed: int) -> bytes:
    evening = Evening(seed)
    table = evening.lay("dicy-cards", Create(options={}, seats=(HUMAN, OPEN)))
    evening.sit(table, "Guest")
    evening.play(table)
    table = evening.fork(table, 1, "dicy-cards", seats=(SeatRequest(kind="ai", level="random"),) * 2)
    evening.play(table)
    return evening.file(table)


CUSTOM = ("three-lowest", "different-sum", "sixes", "pair-doubled", "odds")

MAKERS: Mapping[str, Callable[[], bytes]] = {
    "glacial for two": lambda: ordinary(1, "glacial", 2),
    "interglacial for three": lambda: ordinary(2, "interglacial", 3),
    "custom for four": lambda: ordinary(3, "custom", 4, cards=CUSTOM, first_seat="creator"),
    "beginner for two": lambda: ordinary(4, "beginner", 2),
    "intermediate for three": lambda: ordinary(5, "intermediate", 3),
    "interactions for four": lambda: ordinary(6, "interactions", 4),
    "rerolls for two": lambda: rerolling(18),
    "resigned for two": lambda: resigned(7, 2),
    "resigned for four": lambda: resigned(8, 4),
    "a clock that skips": lambda: clocked(9, OnExpiry(policy="skip")),
    "a clock that substitutes": lambda: clocked(10, OnExpiry(policy="substitute", level="random")),
    "a clock that resigns": lambda: clocked(11, OnExpiry(policy="resign", after=2)),
    "bots that are stood in for": lambda: with_bots(19, None, turn_seconds=60, bot_seconds=20),
    "bots that skip": lambda: with_bots(20, OnExpiry(policy="skip"), turn_seconds=10),
    "bots that resign": lambda: with_bots(21, OnExpiry(policy="resign", after=2)),
    "bots left alone": lambda: bots_left_alone(22),
    "a bot left by the last person": lambda: left_by_the_last_person(23),
    "only bots, forked": lambda: only_bots(24),
    "left alone before the start": lambda: left_alone(12, started=False),
    "left alone while playing": lambda: left_alone(13, started=True),
    "never begun": lambda: never_begun(14),
    "a fork": lambda: forked(15, 1),
    "a fork of a fork": lambda: forked(16, 2),
    "a fork from before the start": lambda: forked_before_the_start(17),
}
"""One table of every kind, by what it is."""


@cache
def made(name: str) -> bytes:
    """The file of this table; made once for each process."""
    return MAKERS[name]()


def all_made() -> Iterator[tuple[str, bytes]]:
    return ((name, made(name)) for name in MAKERS)
