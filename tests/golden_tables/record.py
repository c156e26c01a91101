"""Records the golden tables: `python -m tests.golden_tables.record` writes the missing ones and never rewrites one.

They are whole exported tables, with built-in players, clocks, forks, and every way in which a table can end.
"""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from msgspec import to_builtins

from events.fairness.receipts import read
from events.names.erasing import erase_at
from events.names.erasures import only
from events.proof.document import document, write
from events.store.levels import NEWEST_LEVEL, OLDEST_LEVEL
from events.store.memory_store import MemoryStore
from events.tables import keyed_orders
from events.tables.envelope import canonical
from events.tables.forking import Fork, fork
from events.tables.handler import Handler
from events.tables.keyed_orders import Holder, Order
from events.tables.opening import LoadedTable, Tables
from rules.game import AnyGame
from rules.registry import games
from rules.table_bots import FAILURES
from rules.table_commands import Create, SeatRequest, Sit
from rules.table_events import OnExpiry
from rules.table_state import Table
from rules.value_tables import Library, with_library
from tests.signing import KEY
from workers.values.shipped import shipped

FOLDER: Final = Path(__file__).parent
LEDGER: Final = FOLDER / "ledger.json"
"""For each file, the head of its log and the hash of the state to which it folds."""

GREEDY, RANDOM, EXPERT = (SeatRequest(kind="ai", level=level) for level in ("greedy", "random", "expert"))
HUMAN = SeatRequest(kind="human", name="Zoë")
SIX, SEVEN = (SeatRequest(kind="bot", name=name, bot=f"bot_{name.lower()}") for name in ("Six", "Seven"))


def _arriving() -> Library:
    """A library to which the tables of values of the package come after ten requests."""
    requests = count()
    return lambda name: None if next(requests) < 10 else shipped(name)


class LeveledStore(MemoryStore):
    """A store whose format level a story may set to that of an older release."""

    level = NEWEST_LEVEL

    def format_level(self) -> int:
        return self.level


class Playthrough:
    """A handler on a memory store. Each read of its clock advances it by a second."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._now = datetime(2026, 11, 28, tzinfo=UTC)
        self._created = 0
        self.store = LeveledStore()
        self.tables = Tables(self.store, with_library(games(), _arriving()), self._tick)
        self.handler = Handler(self.tables, Random(f"golden {name}").randbytes, lambda: KEY)

    def _tick(self) -> datetime:
        self._now += timedelta(seconds=1)
        return self._now

    def passes(self, seconds: int) -> None:
        self._now += timedelta(seconds=seconds)

    def create_table(self, game: AnyGame, order: Create) -> LoadedTable:
        self._created += 1
        table = f"p00-{int.from_bytes(sha256(f'{self._name} {self._created}'.encode()).digest()[:8], 'big'):026d}"
        return self.handler.create(keyed_orders.create(table, game.name, order), game.name).loaded

    def play_on(self, loaded: LoadedTable) -> LoadedTable:
        """Play to the end: built-in players decide, the time of people runs out, and bots fail in various ways."""
        while loaded.table.owing:
            loaded = self.answered(loaded, loaded.table.owing[0])
        return loaded

    def answered(self, loaded: LoadedTable, seat: int) -> LoadedTable:
        """The table after the seat's next decision; the time of a person runs out."""
        holder, decision = Holder(seat, loaded.table.seats[seat].taken), loaded.table.decisions[seat]
        kind = loaded.table.seats[seat].kind
        if kind == "ai":
            return self.handler.execute(keyed_orders.automatic(loaded.id, holder, decision, attended=True)).loaded
        if kind == "bot" and (order := self._by_bot(loaded, holder, decision)) is not None:
            return self.handler.execute(order).loaded
        self.passes(loaded.table.turn_seconds or loaded.table.bot_seconds or 0)
        return self.handler.execute(keyed_orders.expire(loaded.id, holder, decision)).loaded

    def _by_bot(self, loaded: LoadedTable, holder: Holder, decision: int) -> Order | None:
        """The order of a bot: some decisions it answers, some it fails, and for the rest its time runs out (None)."""
        match decision % 5:
            case 0 | 3:
                return keyed_orders.move(loaded.id, holder, loaded.game.legal(loaded.table.play, holder.seat)[-1], decision)
            case 1 | 4:
                return keyed_orders.fail(loaded.id, holder, decision, FAILURES[decision % len(FAILURES)], decision % 5)
            case _:
                return None

    def file(self, loaded: LoadedTable) -> bytes:
        events = (event for event, _ in self.tables.recorded_events(loaded.codec, loaded.id, 0, loaded.table.version))
        receipts = read(self.tables.store.receipts(loaded.id), loaded.id)
        return write(document(events, to_builtins(receipts)))


