"""Creating the table of a rematch: on the first player's commitment, with the bots that may be seated, once for all who ask."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import timedelta
from time import sleep
from typing import Any, Final, Literal, TypeAlias

from events.errors import KeyReused, TableBusy, TableRemoved, TableUnknown
from events.fairness.commitments import Reservation
from events.store.event_store import Proposal, Rematch
from events.store.keys import TABLE_ID_BYTES, new_table_id
from events.tables.keyed_orders import Order
from events.tables.opening import LoadedTable
from events.tables.rematching import CREATED, creation_of
from events.timestamps import epoch_ms
from rules.game import Seat
from service.http.charging import CREATING, charge, count_creation
from service.http.fields import MOST_ERRORS
from service.http.problems import Problem
from service.http.requester import creator
from service.metrics import count_events
from service.tables.reserving import reserved_secret
from service.tables.room import refuse_if_full, refuse_without_room
from service.tables.seating import Invitations, admitted
from service.wiring import wired
from workers.bots.health import healths

State: TypeAlias = Literal["none", "expected", "created", "over"]

ATTEMPTS: Final = 8
"""Lost races before a table counts as busy; each one means that another player's request went through."""

PAUSED_FOR: Final = 30
"""Seconds after which it is worth asking again for a bot that is paused."""

SOON: Final = 0.05
"""Seconds in which who has just proposed the rematch creates its table, as a rule."""

ABOUT_BOTS: Final = frozenset({"bot-full", "bot-not-seatable", "bot-unavailable"})
"""Refusals that concern one player's request, while another one's may be granted."""


class _AnotherIsKept(Exception):
    """Another player's proposal was kept first."""


def ask(source: LoadedTable, seat: Seat, wanted: dict[str, Any]) -> Rematch:
    """The rematch of a finished table for the player of this seat, whose wishes count if nobody has asked before. Its table exists then.

    A rematch that came to nothing gives way to a new one. Raises `TableUnknown`, `TableBusy`, the problems `bot-unavailable`, `bot-full`,
    `bot-not-seatable`, `body-invalid`, `commitment-unknown`, `commitment-expired` and `commitment-used`, and those about room for one more
    table.
    """
    invitations = _by_seat(source, wanted.get("invitations", {}))
    for attempt in range(ATTEMPTS):
        kept = None if source.rematch is None else source.rematch.proposal
        state = "none" if kept is None else _state(source, kept)
        if kept is not None and state == "created":
            return _named(source, seat, kept)
        proposal = kept if kept is not None and state == "expected" else _proposal(seat, wanted)
        unusable = "" if kept is None or proposal == kept else kept.table
        if attempt == 0:
            charge(CREATING)
        rematch = _tried(source, seat, proposal, unusable, invitations)
        if rematch is not None and rematch.proposal == proposal:
            return rematch
        if rematch is None and proposal is not kept:
            wanted = {**wanted, "commitment": None}  # its table was created by another request in the same moment, or removed
        source = wired().tables.open(source.id)
    raise TableBusy(source.id)


def _by_seat(source: LoadedTable, invitations: Mapping[str, str]) -> Invitations:
    """The codes that were given for bots, by their seats. Raises the problem `body-invalid` for one of a bot that is not at the table."""
    bots = {seat: place.bot for seat, place in enumerate(source.table.seats) if place.bot is not None}
    foreign = sorted({*invitations} - {*bots.values()})
    if foreign:
        errors = [{"field": f"invitations.{bot}", "detail": "No seat of this table has this bot."} for bot in foreign[:MOST_ERRORS]]
        raise Problem("body-invalid", "An invitation is for a bot that is not at this table.", errors=errors)
    return {seat: invitations[bot] for seat, bot in bots.items() if bot in invitations}


