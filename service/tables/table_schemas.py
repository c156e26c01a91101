"""Schemas of request bodies: tables, seats, forks, rematches, AI turns, exports. The rules check levels and options."""

from collections.abc import Sequence
from typing import Any, NamedTuple, get_args

from marshmallow import ValidationError, fields, post_load, validate

from events.fairness.commitments import Reservation
from events.store.keys import is_table_id
from events.strict_schema import ShortList, StrictSchema
from rules.game import MOST_SEATS
from rules.table_commands import SeatRequest, Sit
from rules.table_events import Advice, OnExpiry
from rules.texts.files import LANGUAGES
from service.http.fields import LARGEST_NUMBER, Flag, Name, whole
from workers.exports.format import format_names

LONGEST_TURN = 7 * 86_400
"""Seconds of a turn."""
LONGEST_BOT_TURN = 3_600
"""Seconds of a bot's turn."""
LEAST_ABANDON_AFTER, DEFAULT_ABANDON_AFTER, MOST_ABANDON_AFTER = 10, 86_400, 30 * 86_400
"""Seconds without an action after which a table is closed (`abandon_after`)."""
SEED = validate.Regexp(r"[!-~]{1,64}\Z", error="Must be 1 to 64 printable ASCII characters without spaces.")
LINK_CODE = validate.Regexp(r"[A-Za-z0-9_-]{22}\Z", error="Must be the 22 signs of a link's code.")
HASH = validate.Regexp(r"[0-9a-f]{64}\Z", error="Must be 64 hexadecimal digits in lower case.")
TIME = validate.Regexp(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z\Z", error="Must be a time such as 2026-11-02T12:00:00.000Z."
)
LEVEL = BOT = INVITATION = validate.Length(1, 64)
DEFAULT_LEVEL = "greedy"


def _table_id(text: str) -> None:
    if not is_table_id(text):
        raise ValidationError("Must be the id of a table.")


class Wish(NamedTuple):
    """A requested seat, and the invitation of its bot, a secret that is not stored."""

    request: SeatRequest
    invitation: str | None


class HolderSchema(StrictSchema):
    """What the creator may say of the holder of a seat, and a player of themselves."""

    name = Name()


class SeatSchema(HolderSchema):
    """A seat as the creator of a table wants it."""

    kind = fields.String(required=True, validate=validate.OneOf(("human", "ai", "bot", "open")))
    level = fields.String(validate=LEVEL)
    bot = fields.String(validate=BOT)
    invitation = fields.String(validate=INVITATION)

    @post_load
    def make(self, seat: dict[str, Any], **_: Any) -> Wish:
        if seat["kind"] == "open" and "name" in seat:
            raise ValidationError("An open seat has no name yet.", "name")
        _belongs(seat, "level", wanted=seat["kind"] == "ai", to="a seat of kind ai")
        _belongs(seat, "bot", wanted=seat["kind"] == "bot", to="a seat of kind bot")
        if seat["kind"] != "bot" and "invitation" in seat:
            raise ValidationError("Belongs to a seat of kind bot.", "invitation")
        invitation = seat.pop("invitation", None)
        return Wish(SeatRequest(**seat), invitation)


class TakenSeatSchema(SeatSchema):
    """A seat of a fork. The fork starts at once, so no seat can be open."""

    kind = fields.String(required=True, validate=validate.OneOf(("human", "ai", "bot")))


class OnExpirySchema(StrictSchema):
    """What happens when a clock runs out or a bot fails."""

    shape = 'an object such as {"policy": "skip"}'

    policy = fields.String(required=True, validate=validate.OneOf(("skip", "substitute", "resign")))
    level = fields.String(validate=LEVEL)
    after = whole(1, 100)

    @post_load
    def make(self, on_expiry: dict[str, Any], **_: Any) -> OnExpiry:
        _belongs(on_expiry, "level", wanted=on_expiry["policy"] == "substitute", to="the policy substitute")
        if on_expiry["policy"] != "resign" and "after" in on_expiry:
            raise ValidationError("Belongs to the policy resign.", "after")
        return OnExpiry(**on_expiry)


