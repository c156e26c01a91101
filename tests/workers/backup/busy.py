"""A service with something of everything, for backups: tables of all games in every state, and what belongs to no table."""

import os
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

from events.access.api_keys import SECRET_BYTES, service_secret
from events.access.seat_links import SeatLinks
from events.access.seat_tokens import SeatTokens
from events.archive.marked_place import MarkedPlace, StoredPlaceId
from events.archive.place import Place
from events.damaged.bringing_back import set_aside_by_hand
from events.fairness.commitments import CommitmentKeys, Commitments
from events.feed.consumer_group import ConsumerGroup
from events.names.erasures import Erasures
from events.projections.generations import Generations
from events.projections.projector import Projector
from events.store.event_store import Proposal
from events.store.keys import new_table_id
from events.tables import keyed_orders
from events.tables.forking import Fork, fork
from events.tables.keyed_orders import Holder, Order
from events.timestamps import epoch_ms, now, stamp
from rules.registry import games
from rules.table_commands import Create, SeatRequest
from tests.workers.dispatching import HERE, SECRET, dispatcher, webhook
from tests.workers.receiver import Receiver, Reply
from workers.backup.backups import Backups
from workers.backup.checking import check
from workers.backup.making import BackupSource, MadeBackup, Progress, make
from workers.backup.restoring import Restored, RestoreTarget, restore
from workers.bots.places import BotPlace, BotPlaces, room_of
from workers.bots.registry import Bot
from workers.dispatcher.parts import dispatcher_parts
from workers.exports.task import export
from workers.feed.reactor import Reactor
from workers.jobs.parts import worker_parts
from workers.jobs.tasks import TASKS
from workers.outgoing.client import Outgoing
from workers.outgoing.signing import Secret
from workers.retention.erasing import at_tables
from workers.retention.removing import remove

GAMES: Final = ("dicy-cards", "ice-dice", "dice-cards")
RELEASE: Final = "0.1.0"
PEOPLE: Final = (SeatRequest(kind="human", name="Ada"), SeatRequest(kind="human", name="Grace"))


def silent(_what: str, _done: int, _of: int) -> None:
    """Progress that nobody follows."""


class Service:
    """The parts of a service on a store and a folder for its files."""

    def __init__(self, url: str, folder: Path, queue_url: str | None = None) -> None:
        self.tools = worker_parts(url, games(), TASKS, str(folder), queue_url=queue_url)
        self.client, self.tables = self.tools.client, self.tools.tables
        self.tokens = SeatTokens(lambda: service_secret(self.client, bytes(range(SECRET_BYTES))))
        self.parts = dispatcher_parts(self.tools, Outgoing((HERE,)), self.tokens, lambda: 0.0)
        self._files = MarkedPlace(lambda: Place(str(folder)), StoredPlaceId(self.client))
        self._names = count()

    def back_up(self, target: Path, meanwhile: Progress = silent) -> MadeBackup:
        source = BackupSource(self.client, self.tables.store, self._files, None)
        return make(source, Backups(Place(str(target), create=False)), RELEASE, now, meanwhile)

    def restore(self, target: Path, meanwhile: Progress = silent) -> Restored:
        backup = Backups(Place(str(target))).open()
        assert not check(backup, self.tables.codecs, silent).newer
        generations, erasures = Generations(self.client), Erasures(self.client, self.tokens.derive)
        place = RestoreTarget(self.client, self.tables, generations, self._files, erasures, at_tables(self.tools))
        return restore(backup, place, meanwhile)

    def create_table(self, game: str, *seats: SeatRequest, **more: Any) -> str:
        table = new_table_id(os.urandom(17))
        self.tools.handler.create(self.creation(table, game, *seats, **more), game)
        return table

    def creation(self, table: str, game: str, *seats: SeatRequest, **more: Any) -> Order:
        return keyed_orders.create(table, game, Create(options={}, seats=seats or PEOPLE, **more), "once", creator="key:owner001")

    def next_order(self, table: str) -> Order | None:
        """A built-in player's answer to the next decision; None if the game is over."""
        loaded = self.tables.open(table)
        if loaded.table.status != "playing":
            return None
        seat = loaded.table.owing[0]
        return keyed_orders.substitute(table, Holder(seat, loaded.table.seats[seat].taken), loaded.table.decisions[seat], "random")

    def token(self, table: str, seat: int = 0) -> str:
        """The token of a seat."""
        return self.tokens.issue(table, Holder(seat, self.tables.open(table).table.seats[seat].taken))

    def play(self, table: str, moves: int = 1) -> str:
        for _ in range(moves):
            if (order := self.next_order(table)) is not None:
                self.tools.handler.execute(order)
        return table

    def leave(self, table: str) -> str:
        """Let the first player resign, which ends the game of two, unless it is over."""
        state = self.tables.open(table).table
        if state.status == "playing":
            self.tools.handler.execute(keyed_orders.leave(table, Holder(0, state.seats[0].taken)))
        return table

    def fork(self, source: str, at: int = 12) -> str:
        table, loaded = new_table_id(os.urandom(17)), self.tables.open(source)
        self.tables.store.note_fork(source, table, epoch_ms(now()))
        order = keyed_orders.create(table, loaded.game.name, fork(self.tables, loaded, Fork(at)), creator="key:owner001")
        self.tools.handler.create(order, loaded.game.name)
        return table

    def bot(self, url: str) -> Bot:
        bot = Bot(
            id="bot_dora",
            owner="owner001",
            name="Dora",
            url=url,
            games=GAMES,
            avatar="D",
            created_at=stamp(now()),
            secrets=(Secret(SECRET),),
        )
        assert self.parts.bots.add(bot)
        return bot

    def bot_table(self, bot: Bot) -> str:
        """A table at which a bot owes the first decision."""
        table = self.create_table("dicy-cards", SeatRequest(kind="bot", bot=bot.id, name=bot.name), PEOPLE[0])
        BotPlaces(self.client, now).take(BotPlace(table, "f"), "key:owner001", {bot.id: room_of(bot, self.tools.limits)})
        return table

    def work(self) -> None:
        """Let every reader of the feed do what is there to do, once."""
        name = f"member-{next(self._names)}"
        Projector(self.tables, Generations(self.client)).step(0)
        Reactor(self.tools, ConsumerGroup(self.client, "reactor", name)).step()
        dispatching = dispatcher(self.parts, name=name)
        dispatching.step()
        dispatching.leave()