def _tried(source: LoadedTable, seat: Seat, proposal: Proposal, unusable: str, invitations: Invitations) -> Rematch | None:
    """The rematch that is kept now; its table exists if it is the proposed one. None if the proposed table cannot be created by this."""
    try:
        return _create(source, seat, proposal, unusable, invitations)
    except (KeyReused, TableRemoved):
        return None
    except Problem as problem:
        kept = wired().tables.open(source.id).rematch if problem.code in ABOUT_BOTS else None
        if kept is None or kept.proposal.table == unusable:
            raise
        if kept.proposal == proposal:  # the player who proposed it was let in with the bots, and is about to create the table
            sleep(SOON)
            return None
        return kept  # another player has just taken the bot's last place for the same rematch, or may seat it


def _state(source: LoadedTable, proposal: Proposal) -> State:
    """What became of a proposal: its table was created; or is expected to be, by who proposed it; or came to nothing."""
    tables = wired().tables
    try:
        opened = tables.open(proposal.table, CREATED)
    except TableUnknown:
        is_over = tables.store.was_removed(proposal.table) or epoch_ms(tables.now()) >= proposal.starts
        return "over" if is_over else "expected"
    known = opened.recollection
    if known is None or known.fingerprint != creation_of(source, proposal).key.fingerprint:
        return "over"
    return "over" if opened.table.status == "finished" and opened.table.play is None else "created"


def _create(source: LoadedTable, seat: Seat, proposal: Proposal, unusable: str, invitations: Invitations) -> Rematch:
    """Keep a proposal and create its table. If another one is kept already, that is answered and nothing is created."""
    _refuse_paused(source)
    refuse_if_full()
    refuse_without_room(proposal.table, creator())
    with suppress(_AnotherIsKept), _admitted(source, creation_of(source, proposal, creator=creator()), invitations) as order:
        rematch = _named(source, seat, proposal, unusable)
        if rematch.proposal != proposal:
            raise _AnotherIsKept
        answer = wired().handler.create(order, source.game.name, _secret(proposal))
        count_creation(answer)
        count_events(answer)
    return rematch


@contextmanager
def _admitted(source: LoadedTable, order: Order, invitations: Invitations) -> Iterator[Order]:
    """As `admitted`, with refusals that fit a request without seats."""
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
    for (bot, seat), health in zip(bots.items(), healths(wired().parts.tools.client, tuple(bots)), strict=True):
        known = wired().parts.bots.find(bot)
        if health.paused is not None or (known is not None and known.paused is not None):
            raise Problem("bot-unavailable", f"The bot in seat {seat} is paused.", headers={"Retry-After": str(PAUSED_FOR)})


def _named(source: LoadedTable, seat: Seat, proposal: Proposal, unusable: str = "") -> Rematch:
    named = wired().tables.store.name_rematch(source.id, seat, proposal, unusable)
    if named is None:
        raise TableUnknown(source.id)
    return named


def _proposal(seat: Seat, wanted: dict[str, Any]) -> Proposal:
    """What the first player to ask proposes. Raises the problems about its commitment."""
    starts = epoch_ms(wired().tables.now() + timedelta(seconds=wired().settings.limits.rematch_wait))
    seed, reservation = wanted.get("client_seed") or "", wanted.get("commitment")
    if reservation is None:
        return Proposal(new_table_id(wired().entropy(TABLE_ID_BYTES)), seat, seed, starts=starts)
    reserved_secret(reservation)
    if wired().commitments.is_over(reservation):
        raise Problem("commitment-expired", f"The commitment was good until {reservation.good_until}.")
    tables = wired().tables
    if tables.exists(reservation.table) or tables.store.was_removed(reservation.table):
        raise Problem("commitment-used", "A table was created with this commitment by another request.")
    return Proposal(reservation.table, seat, seed, reservation.commitment, reservation.good_until, starts)


def _secret(proposal: Proposal) -> str | None:
    """The dice secret that was reserved for the table; None if none was."""
    if not proposal.commitment:
        return None
    return reserved_secret(Reservation(proposal.table, proposal.commitment, proposal.good_until))
