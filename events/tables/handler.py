"""The one way in: every move of a person, a built-in player, a bot or a clock goes through `execute`."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

from events.errors import DecisionClosed, KeyReused, NotSeated, SeatsExhausted, TableBusy, TableMoved, TableUnknown
from events.fairness.receipts import Receipt, read, sign
from events.fairness.signing import SigningKey
from events.limits import USUAL
from events.store.event_store import Append, Appended
from events.tables.envelope import NO_HASH
from events.tables.keyed_orders import Order
from events.tables.opening import LoadedTable, RecordedEvent, Tables
from events.tables.recording import Written, write
from events.timestamps import epoch_ms, instant, not_before
from rules.dice import DiceSeed
from rules.rejected import Rejected
from rules.table import create, decide
from rules.table_commands import Sit
from rules.table_state import Table

ATTEMPTS = 16
"""Lost races before a table counts as busy; each one means that somebody else's append went through."""

SHOWN_SINCE = 200
"""Events told at most to somebody whose decision is closed."""


class Answer(NamedTuple):
    """What an order caused, and the table right after it; `replayed` if an earlier asking had caused it. `receipt` is that of the table's
    creation, if the order was to create it and the service has signed that.
    """

    opened: LoadedTable
    events: Sequence[RecordedEvent]
    replayed: bool
    receipt: Receipt | None = None


Ready: TypeAlias = Callable[[LoadedTable, Table[Any]], None]
"""Given a table as it is, and as it will be."""


