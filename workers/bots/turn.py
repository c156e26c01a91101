"""Asking a bot for the decision that it owes, until it has answered, its time is over, or it is given up: the policy of docs/bots.md.

Every call may be made twice, at once or long after: the decision takes one move, and what is closed stays as it is.
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from msgspec.structs import replace

from events import orders
from events.errors import BrokenLog, DecisionClosed, NewerLog, NotSeated, TableUnknown
from events.store import FeedEntry, StoreUnavailable
from rules.rejected import Rejected
from rules.table_events import Failure
from workers.bots import asking as memory
from workers.bots import probe, table_health
from workers.bots.answer import Fault, Later, Move, hear, illegal
from workers.bots.asking import Asking, Owed, message
from workers.bots.calling import SECONDS, post
from workers.bots.ending import holder, is_open
from workers.bots.health import health
from workers.bots.question import body, question
from workers.bots.reckoning import LATE, MOST, Turn, asked_at, closed, failed, give_up
from workers.bots.registry import Bot
from workers.bots.statistics import last_latency, note
from workers.dispatch.desk import Desk
from workers.dispatch.schedule import Call
from workers.outgoing.client import Answered, NotAnswered


def called(desk: Desk, entry: FeedEntry) -> Iterable[Call]:
    """A call for each decision of a bot that this append has opened. Raises `StoreUnavailable`."""
    if "bot" not in entry.calls:
        return ()
    try:
        return _opened(desk, entry.table, entry.first, entry.last)
    except StoreUnavailable:
        raise
    except NewerLog:
        return [Call("look", (entry.table, str(entry.first), str(entry.last)))]
    except (BrokenLog, TableUnknown):
        return ()


def look(desk: Desk, table: str, first: str, last: str) -> None:
    """Ask for what `called` could not see when it heard of these versions. Raises `NewerLog` while this build cannot read them."""
    desk.schedule.ask_all(_opened(desk, table, int(first), int(last)), desk.now())


def _opened(desk: Desk, table_id: str, first: int, last: int) -> Collection[Call]:
    """A call for each decision of a bot that is open and was opened by these versions."""
    table = desk.tools.tables.open(table_id).table
    opened = ((seat, table.decisions[seat], table.seats[seat].bot) for seat in table.owing)
    new = ((seat, decision, bot) for seat, decision, bot in opened if bot and first <= decision <= last)
    return [Call("turn", (bot, table_id, str(seat), str(decision))) for seat, decision, bot in new]


def make(desk: Desk, bot: str, table: str, seat: str, decision: str) -> datetime | None:
    """Ask a bot for a decision; answers when to come back to that, None if it is closed or left to the clock.

    Raises `BrokenLog`, `StoreUnavailable`.
    """
    owed, client = Owed(bot, table, int(seat), int(decision)), desk.tools.client
    try:
        opened = desk.tools.tables.open(table)
    except TableUnknown:
        return None
    asking = memory.load(client, owed)
    if not is_open(opened, owed):
        if asking.accepted:
            closed(desk, opened, owed, f"{message(owed, asking.message)}_end", since=asked_at(asking, desk.now()))
        memory.forget(client, owed)
        return None
    now = desk.now()
    turn = Turn(owed, opened, asking, now, datetime.fromisoformat(opened.table.clocks[owed.seat].deadline))
    if asking.accepted:
        return max(turn.ends, now) + LATE
    if now >= turn.ends:
        return None
    known = desk.bots.find(bot)
    if known is None:
        give_up(desk, turn, "gone")
        return None
    why = _why_not(desk, known, table, turn.asking, now)
    if why is not None:
        give_up(desk, turn, why)
        return None
    return _ask(desk, turn, known)


def _why_not(desk: Desk, bot: Bot, table: str, asking: Asking, now: datetime) -> Failure | None:
    """Why the bot is not asked, or not once more."""
    if bot.paused is not None:
        return "paused"
    if asking.reason is not None and asking.attempts >= MOST:
        return asking.reason
    client = desk.tools.client
    if health(client, bot.id).paused is None:
        return "paused" if table_health.paused(client, bot.id, table, now) else None
    probe.ask(desk.schedule, client, bot.id, now)
    return "paused"


def _put(desk: Desk, turn: Turn) -> Turn:
    """With the question that is asked, kept so that it stays the same however often it is sent, and how often that is with this call."""
    asking, number = turn.asking, turn.asking.next
    asked = asking.question
    if asked is None:
        latency = last_latency(desk.tools.client, turn.owed.bot)
        asked = question(turn.opened, turn.owed.seat, turn.owed.bot, turn.began, attempt=number, latency_ms=latency, refused=asking.refused)
    return turn._replace(asking=memory.keep(desk.tools.client, turn.owed, replace(asking, question=asked, sent=number)))


def _ask(desk: Desk, turn: Turn, bot: Bot) -> datetime | None:
    """One call, and what comes of it. If this process was away meanwhile, the bot is asked once more instead of blamed."""
    began = turn.began
    if desk.outgoing.away_since(began):
        return desk.now()
    turn = _put(desk, turn)
    assert turn.asking.question is not None  # noqa: S101 - it was put just now
    token = desk.tokens.issue(turn.owed.table, holder(turn.opened, turn.owed))
    sent, seconds = body(turn.asking.question, token), min(SECONDS, (turn.ends - began).total_seconds())
    try:
        answer = post(desk.outgoing, bot, message(turn.owed, turn.asking.message), sent, began, attempt=turn.asking.sent, seconds=seconds)
    except NotAnswered as failure:
        if desk.outgoing.away_since(began):
            return desk.now()
        return failed(desk, turn, Fault(failure.reason, failure.detail), None)
    match hear(turn.opened.game, turn.owed.decision, answer):
        case Move() as move:
            return _play(desk, turn, move, answer)
        case Later():
            memory.keep(desk.tools.client, turn.owed, replace(turn.asking, accepted=True))
            note(desk.tools.client, bot.id, turn.call, "calls", ms=answer.ms)
            return turn.ends + LATE
        case Fault() as fault:
            return failed(desk, turn, fault, answer)


def _play(desk: Desk, turn: Turn, move: Move, answer: Answered) -> datetime | None:
    """The bot's move goes through the one handler, which finds out whether it comes too late."""
    order = orders.move(turn.owed.table, holder(turn.opened, turn.owed), move.command, turn.owed.decision)
    try:
        after = desk.tools.handler.execute(order).opened
    except Rejected as refusal:
        after = desk.tools.tables.open(turn.owed.table)
        if is_open(after, turn.owed):
            return failed(desk, turn, illegal(refusal.code, refusal.detail, move.told), answer)
    except (DecisionClosed, NotSeated):
        after = desk.tools.tables.open(turn.owed.table)
    closed(desk, after, turn.owed, turn.call, "calls", since=turn.began, ms=answer.ms)
    memory.forget(desk.tools.client, turn.owed)
    return None