class CommitmentSchema(StrictSchema):
    """A reservation, as `POST /v1/commitments` has answered it."""

    shape = "an answer of POST /v1/commitments"

    table = fields.String(required=True, validate=_table_id)
    commitment = fields.String(required=True, validate=HASH)
    good_until = fields.String(required=True, validate=TIME)

    @post_load
    def make(self, reservation: dict[str, Any], **_: Any) -> Reservation:
        return Reservation(**reservation)


class PaceSchema(StrictSchema):
    """What every new table may have: how fast it is played, and what its dice are made of.

    `turn_seconds` left out is the game's own clock, null none. Invitations are loaded apart from the seats, by seat: what is
    stored of a table, and the fingerprint of the request, is made of the seats.
    """

    client_seed = fields.String(validate=SEED)
    commitment = fields.Nested(CommitmentSchema)
    turn_seconds = whole(1, LONGEST_TURN, allow_none=True)
    on_expiry = fields.Nested(OnExpirySchema)
    abandon_after = whole(LEAST_ABANDON_AFTER, MOST_ABANDON_AFTER)
    bot_seconds = whole(1, LONGEST_BOT_TURN)
    on_failure = fields.Nested(OnExpirySchema)
    advice = fields.String(validate=validate.OneOf(get_args(Advice)))

    @post_load
    def part(self, wanted: dict[str, Any], **_: Any) -> dict[str, Any]:
        wishes: Sequence[Wish] = wanted.get("seats", ())
        invitations = {seat: wish.invitation for seat, wish in enumerate(wishes) if wish.invitation is not None}
        seats = {"seats": tuple(wish.request for wish in wishes)} if "seats" in wanted else {}
        return {**wanted, **seats, "invitations": invitations}


class TableSchema(PaceSchema):
    """The body of `POST /v1/tables`; what the options mean, the game says."""

    game = fields.String(required=True)
    options = fields.Dict(keys=fields.String(), load_default=dict)
    seats = ShortList(fields.Nested(SeatSchema), MOST_SEATS, required=True)
    auto_start = Flag(load_default=True)


class ForkSchema(PaceSchema):
    """The body of `POST /v1/tables/{table}/fork`."""

    at = whole(1, LARGEST_NUMBER, required=True)
    seats = ShortList(fields.Nested(TakenSeatSchema), MOST_SEATS)


class NoBody(StrictSchema):
    """The body of a request that has nothing to say: an empty object, or none."""


class SitSchema(HolderSchema):
    """The body of `POST /v1/tables/{table}/seats`."""

    client_seed = fields.String(validate=SEED)

    @post_load
    def make(self, sit: dict[str, Any], **_: Any) -> Sit:
        return Sit(**sit)


class RematchSchema(StrictSchema):
    """The body of `POST /v1/tables/{table}/rematch`."""

    client_seed = fields.String(validate=SEED)
    commitment = fields.Nested(CommitmentSchema)
    invitations = fields.Dict(
        keys=fields.String(validate=BOT), values=fields.String(validate=INVITATION), validate=validate.Length(max=MOST_SEATS)
    )


class ClaimSchema(StrictSchema):
    """The body of `POST /v1/tables/{table}/seats/{seat}/claims`."""

    code = fields.String(required=True, validate=LINK_CODE)


class AiTurnSchema(StrictSchema):
    """The body of `POST /v1/tables/{table}/ai-turns`."""

    mode = fields.String(required=True, validate=validate.OneOf(("play", "advise")))
    level = fields.String(validate=LEVEL, load_default=DEFAULT_LEVEL)
    decision = whole(1, LARGEST_NUMBER)


class ExportSchema(StrictSchema):
    """The body of `POST /v1/tables/{table}/exports`."""

    format = fields.String(required=True, validate=validate.OneOf(format_names()))
    language = fields.String(validate=validate.OneOf(LANGUAGES))


def _belongs(body: dict[str, Any], field: str, *, wanted: bool, to: str) -> None:
    """Raises `ValidationError` if a field is missing where it is required, or present where it has no meaning."""
    if wanted != (field in body):
        raise ValidationError(f"Belongs to {to}." if field in body else "Missing data for required field.", field)
