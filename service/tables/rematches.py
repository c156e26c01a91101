"""Creates the table of a rematch once for all players, on the first player's commitment and with the same bots."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import timedelta
from time import sleep
from typing import Any, Final, Literal, TypeAlias

from events.errors import KeyReused, TableBusy, TableRemoved, TableUnknown
from events.fairness.commitments import Reservation
from events.store.event_store import Proposal, Rematch
from events.store.keys import TABLE_ID_BYTES, new_table_id
from events.strict_schema import MOST_ERRORS
from events.tables.keyed_orders import Order
from events.tables.opening import LoadedTable
from events.tables.rematching import REMATCH_KEY, creation_of
from events.timestamps import epoch_ms
from rules.game import Seat
from service.http.charging import UNITS_PER_TABLE, charge, count_creation
from service.http.problems import Problem
from service.http.requester import creator
from service.metrics import count_events
from service.tables.reserving import reserved_secret
from service.tables.room import refuse_if_full, refuse_without_room
from service.tables.seating import Invitations, admitted
from service.wiring import web_parts
from workers.bots.health import healths

State: TypeAlias = Literal["none", "expected", "created", "over"]

MOST_PROPOSAL_ATTEMPTS: Final = 8
"""After so many lost races, the table counts as busy. Each lost race means that another player's request succeeded."""

PAUSED_RETRY_AFTER: Final = 30
"""`Retry-After` in seconds when a bot of the table is paused."""

CREATION_WAIT: Final = 0.05
"""Seconds to wait for another request that has proposed the rematch and is creating its table."""

BOT_REFUSALS: Final = frozenset({"bot-full", "bot-not-seatable", "bot-unavailable"})
"""Problems about bots that refuse one player's request although another player's request may succeed."""


class _OtherProposalStored(Exception):
    """Another player's proposal was stored first."""


def request_rematch(source: LoadedTable, seat: Seat, wanted: dict[str, Any]) -> Rematch:
    """The rematch of a finished table, requested by the player of this seat. When it returns, the rematch's table exists.

    The first request decides with its `wanted` body. A rematch whose table cannot be created is replaced by a new one. Raises
    `TableUnknown`, `TableBusy`, the problems `bot-unavailable`, `bot-full`, `bot-not-seatable`, `body-invalid`, `commitment-unknown`,
    `commitment-expired` and `commitment-used`, and those about room for one more table.
    """
    invitations = _by_seat(source, wanted.get("invitations", {}))
    for attempt in range(MOST_PROPOSAL_ATTEMPTS):
        stored = None if source.rematch is None else source.rematch.proposal
        state = "none" if stored is None else _state(source, stored)
        if stored is not None and state == "created":
            return _store_proposal(source, seat, stored)
        proposal = stored if stored is not None and state == "expected" else _proposal(seat, wanted)
        unusable = "" if stored is None or proposal == stored else stored.table
        if attempt == 0:
            charge(UNITS_PER_TABLE)
        rematch = _try_to_create(source, seat, proposal, unusable, invitations)
        if rematch is not None and rematch.proposal == proposal:
            return rematch
        if rematch is None and proposal is not stored:
            wanted = {**wanted, "commitment": None}  # another request has just created its table, or the table was removed
        source = web_parts().tables.open(source.id)
    raise TableBusy(source.id)


def _by_seat(source: LoadedTable, invitations: Mapping[str, str]) -> Invitations:
    """The invitation codes by seat, given the codes by bot. Raises the problem `body-invalid` for a bot that is not at the table."""
    bots = {seat: place.bot for seat, place in enumerate(source.table.seats) if place.bot is not None}
    foreign = sorted({*invitations} - {*bots.values()})
    if foreign:
        errors = [{"field": f"invitations.{bot}", "detail": "No seat of this table has this bot."} for bot in foreign[:MOST_ERRORS]]
        raise Problem("body-invalid", "An invitation is for a bot that is not at this table.", errors=errors)
    return {seat: invitations[bot] for seat, bot in bots.items() if bot in invitations}


def _try_to_create(source: LoadedTable, seat: Seat, proposal: Proposal, unusable: str, invitations: Invitations) -> Rematch | None:
    """The stored rematch. If it is the proposed one, its table exists. None if this request cannot create the proposed table."""
    try:
        return _create(source, seat, proposal, unusable, invitations)
    except (KeyReused, TableRemoved):
        return None
    except Problem as problem:
        stored = web_parts().tables.open(source.id).rematch if problem.code in BOT_REFUSALS else None
        if stored is None or stored.proposal.table == unusable:
            raise
        if stored.proposal == proposal:  # another request of that player is creating the table
            sleep(CREATION_WAIT)
            return None
        return stored  # another player's request got the bot's last place, or may seat the bot


