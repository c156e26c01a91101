"""Bots in the seats that a request asks for: who may seat them, and at how many tables at once (ADR 35, 41).

Whatever creates a table with seats of kind `bot` does so in `admitted`; whatever starts one takes its places with `take_places` before.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from hmac import compare_digest
from typing import Any, Final, TypeAlias

from flask import g

from events.store.event_store import StoreUnavailable
from events.tables.keyed_orders import Order
from rules.game import Seat
from rules.table_commands import SeatRequest
from service.http.charging import charge, looking
from service.http.problems import Problem
from service.http.requester import creator
from service.wiring import wired
from workers.bots.places import BotPlace, PlacesTaken, Room, room_of
from workers.bots.registry import Bot

Invitations: TypeAlias = Mapping[Seat, str]
"""The codes that a request gives for the bots of its seats."""

NONE: Final[Invitations] = {}


@contextmanager
def admitted(asked: Order, game: str, invitations: Invitations = NONE) -> Iterator[Order]:
    """The order for a new table with its bots looked up, for a block that creates the table: it has a place with each of them.

    If the block fails, the places are free again, unless nobody knows whether the table was created: then they follow from the table. An
    order for a table that exists already stays as it was asked, since its bots may be full or gone by now.

    Raises as `seated` does, and the problem `bot-full`.
    """
    requests: Sequence[SeatRequest] = asked.command.seats
    if not _bots_of(requests) or wired().tables.exists(asked.table):
        yield asked
        return
    order = asked._replace(command=replace(asked.command, seats=seated(requests, game, invitations)))
    place = BotPlace(asked.table, asked.key.fingerprint)
    taken = take_places(place, asked.creator or creator(), _bots_of(requests))
    try:
        yield order
    except StoreUnavailable:
        raise
    except Exception:
        with suppress(StoreUnavailable):
            wired().places.give_up(place, _bots_of(requests), taken.at)
        raise


def without_invitations(sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """The body of a request for a table without the codes in its seats: what is known of it may be kept and shown."""
    seats = sent.get("seats")
    if not isinstance(seats, list):
        return sent
    return {**sent, "seats": [_without_invitation(seat) for seat in seats]}


def _without_invitation(seat: Any) -> Any:
    """What was sent as a seat, which may be anything."""
    return {name: value for name, value in seat.items() if name != "invitation"} if isinstance(seat, dict) else seat


def seated(requests: Sequence[SeatRequest], game: str, invitations: Invitations = NONE) -> tuple[SeatRequest, ...]:
    """The requests; a seat of kind `bot` without a name gets that of its bot.

    Raises the problem `body-invalid` for a bot that is not registered or does not play `game`, and `bot-not-seatable` for one that this
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
    if bot.seating == "anyone" or bot.owner == g.asked.owner:
        return
    if bot.seating == "owner":
        raise _not_seatable(seat, "Only its owner seats this bot: send the owner's API key, or choose another player.")
    if invitation is None:
        raise _not_seatable(seat, "This bot is seated by invitation: ask its owner for the code, and send it as this bot's invitation.")
    if not bot.invitation or not compare_digest(invitation.encode(), bot.invitation.encode()):
        raise _not_seatable(seat, "This is not the bot's invitation, or not any more: ask its owner for the present one.")


def take_places(place: BotPlace, client: str, seats: Mapping[str, Seat], *, named: bool = True) -> PlacesTaken:
    """Takes a place with each of these bots, of which a seat is known, for a table of this client.

    Raises the problems `bot-full` and, for a bot that is not registered, `body-invalid`. They name the seat as a field of the body if the
    bots are `named` in it.
    """
    limits = wired().settings.limits
    rooms = {bot: room_of(_found(seat, bot), limits) for bot, seat in seats.items()}
    taken = wired().places.take(place, client, rooms)
    if taken.gone is not None:
        raise _unknown(seats[taken.gone])
    if taken.full is not None:
        charge(looking(rooms[taken.full].everybody))
        about: Mapping[str, Any] = {"field": f"seats.{seats[taken.full]}.bot"} if named else {}
        raise Problem("bot-full", _why_full(taken, rooms[taken.full]), **about)
    return taken


def _why_full(taken: PlacesTaken, room: Room) -> str:
    again = "It has a place again when one of them has ended."
    if taken.whose == "client":
        return f"This bot plays at {room.client} of your tables, which is as many as one client may have with it. {again}"
    if taken.whose == "others":
        return f"This bot plays at {room.others} tables of others than its owner, and the rest of its places is kept for its owner. {again}"
    return f"This bot plays at {room.everybody} tables, which is as many as it may. {again}"


def _bots_of(requests: Sequence[SeatRequest]) -> dict[str, Seat]:
    """Every bot among the requests, with a seat for which it is asked."""
    return {request.bot or "": seat for seat, request in enumerate(requests) if request.kind == "bot"}


def _found(seat: Seat, name: str) -> Bot:
    bot = wired().parts.bots.find(name)
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
