"""Asking a bot for the decision that it owes, until it has answered, its time is over, or it is given up: the policy of docs/bots.md.

Every call may be made twice, at once or long after: the decision takes one move, and what is closed stays as it is.
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from msgspec.structs import replace

from events.errors import BrokenLog, DecisionClosed, NewerLog, NotSeated, TableUnknown
from events.store.event_store import FeedEntry, StoreUnavailable
from events.tables import keyed_orders
from rules.rejected import Rejected
from rules.table_events import Failure
from workers.bots import probe, table_health
from workers.bots import progress as memory
from workers.bots.answer import AnswerLater, BotMove, Fault, illegal, read_answer
from workers.bots.calling import SECONDS, post
from workers.bots.failure_policy import LATE, MOST_CALLS, Turn, asked_at, closed, failed, give_up
from workers.bots.health import health
from workers.bots.outcomes import holder, is_open
from workers.bots.progress import Asking, Owed, message
from workers.bots.question import body, question
from workers.bots.registry import Bot
from workers.bots.statistics import last_latency, note
from workers.calls.schedule import Call
from workers.dispatcher.parts import DispatcherParts
from workers.outgoing.client import Answered, NotAnswered


def wanted_calls(parts: DispatcherParts, entry: FeedEntry) -> Iterable[Call]:
    """A call for each decision of a bot that this append has opened. Raises `StoreUnavailable`."""
    if "bot" not in entry.calls:
        return ()
    try:
        return _opened(parts, entry.table, entry.first, entry.last)
    except StoreUnavailable:
        raise
    except NewerLog:
        return [Call("look", (entry.table, str(entry.first), str(entry.last)))]
    except (BrokenLog, TableUnknown):
        return ()


def look(parts: DispatcherParts, table: str, first: str, last: str) -> None:
    """Ask for what `wanted_calls` could not see when it heard of these versions. Raises `NewerLog` while this build cannot read them."""
    parts.schedule.ask_all(_opened(parts, table, int(first), int(last)), parts.now())


def _opened(parts: DispatcherParts, table_id: str, first: int, last: int) -> Collection[Call]:
    """A call for each decision of a bot that is open and was opened by these versions."""
    table = parts.tools.tables.open(table_id).table
    opened = ((seat, table.decisions[seat], table.seats[seat].bot) for seat in table.owing)
    new = ((seat, decision, bot) for seat, decision, bot in opened if bot and first <= decision <= last)
    return [Call("turn", (bot, table_id, str(seat), str(decision))) for seat, decision, bot in new]


def run(parts: DispatcherParts, bot: str, table: str, seat: str, decision: str) -> datetime | None:
    """Ask a bot for a decision; answers when to come back to that, None if it is closed or left to the clock.

    Raises `BrokenLog`, `StoreUnavailable`.
    """
    owed, client = Owed(bot, table, int(seat), int(decision)), parts.tools.client
    try:
        opened = parts.tools.tables.open(table)
    except TableUnknown:
        return None
    asking = memory.load(client, owed)
    if not is_open(opened, owed):
        if asking.accepted:
            closed(parts, opened, owed, f"{message(owed, asking.message)}_end", since=asked_at(asking, parts.now()))
        memory.forget(client, owed)
        return None
    now = parts.now()
    turn = Turn(owed, opened, asking, now, datetime.fromisoformat(opened.table.clocks[owed.seat].deadline))
    if asking.accepted:
        return max(turn.ends, now) + LATE
    if now >= turn.ends:
        return None
    known = parts.bots.find(bot)
    if known is None:
        give_up(parts, turn, "gone")
        return None
    why = _why_not(parts, known, table, turn.asking, now)
    if why is not None:
        give_up(parts, turn, why)
        return None
    return _ask(parts, turn, known)


def _why_not(parts: DispatcherParts, bot: Bot, table: str, asking: Asking, now: datetime) -> Failure | None:
    """Why the bot is not asked, or not once more."""
    if bot.paused is not None:
        return "paused"
    if asking.reason is not None and asking.attempts >= MOST_CALLS:
        return asking.reason
    client = parts.tools.client
    if health(client, bot.id).paused is None:
        return "paused" if table_health.paused(client, bot.id, table, now) else None
    probe.ask(parts.schedule, client, bot.id, now)
    return "paused"


def _put(parts: DispatcherParts, turn: Turn) -> Turn:
    """With the question that is asked, kept so that it stays the same however often it is sent, and how often that is with this call."""
    asking, number = turn.asking, turn.asking.next
    asked = asking.question
    if asked is None:
        latency = last_latency(parts.tools.client, turn.owed.bot)
        asked = question(turn.opened, turn.owed.seat, turn.owed.bot, turn.began, attempt=number, latency_ms=latency, refused=asking.refused)
    return turn._replace(asking=memory.keep(parts.tools.client, turn.owed, replace(asking, question=asked, sent=number)))


def _ask(parts: DispatcherParts, turn: Turn, bot: Bot) -> datetime | None:
    """One call, and what comes of it. If this process was away meanwhile, the bot is asked once more instead of blamed."""
    began = turn.began
    if parts.outgoing.away_since(began):
        return parts.now()
    turn = _put(parts, turn)
    assert turn.asking.question is not None  # noqa: S101 - it was put just now
    token = parts.tokens.issue(turn.owed.table, holder(turn.opened, turn.owed))
    sent, seconds = body(turn.asking.question, token), min(SECONDS, (turn.ends - began).total_seconds())
    try:
        answer = post(parts.outgoing, bot, message(turn.owed, turn.asking.message), sent, began, attempt=turn.asking.sent, seconds=seconds)
    except NotAnswered as failure:
        if parts.outgoing.away_since(began):
            return parts.now()
        return failed(parts, turn, Fault(failure.reason, failure.detail), None)
    match read_answer(turn.opened.game, turn.owed.decision, answer):
        case BotMove() as move:
            return _play(parts, turn, move, answer)
        case AnswerLater():
            memory.keep(parts.tools.client, turn.owed, replace(turn.asking, accepted=True))
            note(parts.tools.client, bot.id, turn.call, "calls", ms=answer.ms)
            return turn.ends + LATE
        case Fault() as fault:
            return failed(parts, turn, fault, answer)


def _play(parts: DispatcherParts, turn: Turn, move: BotMove, answer: Answered) -> datetime | None:
    """The bot's move goes through the one handler, which finds out whether it comes too late."""
    order = keyed_orders.move(turn.owed.table, holder(turn.opened, turn.owed), move.command, turn.owed.decision)
    try:
        after = parts.tools.handler.execute(order).opened
    except Rejected as refusal:
        after = parts.tools.tables.open(turn.owed.table)
        if is_open(after, turn.owed):
            return failed(parts, turn, illegal(refusal.code, refusal.detail, move.told), answer)
    except (DecisionClosed, NotSeated):
        after = parts.tools.tables.open(turn.owed.table)
    closed(parts, after, turn.owed, turn.call, "calls", since=turn.began, ms=answer.ms)
    memory.forget(parts.tools.client, turn.owed)
    return None
