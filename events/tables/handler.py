"""The command handler: every move of a person, a built-in player, a bot or a clock goes through `execute`."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeAlias

from events.errors import DecisionClosed, KeyReused, NotSeated, SeatsExhausted, TableBusy, TableMoved, TableUnknown
from events.fairness.receipts import Receipt, read, sign
from events.fairness.signing import SigningKey
from events.limits import DEFAULT_LIMITS
from events.store.event_store import Append, Appended
from events.tables.envelope import NO_HASH
from events.tables.in_turn import InTurn
from events.tables.keyed_orders import Order
from events.tables.names import NAMES_BESIDE_FROM
from events.tables.opening import LoadedTable, RecordedEvent, Tables
from events.tables.recording import ADVICE_FROM, Chances, Written, write
from events.timestamps import epoch_ms, instant, not_before
from rules.dice import DiceSeed
from rules.rejected import Rejected
from rules.table import create, decide
from rules.table_commands import Create, Sit
from rules.table_state import Table

MOST_LOST_RACES: Final = 16
"""Lost races after which a table counts as busy. Each one means that another append succeeded."""

MOST_EVENTS_SINCE = 200
"""The most events that an answer about a closed decision contains."""


class Answer(NamedTuple):
    """The events that an order caused, and the table right after them. `replayed`: an earlier request caused them. `receipt` is the receipt
    of the table's creation, if the order creates the table and the service has signed a receipt.
    """

    loaded: LoadedTable
    events: Sequence[RecordedEvent]
    replayed: bool
    receipt: Receipt | None = None


Ready: TypeAlias = Callable[[LoadedTable, Table[Any]], None]
"""A callback with the table before and after the order."""


class Handler:
    """Executes orders on the tables of one store."""

    def __init__(
        self,
        tables: Tables,
        entropy: Callable[[int], bytes],
        signing_key: Callable[[], SigningKey] | None = None,
        *,
        before_start: int = DEFAULT_LIMITS.events_before_start,
    ) -> None:
        """`entropy(n)` returns n unpredictable bytes: a table's dice secret, the salt of a name. `signing_key` returns the key that signs
        receipts (None: no receipts); creating or ending a table raises whatever it raises. `before_start` is the number of events from
        which a table whose game has not started accepts no more players.
        """
        self._before_start = before_start
        self._in_turn = InTurn()
        self.tables = tables
        self._entropy = entropy
        self._signing_key = signing_key

    def execute(self, order: Order, loaded: LoadedTable | None = None, ready: Ready | None = None) -> Answer:
        """Recall, load, decide, append. Appends exactly once, whatever fails on the way, and returns nothing before the append.

        `loaded` is the table if the caller has just loaded it. The handler loads it again only if needed. `ready` is called
        before the append, after all other checks; an exception from it ends the order.

        Raises `Rejected` if the rules refuse, `DecisionClosed`, `KeyReused`, `NotSeated`, `SeatsExhausted`, `TableMoved`, `TableBusy`,
        `NotReplicated`, and as `Tables.open`.
        """
        with self._in_turn.at(order.table):
            answer = self._on_known(order, loaded, ready)
            return self._on_newest(order, ready) if answer is None else answer

    def _on_newest(self, order: Order, ready: Ready | None) -> Answer:
        """The answer, decided on the table as the store has it. Raises as `execute` does."""
        for _ in range(MOST_LOST_RACES):
            loaded = self.tables.open(order.table, order.key.name)
            if loaded.idempotency_record is None or not order.ends_holding:
                _check_holder(loaded, order)
            if loaded.idempotency_record is not None:
                return self._recalled(loaded, order)
            self._check_decision(loaded, order)
            self._check_room(loaded, order)
            if order.version not in {None, loaded.table.version}:
                raise TableMoved(order.table)
            answer = self._attempt(loaded, order, ready)
            if answer is not None:
                return answer
        raise TableBusy(order.table)

    def _on_known(self, order: Order, loaded: LoadedTable | None, ready: Ready | None) -> Answer | None:
        """The answer, decided without another read: on `loaded`, or for a move on this process's latest copy. None if that copy may be too
        old.

        A successful append proves that the copy was current. Every refusal is checked again in the store.
        """
        if loaded is None and order.decision is not None:
            loaded = self.tables.recent(order.table)
        if loaded is None or not _is_open(loaded, order):
            return None
        with suppress(Rejected, SeatsExhausted):
            self._check_room(loaded, order)
            return self._attempt(loaded, order, ready)
        return None

    def _attempt(self, loaded: LoadedTable, order: Order, ready: Ready | None) -> Answer | None:
        """Decide and append. None if the table has moved on; then nothing is stored. Raises `Rejected`."""
        seat, now = None if order.holder is None else order.holder.seat, not_before(loaded.at, self.tables.now())
        seed = _seed(loaded)
        decided = decide(loaded.game, loaded.table, seat, order.command, seed, instant(now))
        written = write(loaded.codec, order, loaded.head, loaded.table, decided, now, self._chances(seed))
        if ready is not None:
            ready(loaded, decided.table)
        batch = self._signed(written, decided.table)._replace(erasures=loaded.erasures)
        if not isinstance(self.tables.append(batch), Appended):
            return None
        answer = _answer(loaded, decided.table, written)
        self.tables.remember(answer.loaded)
        return answer

    def create(self, order: Order, game: str, secret: str | None = None) -> Answer:
        """Create the table of `order` (a `Create`), with this dice secret (64 hex digits) if one was reserved.

        From then on the source of a fork is protected from automatic removal. Raises `Rejected`, `KeyReused`, `TableRemoved`, and as
        `Tables.open`.
        """
        self._protect_source(order)
        codec = self.tables.codecs[game]
        seed, now = DiceSeed(order.table, secret or self._entropy(32).hex()), self.tables.now()
        decided = create(codec.game, self._readable(order.command), seed, instant(now))
        written = write(codec, order, NO_HASH, None, decided, now, self._chances(seed))
        batch = self._signed(written, decided.table)._replace(creator=order.creator)
        if isinstance(self.tables.append(batch), Appended):
            answer = _answer(
                LoadedTable(order.table, codec, decided.table, written.head, written.at, None, None, ()), decided.table, written
            )
            return answer._replace(receipt=read(batch.receipts, order.table).created)
        return self.recall(order)

    def _readable(self, order: Create) -> Create:
        """The command for a table that, unless it says otherwise, builds of the store's format level can read."""
        is_unknown = order.advice is None and self.tables.store.format_level() < ADVICE_FROM
        return replace(order, advice="private") if is_unknown else order

    def _protect_source(self, order: Order) -> None:
        """Protect the source of a fork from removal. Raises `TableUnknown` if it has been removed meanwhile."""
        origin = order.command.origin
        if origin is not None and not self.tables.store.note_fork(origin.table, order.table, epoch_ms(self.tables.now())):
            raise TableUnknown(origin.table)

    def recall(self, order: Order) -> Answer:
        """The answer to the first request of this order, which created a table. Raises `KeyReused`, and as `Tables.open`."""
        answer = self._recalled(self.tables.open(order.table, order.key.name), order)
        return answer._replace(receipt=read(self.tables.store.receipts(order.table), order.table).created)

    def _chances(self, seed: DiceSeed) -> Chances:
        return Chances(seed, self._entropy if self.tables.store.format_level() >= NAMES_BESIDE_FROM else None)

    def _signed(self, written: Written, table: Table[Any]) -> Append:
        """The batch, with a receipt if it creates or ends the table."""
        if self._signing_key is None or not (written.batch.expected == 0 or table.secret):
            return written.batch
        return written.batch._replace(receipts=sign(self._signing_key(), written, table.commitment))

    def _recalled(self, loaded: LoadedTable, order: Order) -> Answer:
        """The answer to the first request, read from the log."""
        known = loaded.idempotency_record
        if known is None or (known.fingerprint != order.key.fingerprint and known.fingerprint not in order.earlier()):
            raise KeyReused if order.decision is None else self.closed(loaded, order.decision)
        then = loaded if loaded.table.version == known.last else self.tables.open_at(order.table, known.last)
        events = tuple(self.tables.recorded_events(loaded.codec, order.table, known.first - 1, known.last))
        self.tables.store.confirm(order.table, known.last, events[-1].recorded.hash)
        return Answer(then._replace(connected=loaded.connected), events, replayed=True)

    def _check_room(self, loaded: LoadedTable, order: Order) -> None:
        """Refuses a `Sit` at a table with too many events, unless the game starts with it. Leaving and starting remain possible."""
        table = loaded.table
        if not isinstance(order.command, Sit) or table.status != "open" or table.version < self._before_start:
            return
        if not table.auto_start or len(table.open_seats) > 1:
            raise SeatsExhausted(order.table)

    def _check_decision(self, loaded: LoadedTable, order: Order) -> None:
        if order.decision is None or order.holder is None or loaded.table.status != "playing":
            return
        if loaded.table.decisions[order.holder.seat] != order.decision:
            raise self.closed(loaded, order.decision)

    def closed(self, loaded: LoadedTable, decision: int) -> DecisionClosed:
        """The error to raise for a decision that is not open at this table. It tells how the decision was answered.

        Raises `NotReplicated` as long as that is not safe, `StoreUnavailable`.
        """
        newest = loaded.table.version
        self.tables.store.confirm(loaded.id, newest, loaded.head)
        after = decision if 0 < decision < newest else newest
        since = tuple(self.tables.recorded_events(loaded.codec, loaded.id, after, min(newest, after + MOST_EVENTS_SINCE)))
        return DecisionClosed(decision, loaded, since)


def _check_holder(loaded: LoadedTable, order: Order) -> None:
    if order.holder is not None and not loaded.holds(order.holder.seat, order.holder.taken):
        raise NotSeated(order.table)


def _is_open(loaded: LoadedTable, order: Order) -> bool:
    """Whether every check that does not need the order's key passes."""
    holder, table = order.holder, loaded.table
    if order.version not in {None, table.version} or not (holder is None or loaded.holds(*holder)):
        return False
    if order.decision is None:
        return True
    return holder is not None and table.status == "playing" and table.decisions[holder.seat] == order.decision


def _seed(loaded: LoadedTable) -> DiceSeed:
    """The source of the table's dice. A finished table needs none."""
    return DiceSeed(loaded.id, loaded.secret or "")


def _answer(before: LoadedTable, after: Table[Any], written: Written) -> Answer:
    loaded = before._replace(table=after, head=written.head, at=written.at, idempotency_record=None)
    return Answer(loaded, written.events, replayed=False)
