"""Calls a bot for a decision that it owes, until it has answered, its time is over, or it is given up: the failure policy of docs/bots.md.

Every call may be made twice, at the same time or much later: a decision accepts one move, and a closed decision does not change.
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from msgspec.structs import replace

from events.errors import BrokenLog, DecisionClosed, NotSeated, TableUnknown, UnreadableNow
from events.store.event_store import FeedEntry, StoreUnavailable
from events.tables import keyed_orders
from rules.rejected import Rejected
from rules.table_events import Failure
from workers.bots import recovery
from workers.bots.answer import AnswerLater, BotMove, Fault, illegal, read_answer
from workers.bots.calling import CALL_TIMEOUT, post
from workers.bots.failure_policy import CHECK_AFTER_DEADLINE, MOST_CALLS_PER_DECISION, Turn, closed, failed, give_up, question_sent_at
from workers.bots.health import health, paused_at_table
from workers.bots.outcomes import holder, is_open
from workers.bots.progress import CallProgress, Owed, delete_progress, load_progress, message, save_progress
from workers.bots.question import body, question
from workers.bots.registry import Bot
from workers.bots.statistics import last_latency, note
from workers.calls.schedule import Call
from workers.dispatcher.parts import DispatcherParts
from workers.outgoing.client import Answered, NotAnswered


def wanted_calls(parts: DispatcherParts, entry: FeedEntry) -> Iterable[Call]:
    """One call for each decision of a bot that this append has opened. Raises `StoreUnavailable`."""
    if "bot" not in entry.calls:
        return ()
    try:
        return _opened(parts, entry.table, entry.first, entry.last)
    except StoreUnavailable:
        raise
    except UnreadableNow:
        return [Call("look", (entry.table, str(entry.first), str(entry.last)))]
    except (BrokenLog, TableUnknown):
        return ()


def look(parts: DispatcherParts, table: str, first: str, last: str) -> None:
    """Schedule the calls of these versions, which `wanted_calls` could not read. Raises `UnreadableNow` while they cannot be read."""
    parts.schedule.request_all(_opened(parts, table, int(first), int(last)), parts.now())


def _opened(parts: DispatcherParts, table_id: str, first: int, last: int) -> Collection[Call]:
    """One call for each open decision of a bot that these versions opened."""
    table = parts.worker.tables.open(table_id).table
    loaded = ((seat, table.decisions[seat], table.seats[seat].bot) for seat in table.owing)
    new = ((seat, decision, bot) for seat, decision, bot in loaded if bot and first <= decision <= last)
    return [Call("turn", (bot, table_id, str(seat), str(decision))) for seat, decision, bot in new]


def run(parts: DispatcherParts, bot: str, table: str, seat: str, decision: str) -> datetime | None:
    """Call a bot for a decision. Returns when to check the decision again; None if it is closed or left to the clock.

    Raises `BrokenLog`, `StoreUnavailable`.
    """
    owed, client = Owed(bot, table, int(seat), int(decision)), parts.worker.client
    try:
        loaded = parts.worker.tables.open(table)
    except TableUnknown:
        return None
    progress = load_progress(client, owed)
    if not is_open(loaded, owed):
        if progress.accepted:
            closed(parts, loaded, owed, f"{message(owed, progress.message)}_end", since=question_sent_at(progress, parts.now()))
        delete_progress(client, owed)
        return None
    now = parts.now()
    turn = Turn(owed, loaded, progress, now, datetime.fromisoformat(loaded.table.clocks[owed.seat].deadline))
    if progress.accepted:
        return max(turn.ends, now) + CHECK_AFTER_DEADLINE
    if now >= turn.ends:
        return None
    registered = parts.bots.find(bot)
    if registered is None:
        give_up(parts, turn, "gone")
        return None
    reason = _reason_to_give_up(parts, registered, table, turn.progress, now)
    if reason is not None:
        give_up(parts, turn, reason)
        return None
    return _call(parts, turn, registered)


def _reason_to_give_up(parts: DispatcherParts, bot: Bot, table: str, progress: CallProgress, now: datetime) -> Failure | None:
    """Why the bot is not called, or not again; None if it is called."""
    if bot.paused is not None:
        return "paused"
    if progress.reason is not None and progress.attempts >= MOST_CALLS_PER_DECISION:
        return progress.reason
    client = parts.worker.client
    if health(client, bot.id).paused is None:
        return "paused" if paused_at_table(client, bot.id, table, now) else None
    recovery.schedule_probe(parts.schedule, client, bot.id, now)
    return "paused"


def _with_question(parts: DispatcherParts, turn: Turn) -> Turn:
    """The turn with its question, which is stored so that it stays the same for every call, and with the number of this call."""
    progress, number = turn.progress, turn.progress.next
    sent = progress.question
    if sent is None:
        latency = last_latency(parts.worker.client, turn.owed.bot)
        sent = question(
            turn.loaded, turn.owed.seat, turn.owed.bot, turn.began, attempt=number, latency_ms=latency, refused=progress.refused
        )
    return turn._replace(progress=save_progress(parts.worker.client, turn.owed, replace(progress, question=sent, sent=number)))


def _call(parts: DispatcherParts, turn: Turn, bot: Bot) -> datetime | None:
    """Make one call and handle its result. If this process was absent meanwhile, the bot is called again instead of blamed."""
    began = turn.began
    if parts.outgoing.away_since(began):
        return parts.now()
    turn = _with_question(parts, turn)
    assert turn.progress.question is not None  # noqa: S101 - `_with_question` has set it
    token = parts.tokens.issue(turn.owed.table, holder(turn.loaded, turn.owed))
    sent, seconds = body(turn.progress.question, token), min(CALL_TIMEOUT, (turn.ends - began).total_seconds())
    try:
        answer = post(
            parts.outgoing, bot, message(turn.owed, turn.progress.message), sent, began, attempt=turn.progress.sent, seconds=seconds
        )
    except NotAnswered as failure:
        parts.worker.counts.time("call", "bot", failure.ms / 1000)
        if parts.outgoing.away_since(began):
            return parts.now()
        return failed(parts, turn, Fault(failure.reason, failure.detail), None)
    parts.worker.counts.time("call", "bot", answer.ms / 1000)
    match read_answer(turn.loaded.game, turn.owed.decision, answer):
        case BotMove() as move:
            return _play(parts, turn, move, answer)
        case AnswerLater():
            save_progress(parts.worker.client, turn.owed, replace(turn.progress, accepted=True))
            note(parts.worker.client, bot.id, turn.call, "calls", ms=answer.ms)
            parts.worker.counts.add("calls", "bot", "later")
            return turn.ends + CHECK_AFTER_DEADLINE
        case Fault() as fault:
            return failed(parts, turn, fault, answer)


def _play(parts: DispatcherParts, turn: Turn, move: BotMove, answer: Answered) -> datetime | None:
    """Give the bot's move to the handler, which finds out whether it is late."""
    order = keyed_orders.move(turn.owed.table, holder(turn.loaded, turn.owed), move.command, turn.owed.decision)
    try:
        after = parts.worker.handler.execute(order).loaded
    except Rejected as refusal:
        after = parts.worker.tables.open(turn.owed.table)
        if is_open(after, turn.owed):
            return failed(parts, turn, illegal(refusal.code, refusal.detail, move.raw), answer)
    except (DecisionClosed, NotSeated):
        after = parts.worker.tables.open(turn.owed.table)
    closed(parts, after, turn.owed, turn.call, "calls", since=turn.began, ms=answer.ms)
    parts.worker.counts.add("calls", "bot", "ok")
    delete_progress(parts.worker.client, turn.owed)
    return None