class Busy(NamedTuple):
    """What is on a busy service."""

    running: Sequence[str]
    finished: Sequence[str]
    archived: Sequence[str]
    damaged: str
    removed: str
    by_bot: str
    bot: Bot
    order: Order
    answered: Sequence[str]
    """The hashes of the events that the order has caused."""
    unseen: str
    """A finished table whose end no reader of the feed has seen."""


def make_busy(service: Service, receiver: Receiver) -> Busy:
    """Fill a service with something of everything. `receiver` refuses what is sent to its path `/refusing`."""
    receiver.answer = lambda sent: Reply(500 if sent.path.endswith("/refusing") else 204)
    webhook(service.parts, f"{receiver.url}/hook", "table.created", "table.finished", id="whk_heard")
    webhook(service.parts, f"{receiver.url}/refusing", "table.finished", id="whk_refused")
    bot = service.bot(receiver.url)
    service.tokens.derive("the first process that needs the secret makes it")
    running = [service.play(service.create_table(game), 9) for game in GAMES]
    clocked = service.play(service.create_table("dicy-cards", turn_seconds=86_400), 3)
    finished = [service.leave(service.play(service.create_table(game), 15)) for game in GAMES]
    archived = [service.leave(service.play(service.create_table(game), 15)) for game in GAMES]
    forks = [service.fork(finished[0]), service.fork(archived[0])]
    for source in (finished[1], archived[1]):
        service.tables.store.name_rematch(source, 1, Proposal(new_table_id(os.urandom(17)), 1, starts=epoch_ms(now()) + 600_000))
    for table in (finished[0], archived[0]):
        export(service.tools, table, "json")
    service.work()
    for table in archived:
        assert service.tools.archiving.archive(table)
    removed = service.create_table("dicy-cards")
    remove(service.tools, removed)
    damaged = service.play(service.create_table("dicy-cards"), 3)
    set_aside_by_hand(service.tables, damaged)
    Commitments(CommitmentKeys(service.client, os.urandom, now).all, os.urandom, now).reserve()
    links = SeatLinks(service.client)
    links.offer("code", running[0], Holder(0, 2))
    links.use("code", "claim")
    service.tables.store.mark_connected([(running[0], 0)], "here", epoch_ms(now()) + 60_000)
    by_bot = service.bot_table(bot)
    service.work()
    order = service.next_order(running[0])
    assert order is not None
    answered = [event.recorded.hash for event in service.tools.handler.execute(order).events]
    unseen = service.leave(service.create_table("dicy-cards"))
    return Busy([*running, clocked, *forks], finished, archived, damaged, removed, by_bot, bot, order, answered, unseen)
