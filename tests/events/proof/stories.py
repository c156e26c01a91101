"""What can come of a table, whatever the game: each tells one story to its end and answers with the table's file."""

from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from typing import Any

from events import orders
from events.opening import Opened
from rules.game import AnyGame
from rules.table_events import OnExpiry
from rules.table_orders import Create, SeatRequest
from tests.events.proof.evening import BOT, GAMES, HUMAN, OPEN, Evening

RANDOM = SeatRequest(kind="ai", level="random")


def ordinary(game: str, seed: int, seats: int, known: Mapping[str, AnyGame] = GAMES, **options: Any) -> bytes:
    evening = Evening(seed, known)
    table = evening.lay(game, Create(options=options, seats=(HUMAN,) * seats, client_seed=f"seed-{seed}"))
    evening.play(table)
    return evening.file(table)


def aimless(game: str, seed: int, moves: int, **options: Any) -> bytes:
    """Any legal move is as likely as any other, so that nearly all are rerolls."""
    evening = Evening(seed)
    table = evening.lay(game, Create(options=options, seats=(HUMAN, HUMAN)))
    for _ in range(moves):
        evening.move(table, evening.chance.choice)
    evening.leave(table, 0)
    return evening.file(table)


def resigned(game: str, seed: int, seats: int) -> bytes:
    """Seats sit down with seeds of their own, one leaves again, and in the end all but one resign."""
    evening = Evening(seed)
    table = evening.lay(game, Create(options={}, seats=(HUMAN, *(OPEN,) * (seats - 1)), auto_start=False))
    evening.sit(table, 'Ünö 😀 \u202e«"\\»', "!~\"\\&<'>")
    evening.leave(table, 1)
    for number in range(seats - 1):
        evening.sit(table, f"Guest {number}", f"seed-{number}" if number else None)
    evening.handler.execute(orders.start(table, evening.holder(table, 0)))
    for left in range(seats - 1):
        enough = evening.opened(table).table.version + 25
        evening.play(table, partial(_beyond, enough))
        evening.leave(table, left)
    return evening.file(table)


def _beyond(version: int, opened: Opened) -> bool:
    return opened.table.version > version


def clocked(game: str, seed: int, policy: OnExpiry, **options: Any) -> bytes:
    evening = Evening(seed)
    order = Create(options=options, seats=(HUMAN, HUMAN, RANDOM), turn_seconds=60, on_expiry=policy, abandon_after=86_400)
    table = evening.lay(game, order)
    evening.play(table)
    return evening.file(table)


def with_bots(game: str, seed: int, on_failure: OnExpiry | None, wishes: Mapping[str, Any], **options: Any) -> bytes:
    """A person between two bots; `wishes` are the seconds that they have."""
    evening = Evening(seed)
    seats = (BOT, HUMAN, SeatRequest(kind="bot", name="Bo", bot="bot_seven"))
    table = evening.lay(game, Create(options=options, seats=seats, on_failure=on_failure, abandon_after=86_400, **wishes))
    evening.play(table)
    return evening.file(table)


def bots_left_alone(game: str, seed: int) -> bytes:
    """Nobody acts any more where only bots fail."""
    evening = Evening(seed)
    policy = OnExpiry(policy="skip")
    table = evening.lay(game, Create(options={}, seats=(BOT, BOT), on_failure=policy, abandon_after=600))
    evening.now += timedelta(seconds=600)
    now = evening.opened(table).table
    evening.handler.execute(orders.fail(table, evening.holder(table, now.owing[0]), max(now.decisions), "gone", 0))
    evening.handler.execute(orders.abandon(table, evening.opened(table).table.version))
    return evening.file(table)


def left_by_the_last_person(game: str, seed: int) -> bytes:
    evening = Evening(seed)
    table = evening.lay(game, Create(options={}, seats=(HUMAN, BOT), auto_start=False))
    evening.leave(table, 0)
    return evening.file(table)


def only_bots(game: str, seed: int) -> bytes:
    """Nobody is there to start it, so it starts by itself; in the end one has gone on with another bot."""
    evening = Evening(seed)
    table = evening.lay(game, Create(options={}, seats=(BOT, BOT), auto_start=False, bot_seconds=1))
    evening.play(table)
    table = evening.fork(table, 30, on_failure=OnExpiry(policy="resign", after=1))
    evening.play(table)
    return evening.file(table)


def left_alone(game: str, seed: int, *, started: bool) -> bytes:
    evening = Evening(seed)
    table = evening.lay(game, Create(options={}, seats=(HUMAN, HUMAN if started else OPEN), abandon_after=600, turn_seconds=60))
    if started:
        evening.play(table, partial(_beyond, 20))
    evening.now += timedelta(seconds=600)
    evening.handler.execute(orders.abandon(table, evening.opened(table).table.version))
    return evening.file(table)


def never_begun(game: str, seed: int) -> bytes:
    evening = Evening(seed)
    table = evening.lay(game, Create(options={}, seats=(HUMAN, OPEN)))
    evening.leave(table, 0)
    return evening.file(table)


def forked(game: str, seed: int, at: tuple[int, ...], **options: Any) -> bytes:
    """A fork, or a fork of a fork …, from these versions on, each with dice of its own, the later ones with a clock."""
    evening = Evening(seed)
    table = evening.lay(game, Create(options=options, seats=(HUMAN,) * 3, client_seed="first"))
    evening.play(table, partial(_beyond, 60))
    evening.leave(table, 1)
    evening.play(table)
    for generation, version in enumerate(at):
        table = evening.fork(table, version, client_seed=f"fork-{generation}", turn_seconds=30 if generation else None)
        evening.play(table)
    return evening.file(table)


def forked_before_the_start(game: str, seed: int) -> bytes:
    evening = Evening(seed)
    table = evening.lay(game, Create(options={}, seats=(HUMAN, OPEN)))
    evening.sit(table, "Guest")
    evening.play(table)
    table = evening.fork(table, 1, seats=(RANDOM, RANDOM))
    evening.play(table)
    return evening.file(table)
