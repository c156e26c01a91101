"""Reads a bot's answer: a move, "I answer later", or a fault."""

from typing import Any, Final, NamedTuple

import msgspec

from events.strict_json import NotJson, read_json
from events.strict_schema import Invalid
from events.tables.move_reader import read_move
from rules.game import AnyGame
from rules.table_events import Failure
from workers.bots.question import RefusedAnswer
from workers.outgoing.client import Answered

LONGEST_ECHOED_MOVE: Final = 1_000
"""Bytes of a refused move up to which the next message repeats it."""

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
"""Some libraries write it before their UTF-8. A reader may ignore it (RFC 8259, 8.1)."""

LONGEST_DETAIL: Final = 300
"""Characters of a fault's detail, which may quote an answer of any length."""


class BotMove(NamedTuple):
    """The command that answers the decision; `raw` is the move as the bot wrote it."""

    command: Any
    raw: Any


class AnswerLater(NamedTuple):
    """The bot will answer through the API."""


class Fault(NamedTuple):
    """Why an answer does not count. `refused` is what the next message tells the bot; None if no answer came.

    `detail` may quote the bot, and so the seat's token: it is for the bot's owner. Logs use `logged`.
    """

    reason: Failure
    detail: str
    refused: RefusedAnswer | None = None

    @property
    def logged(self) -> str:
        """The fault without any words of the bot."""
        return f"{self.reason}, {self.detail if self.refused is None else self.refused.code}"


def read_answer(game: AnyGame, decision: int, answered: Answered) -> BotMove | AnswerLater | Fault:
    """Read the answer to a question about this decision: 200 with `{"move": {…}}`, or 202. The rules check the move later.

    The body is UTF-8, with or without a byte order mark, whatever charset its headers name. The move may omit its decision; a move that
    names another decision is refused.
    """
    if answered.status == 202:
        return AnswerLater()
    if answered.status != 200:
        return Fault("status", f"the status was {answered.status}, neither 200 nor 202")
    try:
        body = read_json(answered.body.removeprefix(BYTE_ORDER_MARK))
    except NotJson as error:
        return _refusal("unreadable", "body-unreadable", f"The answer {error.detail}.")
    match body:
        case {"move": dict(raw), **others} if not others:
            return _read(game, decision, raw)
        case _:
            return _refusal("unreadable", "body-invalid", 'The answer must be {"move": {…}}: an object with a move and nothing else.')


def _read(game: AnyGame, decision: int, raw: dict[str, Any]) -> BotMove | Fault:
    try:
        command, named = read_move(game, {"decision": decision, **raw})
    except Invalid as invalid:
        return _refusal("unreadable", "body-invalid", str(invalid), raw)
    if named != decision:
        return illegal("decision-closed", f"The move names decision {named}; asked for was {decision}.", raw)
    return BotMove(command, raw)


def illegal(code: str, detail: str, raw: Any) -> Fault:
    """The fault for a well-formed move that is refused with this code."""
    return _refusal("illegal", code, detail, raw)


def _refusal(reason: Failure, code: str, detail: str, raw: Any = None) -> Fault:
    move = raw if len(msgspec.json.encode(raw)) <= LONGEST_ECHOED_MOVE else None
    short = detail if len(detail) <= LONGEST_DETAIL else f"{detail[:LONGEST_DETAIL]}…"
    return Fault(reason, f"{code}: {short}", RefusedAnswer(code, short, move))