def _state(source: LoadedTable, proposal: Proposal) -> State:
    """The state of a proposal: its table is created, or still expected, or the rematch is over without a game."""
    tables = web_parts().tables
    try:
        loaded = tables.open(proposal.table, REMATCH_KEY)
    except TableUnknown:
        is_over = tables.store.was_removed(proposal.table) or epoch_ms(tables.now()) >= proposal.starts
        return "over" if is_over else "expected"
    known = loaded.idempotency_record
    if known is None or known.fingerprint != creation_of(source, proposal).key.fingerprint:
        return "over"
    return "over" if loaded.table.status == "finished" and loaded.table.play is None else "created"


def _create(source: LoadedTable, seat: Seat, proposal: Proposal, unusable: str, invitations: Invitations) -> Rematch:
    """Store a proposal and create its table. If another proposal is stored already, return that one and create nothing."""
    _refuse_paused(source)
    refuse_if_full()
    refuse_without_room(proposal.table, creator())
    with suppress(_OtherProposalStored), _admitted(source, creation_of(source, proposal, creator=creator()), invitations) as order:
        rematch = _store_proposal(source, seat, proposal, unusable)
        if rematch.proposal != proposal:
            raise _OtherProposalStored
        answer = web_parts().handler.create(order, source.game.name, _secret(proposal))
        count_creation(answer)
        count_events(answer)
    return rematch


@contextmanager
def _admitted(source: LoadedTable, order: Order, invitations: Invitations) -> Iterator[Order]:
    """As `admitted`, but the problems do not name seats of a request body, because a rematch request has none."""
    try:
        with admitted(order, source.game.name, invitations) as admissible:
            yield admissible
    except Problem as problem:
        if problem.code == "body-invalid":
            raise Problem("bot-unavailable", problem.detail) from None
        if problem.code == "bot-not-seatable":
            seat = int(problem.extra["field"].split(".")[1])
            raise Problem(problem.code, problem.detail, field=f"invitations.{source.table.seats[seat].bot}") from None
        if problem.code == "bot-full":
            raise Problem(problem.code, problem.detail) from None
        raise


def _refuse_paused(source: LoadedTable) -> None:
    """Raises the problem `bot-unavailable` if a bot of the table is paused."""
    bots = {place.bot: seat for seat, place in enumerate(source.table.seats) if place.bot is not None}
    for (bot, seat), health in zip(bots.items(), healths(web_parts().parts.worker.client, tuple(bots)), strict=True):
        known = web_parts().parts.bots.find(bot)
        if health.paused is not None or (known is not None and known.paused is not None):
            raise Problem("bot-unavailable", f"The bot in seat {seat} is paused.", headers={"Retry-After": str(PAUSED_RETRY_AFTER)})


def _store_proposal(source: LoadedTable, seat: Seat, proposal: Proposal, unusable: str = "") -> Rematch:
    stored = web_parts().tables.store.name_rematch(source.id, seat, proposal, unusable)
    if stored is None:
        raise TableUnknown(source.id)
    return stored


def _proposal(seat: Seat, wanted: dict[str, Any]) -> Proposal:
    """The proposal of the first player. Raises the problems about its commitment."""
    starts = epoch_ms(web_parts().tables.now() + timedelta(seconds=web_parts().settings.limits.rematch_wait))
    seed, reservation = wanted.get("client_seed") or "", wanted.get("commitment")
    if reservation is None:
        return Proposal(new_table_id(web_parts().entropy(TABLE_ID_BYTES)), seat, seed, starts=starts)
    reserved_secret(reservation)
    if web_parts().commitments.is_over(reservation):
        raise Problem("commitment-expired", f"The commitment was good until {reservation.good_until}.")
    tables = web_parts().tables
    if tables.exists(reservation.table) or tables.store.was_removed(reservation.table):
        raise Problem("commitment-used", "A table was created with this commitment by another request.")
    return Proposal(reservation.table, seat, seed, reservation.commitment, reservation.good_until, starts)


def _secret(proposal: Proposal) -> str | None:
    """The dice secret that is reserved for the table; None if there is no commitment."""
    if not proposal.commitment:
        return None
    return reserved_secret(Reservation(proposal.table, proposal.commitment, proposal.good_until))
