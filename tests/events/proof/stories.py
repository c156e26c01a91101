"""Tables of any game. Each function plays one kind of table to its end and returns its file."""

from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from typing import Any

from events.tables import keyed_orders
from events.tables.opening import LoadedTable
from rules.game import AnyGame
from rules.table_commands import Create, SeatRequest
from rules.table_events import OnExpiry
from tests.events.proof.playthrough import BOT, GAMES, HUMAN, OPEN, Playthrough

RANDOM = SeatRequest(kind="ai", level="random")


def ordinary(game: str, seed: int, seats: int, known: Mapping[str, AnyGame] = GAMES, **options: Any) -> bytes:
    playthrough = Playthrough(seed, known)
    table = playthrough.create_table(game, Create(options=options, seats=(HUMAN,) * seats, client_seed=f"seed-{seed}"))
    playthrough.play(table)
    return playthrough.file(table)


def aimless(game: str, seed: int, moves: int, **options: Any) -> bytes:
    """All legal moves are equally likely, so nearly all are rerolls."""
    playthrough = Playthrough(seed)
    table = playthrough.create_table(game, Create(options=options, seats=(HUMAN, HUMAN)))
    for _ in range(moves):
        playthrough.move(table, playthrough.chance.choice)
    playthrough.leave(table, 0)
    return playthrough.file(table)


def resigned(game: str, seed: int, seats: int) -> bytes:
    """Players join with their own seeds, one leaves and is replaced, and in the end all but one resign."""
    playthrough = Playthrough(seed)
    table = playthrough.create_table(game, Create(options={}, seats=(HUMAN, *(OPEN,) * (seats - 1)), auto_start=False))
    playthrough.sit(table, 'Ünö 😀 \u202e«"\\»', "!~\"\\&<'>")
    playthrough.leave(table, 1)
    for number in range(seats - 1):
        playthrough.sit(table, f"Guest {number}", f"seed-{number}" if number else None)
    playthrough.handler.execute(keyed_orders.start(table, playthrough.holder(table, 0)))
    for left in range(seats - 1):
        enough = playthrough.loaded(table).table.version + 25
        playthrough.play(table, partial(_beyond, enough))
        playthrough.leave(table, left)
    return playthrough.file(table)


def _beyond(version: int, loaded: LoadedTable) -> bool:
    return loaded.table.version > version


def clocked(game: str, seed: int, policy: OnExpiry, **options: Any) -> bytes:
    playthrough = Playthrough(seed)
    order = Create(options=options, seats=(HUMAN, HUMAN, RANDOM), turn_seconds=60, on_expiry=policy, abandon_after=86_400)
    table = playthrough.create_table(game, order)
    playthrough.play(table)
    return playthrough.file(table)


def with_bots(game: str, seed: int, on_failure: OnExpiry | None, wishes: Mapping[str, Any], **options: Any) -> bytes:
    """A person between two bots; `wishes` are the bots' seconds."""
    playthrough = Playthrough(seed)
    seats = (BOT, HUMAN, SeatRequest(kind="bot", name="Bo", bot="bot_seven"))
    table = playthrough.create_table(game, Create(options=options, seats=seats, on_failure=on_failure, abandon_after=86_400, **wishes))
    playthrough.play(table)
    return playthrough.file(table)


def bots_left_alone(game: str, seed: int) -> bytes:
    """A table of failing bots is closed for inactivity."""
    playthrough = Playthrough(seed)
    policy = OnExpiry(policy="skip")
    table = playthrough.create_table(game, Create(options={}, seats=(BOT, BOT), on_failure=policy, abandon_after=600))
    playthrough.now += timedelta(seconds=600)
    now = playthrough.loaded(table).table
    playthrough.handler.execute(keyed_orders.fail(table, playthrough.holder(table, now.owing[0]), max(now.decisions), "gone", 0))
    playthrough.handler.execute(keyed_orders.abandon(table, playthrough.loaded(table).table.version))
    return playthrough.file(table)


def left_by_the_last_person(game: str, seed: int) -> bytes:
    playthrough = Playthrough(seed)
    table = playthrough.create_table(game, Create(options={}, seats=(HUMAN, BOT), auto_start=False))
    playthrough.leave(table, 0)
    return playthrough.file(table)


def only_bots(game: str, seed: int) -> bytes:
    """A table of bots starts automatically; in the end it is forked with another failure policy."""
    playthrough = Playthrough(seed)
    table = playthrough.create_table(game, Create(options={}, seats=(BOT, BOT), auto_start=False, bot_seconds=1))
    playthrough.play(table)
    table = playthrough.fork(table, 30, on_failure=OnExpiry(policy="resign", after=1))
    playthrough.play(table)
    return playthrough.file(table)


def left_alone(game: str, seed: int, *, started: bool) -> bytes:
    playthrough = Playthrough(seed)
    table = playthrough.create_table(
        game, Create(options={}, seats=(HUMAN, HUMAN if started else OPEN), abandon_after=600, turn_seconds=60)
    )
    if started:
        playthrough.play(table, partial(_beyond, 20))
    playthrough.now += timedelta(seconds=600)
    playthrough.handler.execute(keyed_orders.abandon(table, playthrough.loaded(table).table.version))
    return playthrough.file(table)


def advised(game: str, seed: int) -> bytes:
    """Before each of some moves its player requests advice, which the table announces; then nobody acts any more."""
    playthrough = Playthrough(seed)
    table = playthrough.create_table(game, Create(options={}, seats=(HUMAN, HUMAN), abandon_after=600, turn_seconds=60))
    for _ in range(6):
        now = playthrough.loaded(table).table
        playthrough.request_advice(table, now.owing[0])
        playthrough.move(table, playthrough.chance.choice)
    playthrough.now += timedelta(seconds=600)
    playthrough.handler.execute(keyed_orders.abandon(table, playthrough.loaded(table).table.version))
    return playthrough.file(table)


def never_begun(game: str, seed: int) -> bytes:
    playthrough = Playthrough(seed)
    table = playthrough.create_table(game, Create(options={}, seats=(HUMAN, OPEN)))
    playthrough.leave(table, 0)
    return playthrough.file(table)


def forked(game: str, seed: int, at: tuple[int, ...], **options: Any) -> bytes:
    """A fork, or a fork of a fork …, from these versions on, each with its own dice, the later ones with a clock."""
    playthrough = Playthrough(seed)
    table = playthrough.create_table(game, Create(options=options, seats=(HUMAN,) * 3, client_seed="first"))
    playthrough.play(table, partial(_beyond, 60))
    playthrough.leave(table, 1)
    playthrough.play(table)
    for generation, version in enumerate(at):
        table = playthrough.fork(table, version, client_seed=f"fork-{generation}", turn_seconds=30 if generation else None)
        playthrough.play(table)
    return playthrough.file(table)


def forked_before_the_start(game: str, seed: int) -> bytes:
    playthrough = Playthrough(seed)
    table = playthrough.create_table(game, Create(options={}, seats=(HUMAN, OPEN)))
    playthrough.sit(table, "Guest")
    playthrough.play(table)
    table = playthrough.fork(table, 1, seats=(RANDOM, RANDOM))
    playthrough.play(table)
    return playthrough.file(table)