def issued(playthrough: Playthrough, game: AnyGame) -> LoadedTable:
    """A table with receipts, which the first file format did not have."""
    return built_in_players(playthrough, game)


def built_in_players(playthrough: Playthrough, game: AnyGame) -> LoadedTable:
    return playthrough.play_on(playthrough.create_table(game, Create(options={}, seats=(GREEDY, RANDOM, GREEDY), client_seed="golden")))


def substituted(playthrough: Playthrough, game: AnyGame) -> LoadedTable:
    policy = OnExpiry(policy="substitute", level="greedy")
    return playthrough.play_on(playthrough.create_table(game, Create(options={}, seats=(HUMAN, RANDOM), turn_seconds=60, on_expiry=policy)))


def skipped_until_resigned(playthrough: Playthrough, game: AnyGame) -> LoadedTable:
    policy = OnExpiry(policy="resign", after=3)
    return playthrough.play_on(
        playthrough.create_table(game, Create(options={}, seats=(HUMAN, GREEDY, HUMAN), turn_seconds=30, on_expiry=policy))
    )


def inactive(playthrough: Playthrough, game: AnyGame) -> LoadedTable:
    loaded = playthrough.create_table(game, Create(options={}, seats=(HUMAN, HUMAN), abandon_after=600))
    playthrough.passes(600)
    return playthrough.handler.execute(keyed_orders.abandon(loaded.id, loaded.table.version)).loaded


def abandoned(playthrough: Playthrough, game: AnyGame) -> LoadedTable:
    loaded = playthrough.create_table(game, Create(options={}, seats=(HUMAN, SeatRequest(kind="open")), abandon_after=600))
    playthrough.passes(600)
    return playthrough.handler.execute(keyed_orders.abandon(loaded.id, loaded.table.version)).loaded


