"""What a bot's answer says: a move, that it will answer later, or nothing that counts."""

from typing import Any, Final, NamedTuple

import msgspec

from events.msgspec_types import prepared
from events.plain_words import plain
from events.strict_json import NotJson, read_json
from events.tables.move_reader import NotAMove, read_move
from rules.game import AnyGame
from rules.table_events import Failure
from workers.bots.question import RefusedAnswer
from workers.outgoing.client import Answered

ECHOED: Final = 1_000
"""Bytes of a refused move up to which the bot is shown it again."""

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
"""Some libraries write it before their UTF-8. RFC 8259, 8.1, lets a reader ignore it."""

LONGEST_DETAIL: Final = 300
"""Signs: what is wrong is told with words of the answer, which may be as long as the answer is."""


class BotMove(NamedTuple):
    """A command as the answer to the decision that was asked for; `told` is the move as the bot wrote it."""

    command: Any
    told: Any


class AnswerLater(NamedTuple):
    """The bot will answer through the API."""


class Fault(NamedTuple):
    """Why there is no answer that counts; `refused` is what the bot is told of it when it is asked anew, None if it said nothing.

    `detail` may quote the bot, and so the seat's token: it is for the bot's owner. What a log may hold is `logged`.
    """

    reason: Failure
    detail: str
    refused: RefusedAnswer | None = None

    @property
    def logged(self) -> str:
        """The fault without a word of the bot's own."""
        return f"{self.reason}, {self.detail if self.refused is None else self.refused.code}"


@prepared
class _Body(msgspec.Struct, forbid_unknown_fields=True):
    move: dict[str, Any]


def read_answer(game: AnyGame, decision: int, answered: Answered) -> BotMove | AnswerLater | Fault:
    """What the answer to a question about this decision says: 200 with `{"move": {…}}`, or 202. Whether the rules take the move, they say.

    The body is UTF-8, with a byte order mark or without, whatever charset its headers name. The move may leave its decision out; one that
    names another decision is refused.
    """
    if answered.status == 202:
        return AnswerLater()
    if answered.status != 200:
        return Fault("status", f"the status was {answered.status}, neither 200 nor 202")
    try:
        told = msgspec.convert(read_json(answered.body.removeprefix(BYTE_ORDER_MARK)), _Body).move
    except NotJson as error:
        return _refusal("unreadable", "body-unreadable", f"The answer {error.detail}.")
    except msgspec.ValidationError as error:
        return _refusal("unreadable", "body-invalid", f'The answer must be {{"move": {{…}}}}: {plain(error, "it")}.')
    try:
        command, named = read_move(game, told)
    except NotAMove as error:
        return _refusal("unreadable", "body-invalid", error.detail, told)
    if named not in {None, decision}:
        return illegal("decision-closed", f"The move names decision {named}; asked for was {decision}.", told)
    return BotMove(command, told)


def illegal(code: str, detail: str, told: Any) -> Fault:
    """The fault of a move that is one, and is refused with this code."""
    return _refusal("illegal", code, detail, told)


def _refusal(reason: Failure, code: str, detail: str, told: Any = None) -> Fault:
    move = told if len(msgspec.json.encode(told)) <= ECHOED else None
    short = detail if len(detail) <= LONGEST_DETAIL else f"{detail[:LONGEST_DETAIL]}…"
    return Fault(reason, f"{code}: {short}", RefusedAnswer(code, short, move))
