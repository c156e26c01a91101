"""Calls a bot in development, and prints each call and answer in a line, with the error and how to fix it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from msgspec.structs import replace

from service.terminal.remedies import remedy
from service.terminal.safe_text import printable
from workers.bots import probe
from workers.bots.answer import Fault
from workers.bots.calling import CALL_TIMEOUT, post
from workers.bots.registry import Bot
from workers.outgoing.client import Answered, NotAnswered, Outgoing
from workers.outgoing.signing import Secret

LONGEST_LINE: Final = 160
"""Characters of an answer that are printed."""


@dataclass
class BotCalls:
    """The calls of one bot, and counts of the results.

    `moves`: answers that were played; `faults`: all other answers; `faults_in_a_row`: faults since the last move; `last_fault`: its detail;
    `shown`: whether a whole message has been printed, or none is to be; `quiet`: whether only faults are printed; `latencies`: milliseconds
    until each answer.
    """

    outgoing: Outgoing
    bot: Bot
    say: Callable[[str], None]
    now: Callable[[], datetime]
    moves: int = 0
    faults: int = 0
    faults_in_a_row: int = 0
    last_fault: str = ""
    shown: bool = True
    quiet: bool = False
    latencies: list[float] = field(default_factory=list)

    def ping(self) -> bool:
        """Whether the bot answers a ping at all, with whatever status."""
        answer = self.ask("ping", "ping_try_1", probe.body(self.bot.id, self.now()))
        if answer is not None and not 200 <= answer.status < 300:
            self.record_fault(Fault("status", f"the status was {answer.status}; a ping is answered 2xx"), answer)
        return answer is not None

    def ping_forged(self, other: Secret) -> None:
        """Check that the bot refuses a message that is signed with another secret than its own."""
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
        """Call the bot and print the result. The answer, or None if there is none."""
        if not self.shown and message.startswith("turn_"):
            self.shown = True
            self.say(printable(body.decode()))
        try:
            answer = post(self.outgoing, self.bot, message, body, self.now(), attempt=attempt, seconds=seconds)
        except NotAnswered as failure:
            self.say(f"{what}: no answer in {failure.ms:.0f} ms")
            self.record_fault(Fault(failure.reason, failure.detail), None)
            return None
        self.latencies.append(answer.ms)
        text = printable(answer.body[: 4 * LONGEST_LINE].decode(errors="replace").strip())
        shown = (
            f"{what}: {answer.status} in {answer.ms:.0f} ms{text and ', '}{text[:LONGEST_LINE]}{'…' if len(text) > LONGEST_LINE else ''}"
        )
        if not self.quiet:
            self.say(shown)
        return answer

    def record_fault(self, fault: Fault, answer: Answered | None, hint: str = "") -> None:
        """Count a fault, and print it with its remedy and the `hint`. A fault that repeats the last one is printed in short."""
        self.faults += 1
        self.faults_in_a_row += 1
        if fault.detail == self.last_fault:
            self.say("  problem: the same again")
            return
        self.last_fault = fault.detail
        self.say(f"  problem: {printable(fault.detail)}")
        self.say(f"  fix:     {remedy(fault, None if answer is None else answer.status)}{hint}")

    def record_move(self) -> None:
        """Count an answer that was a legal move."""
        self.moves += 1
        self.faults_in_a_row = 0
        self.last_fault = ""