class Handler:
    """Executes orders on the tables of one store."""

    def __init__(
        self,
        tables: Tables,
        entropy: Callable[[int], bytes],
        signing_key: Callable[[], SigningKey] | None = None,
        *,
        before_start: int = USUAL.events_before_start,
    ) -> None:
        """`entropy(n)` gives n bytes that nobody can guess: a table's dice secret. `signing_key` gives the key that signs receipts (None:
        tables get none); whatever it raises, creating and ending a table raises. `before_start`: how many events a table may have whose
        game has not started.
        """
        self._before_start = before_start
        self.tables = tables
        self._entropy = entropy
        self._signing_key = signing_key

    def execute(self, order: Order, opened: LoadedTable | None = None, ready: Ready | None = None) -> Answer:
        """Recall, load, decide, append: exactly one append whatever happens on the way, and nothing told before it.

        `opened` is the table as the caller has just opened it for another reason; then it is opened again only if that does not do.
        `ready` is called before the append, once nothing else speaks against the order; what it raises ends the order.

        Raises `Rejected` if the rules refuse, `DecisionClosed`, `KeyReused`, `NotSeated`, `SeatsExhausted`, `TableMoved`, `TableBusy`, and
        as `Tables.open`.
        """
        at_once = self._on_known(order, opened, ready)
        if at_once is not None:
            return at_once
        for _ in range(ATTEMPTS):
            opened = self.tables.open(order.table, order.key.name)
            if opened.recollection is None or not order.ends_holding:
                _check_holder(opened, order)
            if opened.recollection is not None:
                return self._recalled(opened, order)
            self._check_decision(opened, order)
            self._check_room(opened, order)
            if order.version not in {None, opened.table.version}:
                raise TableMoved(order.table)
            answer = self._attempt(opened, order, ready)
            if answer is not None:
                return answer
        raise TableBusy(order.table)

    def _on_known(self, order: Order, opened: LoadedTable | None, ready: Ready | None) -> Answer | None:
        """The answer, decided on the table as it was opened; a move's also as this process knew it last. None if that cannot be sure.

        It is sure when the append is: the log was where we thought. Whatever speaks against the order is looked at again in the store.
        """
        if opened is None and order.decision is not None:
            opened = self.tables.recent(order.table)
        if opened is None or not _is_open(opened, order):
            return None
        with suppress(Rejected, SeatsExhausted):
            self._check_room(opened, order)
            return self._attempt(opened, order, ready)
        return None

    def _attempt(self, opened: LoadedTable, order: Order, ready: Ready | None) -> Answer | None:
        """Decide and append; None, with nothing stored by this, if the table has moved on. Raises `Rejected`."""
        seat, now = None if order.holder is None else order.holder.seat, not_before(opened.at, self.tables.now())
        seed = _seed(opened)
        decided = decide(opened.game, opened.table, seat, order.command, seed, instant(now))
        written = write(opened.codec, order, opened.head, opened.table, decided, now, seed)
        if ready is not None:
            ready(opened, decided.table)
        if not isinstance(self.tables.append(self._signed(written, decided.table)), Appended):
            return None
        answer = _answer(opened._replace(table=decided.table, recollection=None), written)
        self.tables.remember(answer.opened)
        return answer

    def create(self, order: Order, game: str, secret: str | None = None) -> Answer:
        """Lay the table that `order` (a `Create`) asks for, on this dice secret (64 hex digits) if one was reserved.

        The source of a fork is kept from then on. Raises `Rejected`, `KeyReused`, `TableRemoved`, and as `Tables.open`.
        """
        self._keep_source(order)
        codec = self.tables.codecs[game]
        seed, now = DiceSeed(order.table, secret or self._entropy(32).hex()), self.tables.now()
        decided = create(codec.game, order.command, seed, instant(now))
        written = write(codec, order, NO_HASH, None, decided, now, seed)
        batch = self._signed(written, decided.table)._replace(creator=order.creator)
        if isinstance(self.tables.append(batch), Appended):
            answer = _answer(LoadedTable(order.table, codec, decided.table, written.head, written.at, None, None, ()), written)
            return answer._replace(receipt=read(batch.receipts, order.table).created)
        return self.recall(order)

    def _keep_source(self, order: Order) -> None:
        """Raises `TableUnknown` for the fork of a table that has been removed meanwhile."""
        origin = order.command.origin
        if origin is not None and not self.tables.store.note_fork(origin.table, order.table, epoch_ms(self.tables.now())):
            raise TableUnknown(origin.table)

    def recall(self, order: Order) -> Answer:
        """The answer that the first asking of this order for a new table got. Raises `KeyReused`, and as `Tables.open`."""
        answer = self._recalled(self.tables.open(order.table, order.key.name), order)
        return answer._replace(receipt=read(self.tables.store.receipts(order.table), order.table).created)

    def _signed(self, written: Written, table: Table[Any]) -> Append:
        """The batch, with a receipt if it creates or ends the table."""
        if self._signing_key is None or not (written.batch.expected == 0 or table.secret):
            return written.batch
        return written.batch._replace(receipts=sign(self._signing_key(), written, table.commitment))

    def _recalled(self, opened: LoadedTable, order: Order) -> Answer:
        """The answer that the first asking got, told from the log."""
        known = opened.recollection
        if known is None or (known.fingerprint != order.key.fingerprint and known.fingerprint not in order.earlier()):
            raise KeyReused if order.decision is None else self.closed(opened, order.decision)
        then = opened if opened.table.version == known.last else self.tables.open_at(order.table, known.last)
        events = tuple(self.tables.happened(opened.codec, order.table, known.first - 1, known.last))
        return Answer(then._replace(connected=opened.connected), events, replayed=True)

    def _check_room(self, opened: LoadedTable, order: Order) -> None:
        """Only joining is refused, and not if the game starts with it: whoever is there can leave or start."""
        table = opened.table
        if not isinstance(order.command, Sit) or table.status != "open" or table.version < self._before_start:
            return
        if not table.auto_start or len(table.open_seats) > 1:
            raise SeatsExhausted(order.table)

    def _check_decision(self, opened: LoadedTable, order: Order) -> None:
        if order.decision is None or order.holder is None or opened.table.status != "playing":
            return
        if opened.table.decisions[order.holder.seat] != order.decision:
            raise self.closed(opened, order.decision)

    def closed(self, opened: LoadedTable, decision: int) -> DecisionClosed:
        """What to raise where a decision is not open at this table."""
        newest = opened.table.version
        after = decision if 0 < decision < newest else newest
        since = tuple(self.tables.happened(opened.codec, opened.id, after, min(newest, after + SHOWN_SINCE)))
        return DecisionClosed(decision, opened, since)


def _check_holder(opened: LoadedTable, order: Order) -> None:
    if order.holder is not None and not opened.holds(order.holder.seat, order.holder.taken):
        raise NotSeated(order.table)


def _is_open(opened: LoadedTable, order: Order) -> bool:
    """Whether nothing that can be seen without the order's key speaks against it."""
    holder, table = order.holder, opened.table
    if order.version not in {None, table.version} or not (holder is None or opened.holds(*holder)):
        return False
    if order.decision is None:
        return True
    return holder is not None and table.status == "playing" and table.decisions[holder.seat] == order.decision


def _seed(opened: LoadedTable) -> DiceSeed:
    """What the table's dice are made of; a finished table needs none."""
    return DiceSeed(opened.id, opened.secret or "")


def _answer(opened: LoadedTable, written: Written) -> Answer:
    return Answer(opened._replace(head=written.head, at=written.at), written.events, replayed=False)