def forked(playthrough: Playthrough, game: AnyGame) -> LoadedTable:
    source = built_in_players(playthrough, game)
    return playthrough.play_on(
        playthrough.create_table(game, fork(playthrough.tables, source, Fork(source.table.version // 2, client_seed="own")))
    )


def forked_twice(playthrough: Playthrough, game: AnyGame) -> LoadedTable:
    source = forked(playthrough, game)
    return playthrough.play_on(playthrough.create_table(game, fork(playthrough.tables, source, Fork(source.table.version - 10))))


def bots(playthrough: Playthrough, game: AnyGame) -> LoadedTable:
    """A bot that a built-in player often replaces, against a person with another clock."""
    return playthrough.play_on(
        playthrough.create_table(game, Create(options={}, seats=(SIX, HUMAN, RANDOM), turn_seconds=60, bot_seconds=20))
    )


def bots_resigned(playthrough: Playthrough, game: AnyGame) -> LoadedTable:
    """For games that let others know what a bot answers by default."""
    policy = OnExpiry(policy="resign", after=3)
    return playthrough.play_on(playthrough.create_table(game, Create(options={}, seats=(SIX, GREEDY, SEVEN), on_failure=policy)))


def by_values(playthrough: Playthrough, game: AnyGame) -> LoadedTable:
    """Built-in players that play by a table of values as soon as it is there: one has a seat, one answers for a person who is late."""
    policy = OnExpiry(policy="substitute", level="expert")
    order = Create(options={}, seats=(EXPERT, HUMAN), turn_seconds=60, on_expiry=policy)
    return playthrough.play_on(playthrough.create_table(game, order))


def advised(playthrough: Playthrough, game: AnyGame) -> LoadedTable:
    """Two people ask for a hint before each decision, which the table announces, and then let their time run out; then nobody acts."""
    loaded = playthrough.create_table(game, Create(options={}, seats=(HUMAN, HUMAN), turn_seconds=60, abandon_after=600))
    for _ in range(4):
        seat = loaded.table.owing[0]
        holder, decision = Holder(seat, loaded.table.seats[seat].taken), loaded.table.decisions[seat]
        asked = playthrough.handler.execute(keyed_orders.request_advice(loaded.id, holder, decision)).loaded
        loaded = playthrough.answered(asked, seat)
    playthrough.passes(600)
    return playthrough.handler.execute(keyed_orders.abandon(loaded.id, loaded.table.version)).loaded


def young(playthrough: Playthrough, game: AnyGame) -> LoadedTable:
    return playthrough.play_on(
        playthrough.create_table(game, Create(options={"variant": "young", "ties": "children"}, seats=(GREEDY, RANDOM)))
    )


def experienced(playthrough: Playthrough, game: AnyGame) -> LoadedTable:
    seats = (GREEDY, RANDOM, GREEDY, RANDOM, GREEDY, RANDOM)
    return playthrough.play_on(
        playthrough.create_table(game, Create(options={"variant": "experienced"}, seats=seats, client_seed="golden"))
    )


def stalemate(playthrough: Playthrough, game: AnyGame) -> LoadedTable:
    """No seat ever answers in time."""
    return playthrough.play_on(playthrough.create_table(game, Create(options={}, seats=(HUMAN, HUMAN, HUMAN), turn_seconds=60)))


def expired_after_the_shift(playthrough: Playthrough, game: AnyGame) -> LoadedTable:
    """A person shifts a token whenever possible, and then lets the time run out."""
    loaded = playthrough.create_table(game, Create(options={"reroll_limit": 1}, seats=(HUMAN, GREEDY), turn_seconds=60))
    while loaded.table.owing:
        seat, legal = loaded.table.owing[0], game.legal(loaded.table.play, loaded.table.owing[0])
        if loaded.table.seats[seat].kind == "human" and game.view(loaded.table.play, None)["phase"] != "take":
            holder = Holder(seat, loaded.table.seats[seat].taken)
            loaded = playthrough.handler.execute(keyed_orders.move(loaded.id, holder, legal[0], loaded.table.decisions[seat])).loaded
        else:
            loaded = playthrough.answered(loaded, seat)
    return loaded


Story: TypeAlias = Callable[[Playthrough, AnyGame], LoadedTable]


def named(playthrough: Playthrough, game: AnyGame) -> LoadedTable:
    """Names lie beside the chain; one of two equal ones, of a player who left before the start, was erased."""
    open_seat = SeatRequest(kind="open")
    loaded = playthrough.create_table(game, Create(options={}, seats=(HUMAN, open_seat, open_seat), abandon_after=600))
    guest = playthrough.handler.execute(keyed_orders.sit(loaded.id, Sit(name="Ada Lovelace"), "guest")).loaded
    playthrough.handler.execute(keyed_orders.leave(loaded.id, Holder(1, guest.table.seats[1].taken)))
    erase_at(playthrough.tables.store, loaded.id, only("Ada Lovelace", "2027-01-01T00:00:00.000Z"))
    for name in ("Ada Lovelace", "Grace"):
        loaded = playthrough.handler.execute(keyed_orders.sit(loaded.id, Sit(name=name), name)).loaded
    return playthrough.handler.execute(keyed_orders.close(loaded.id)).loaded


def name_erased(playthrough: Playthrough, game: AnyGame) -> LoadedTable:
    """A name was erased that the hash of its event covers."""
    playthrough.store.level = OLDEST_LEVEL
    loaded = playthrough.create_table(game, Create(options={}, seats=(HUMAN, GREEDY), abandon_after=600))
    loaded = playthrough.handler.execute(keyed_orders.close(loaded.id)).loaded
    erase_at(playthrough.tables.store, loaded.id, only("zoë", "2027-01-01T00:00:00.000Z"))
    return playthrough.tables.open(loaded.id)


OF_EVERY_GAME: Final[tuple[Story, ...]] = (
    built_in_players,
    substituted,
    skipped_until_resigned,
    inactive,
    abandoned,
    forked,
    forked_twice,
    bots,
    issued,
    named,
    name_erased,
)
OF_ITS_OWN: Final[Mapping[str, tuple[Story, ...]]] = {
    "dicy-cards": (bots_resigned, by_values, advised),
    "ice-dice": (bots_resigned, young, experienced, stalemate, expired_after_the_shift),
}


def stories(game: str) -> Mapping[str, Story]:
    """The recorded tables of a game, by the names of their files."""
    return {story.__name__.replace("_", "-"): story for story in (*OF_EVERY_GAME, *OF_ITS_OWN.get(game, ()))}


def state_hash(game: AnyGame, table: Table[Any]) -> str:
    """SHA-256 (64 hex digits) of the state to which a table's events fold, in a form that every build has: without what is newer than the
    game, which a view tells by the name of the option or of the event's member.
    """
    newer = {*game.added_options}.union(*game.added_members.values())
    state = None if table.play is None else {name: value for name, value in game.view(table.play, None).items() if name not in newer}
    clocks = [list(clock) for clock in table.clocks]
    return sha256(canonical([table.version, table.status, state, table.outcome, table.draws, table.decisions, clocks])).hexdigest()


def main() -> None:
    ledger = json.loads(LEDGER.read_text()) if LEDGER.exists() else {}
    for game in games().values():
        for name, story in stories(game.name).items():
            file = FOLDER / game.name / f"{name}.json"
            if file.exists():
                continue
            playthrough = Playthrough(f"{game.name} {name}")
            loaded = story(playthrough, game)
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(playthrough.file(loaded))
            ledger[f"{game.name}/{name}"] = {"head": loaded.head, "state": state_hash(game, loaded.table)}
    LEDGER.write_text(json.dumps(ledger, indent=2, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
