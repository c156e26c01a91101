"""Seats bots: checks whether a request may seat them, and reserves their places at tables (ADR 35, 41).

Code that creates a table with seats of kind `bot` uses `admitted`; code that starts a game calls `take_places` before.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from hmac import compare_digest
from typing import Any, Final, TypeAlias

from events.store.event_store import StoreUnavailable
from events.tables.keyed_orders import Order
from rules.game import Seat
from rules.table_commands import SeatRequest
from service.http.charging import charge, looking
from service.http.problems import Problem
from service.http.request_context import this_request
from service.http.requester import creator
from service.wiring import web_parts
from workers.bots.places import BotPlace, PlacesTaken, Room, room_of
from workers.bots.registry import Bot

Invitations: TypeAlias = Mapping[Seat, str]
"""The invitation codes that a request sends for the bots of its seats."""

NO_INVITATIONS: Final[Invitations] = {}


@contextmanager
def admitted(order: Order, game: str, invitations: Invitations = NO_INVITATIONS) -> Iterator[Order]:
    """The order for a new table with its bots looked up. The block creates the table; each bot has a place reserved for it.

    If the block fails, the places are released. If the store fails, they are not: the table may exist, and then its bots need the places.
    The order for a table that exists already is unchanged, because its bots may be full or deleted by now.

    Raises as `seated` does, and the problem `bot-full`.
    """
    requests: Sequence[SeatRequest] = order.command.seats
    if not _bots_of(requests) or web_parts().tables.exists(order.table):
        yield order
        return
    with_bots = order._replace(command=replace(order.command, seats=seated(requests, game, invitations)))
    place = BotPlace(order.table, order.key.fingerprint)
    taken = take_places(place, order.creator or creator(), _bots_of(requests))
    try:
        yield with_bots
    except StoreUnavailable:
        raise
    except Exception:
        with suppress(StoreUnavailable):
            web_parts().places.give_up(place, _bots_of(requests), taken.at)
        raise


def without_invitations(sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """The request's body without the secret invitation codes of its seats, so that it may be stored and shown."""
    seats = sent.get("seats")
    if not isinstance(seats, list):
        return sent
    return {**sent, "seats": [_without_invitation(seat) for seat in seats]}


def _without_invitation(seat: Any) -> Any:
    """A seat of the body without its invitation; the body is not validated yet, so a seat may be any JSON value."""
    return {name: value for name, value in seat.items() if name != "invitation"} if isinstance(seat, dict) else seat


def seated(requests: Sequence[SeatRequest], game: str, invitations: Invitations = NO_INVITATIONS) -> tuple[SeatRequest, ...]:
    """The seat requests; a seat of kind `bot` without a name gets its bot's name.

    Raises the problem `body-invalid` for a bot that is not registered or does not play `game`, and `bot-not-seatable` for a bot that this
    request may not seat.
    """
    return tuple(
        _named(seat, request, game, invitations.get(seat)) if request.kind == "bot" else request for seat, request in enumerate(requests)
    )


def _named(seat: Seat, request: SeatRequest, game: str, invitation: str | None) -> SeatRequest:
    bot = _found(seat, request.bot or "")
    if game not in bot.games:
        raise _wrong(seat, f"This bot does not play {game}.")
    _refuse_stranger(seat, bot, invitation)
    return replace(request, name=request.name or bot.name)


def _refuse_stranger(seat: Seat, bot: Bot, invitation: str | None) -> None:
    if bot.seating == "anyone" or bot.owner == this_request().owner:
        return
    if bot.seating == "owner":
        raise _not_seatable(seat, "Only its owner seats this bot: send the owner's API key, or choose another player.")
    if invitation is None:
        raise _not_seatable(seat, "This bot is seated by invitation: ask its owner for the code, and send it as this bot's invitation.")
    if not bot.invitation or not compare_digest(invitation.encode(), bot.invitation.encode()):
        raise _not_seatable(seat, "This is not the bot's invitation, or not any more: ask its owner for the present one.")


def take_places(place: BotPlace, client: str, seats: Mapping[str, Seat], *, named: bool = True) -> PlacesTaken:
    """Reserve a place with each of these bots, for a table of this client. `seats` maps each bot to one of its seats.

    Raises the problems `bot-full` and, for a bot that is not registered, `body-invalid`. With `named`, the problem `bot-full` names the
    seat as a field of the request's body.
    """
    limits = web_parts().settings.limits
    rooms = {bot: room_of(_found(seat, bot), limits) for bot, seat in seats.items()}
    taken = web_parts().places.take(place, client, rooms)
    if taken.gone is not None:
        raise _unknown(seats[taken.gone])
    if taken.full is not None:
        charge(looking(rooms[taken.full].everybody))
        about: Mapping[str, Any] = {"field": f"seats.{seats[taken.full]}.bot"} if named else {}
        raise Problem("bot-full", _why_full(taken, rooms[taken.full]), **about)
    return taken


def _why_full(taken: PlacesTaken, room: Room) -> str:
    again = "It has a place again when one of them has ended."
    if taken.full_for == "client":
        return f"This bot plays at {room.client} of your tables, which is as many as one client may have with it. {again}"
    if taken.full_for == "others":
        return f"This bot plays at {room.others} tables of others than its owner, and the rest of its places is kept for its owner. {again}"
    return f"This bot plays at {room.everybody} tables, which is as many as it may. {again}"


def _bots_of(requests: Sequence[SeatRequest]) -> dict[str, Seat]:
    """The bots of the requests, each with one of its seats."""
    return {request.bot or "": seat for seat, request in enumerate(requests) if request.kind == "bot"}


def _found(seat: Seat, name: str) -> Bot:
    bot = web_parts().parts.bots.find(name)
    if bot is None:
        raise _unknown(seat)
    return bot


def _unknown(seat: Seat) -> Problem:
    return _wrong(seat, "There is no such bot.")


def _not_seatable(seat: Seat, detail: str) -> Problem:
    return Problem("bot-not-seatable", detail, field=f"seats.{seat}.bot")


def _wrong(seat: Seat, detail: str) -> Problem:
    field = f"seats.{seat}.bot"
    return Problem("body-invalid", f"{field}: {detail}", errors=[{"field": field, "detail": detail}])
