"""Calls of a bot in development, each told in a line, with the problem and how to fix it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from msgspec.structs import replace

from service.terminal.paper import printable
from service.terminal.remedies import remedy
from workers.bots import probe
from workers.bots.answer import Fault
from workers.bots.calling import CALL_TIMEOUT, post
from workers.bots.registry import Bot
from workers.outgoing.client import Answered, NotAnswered, Outgoing
from workers.outgoing.signing import Secret

LONGEST_SHOWN: Final = 160
"""Signs of an answer that are shown."""


@dataclass
class BotCalls:
    """`moves`: answers that were played; `faults`: those that did not count, of them `in_a_row` since the last move, the last one
    `blamed` like this; `shown`: whether a whole message was shown, or none is wanted;
    `latencies`: milliseconds that the answers took.
    """

    outgoing: Outgoing
    bot: Bot
    say: Callable[[str], None]
    now: Callable[[], datetime]
    moves: int = 0
    faults: int = 0
    in_a_row: int = 0
    blamed: str = ""
    shown: bool = True
    latencies: list[float] = field(default_factory=list)

    def ping(self) -> bool:
        """Whether the bot answers at all, whatever it says."""
        answer = self.ask("ping", "ping_try_1", probe.body(self.bot.id, self.now()))
        if answer is not None and not 200 <= answer.status < 300:
            self.blame(Fault("status", f"the status was {answer.status}; a ping is answered 2xx"), answer)
        return answer is not None

    def ping_forged(self, other: Secret) -> None:
        """Whether the bot takes a message that is signed with another secret than its own."""
        forger = replace(self.bot, secrets=(other,))
        try:
            answer = post(self.outgoing, forger, "ping_try_2", probe.body(self.bot.id, self.now()), self.now())
        except NotAnswered:
            return
        if answer.status < 300:
            self.faults += 1
            self.say("  problem: it accepted a message with a wrong signature, so anyone could call it")
            self.say("  fix:     verify the signature over webhook-id, webhook-timestamp and the exact body, and answer 401")

    def ask(self, what: str, message: str, body: bytes, *, attempt: int = 1, seconds: float = CALL_TIMEOUT) -> Answered | None:
        """The answer; None, and told why, if there is none."""
        if not self.shown and message.startswith("turn_"):
            self.shown = True
            self.say(printable(body.decode()))
        try:
            answer = post(self.outgoing, self.bot, message, body, self.now(), attempt=attempt, seconds=seconds)
        except NotAnswered as failure:
            self.say(f"{what}: no answer in {failure.ms:.0f} ms")
            self.blame(Fault(failure.reason, failure.detail), None)
            return None
        self.latencies.append(answer.ms)
        text = printable(answer.body[: 4 * LONGEST_SHOWN].decode(errors="replace").strip())
        self.say(
            f"{what}: {answer.status} in {answer.ms:.0f} ms{text and ', '}{text[:LONGEST_SHOWN]}{'…' if len(text) > LONGEST_SHOWN else ''}"
        )
        return answer

    def blame(self, fault: Fault, answer: Answered | None, hint: str = "") -> None:
        """Say what is wrong, and what to do about it, with a `hint` if need be; of what was said just before, only that."""
        self.faults += 1
        self.in_a_row += 1
        if fault.detail == self.blamed:
            self.say("  problem: the same again")
            return
        self.blamed = fault.detail
        self.say(f"  problem: {printable(fault.detail)}")
        self.say(f"  fix:     {remedy(fault, None if answer is None else answer.status)}{hint}")

    def praise(self) -> None:
        """The answer was a move that the rules take."""
        self.moves += 1
        self.in_a_row = 0
        self.blamed = ""
