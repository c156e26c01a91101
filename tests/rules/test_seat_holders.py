"""What is known of a seat's holder: every fact comes with a request, is stored, and is kept in the state."""

from dataclasses import fields
from typing import Any

from rules.same_fields import shared
from rules.table_commands import SeatRequest, Sit
from rules.table_events import SeatTaken
from rules.table_state import SeatState
from rules.table_view import SHOWN_OF_HOLDERS


def names(kind: type[Any]) -> set[str]:
    return {field.name for field in fields(kind)}


STORED = names(SeatTaken) - {"seat", "name_digest"}
"""The digest follows from the name when the event is stored."""


def test_every_fact_about_a_holder_is_stored_kept_and_said_by_somebody() -> None:
    assert names(Sit) | names(SeatRequest) == STORED
    assert set(SeatState._fields) - {"taken", "resigned", "informed", "advised"} == STORED


def test_everybody_sees_who_holds_a_seat_but_for_the_client_seed() -> None:
    assert {*SHOWN_OF_HOLDERS, "client_seed"} == STORED


def test_facts_are_carried_by_their_names() -> None:
    taken = SeatTaken(seat=3, kind="bot", name="Six", client_seed=None, bot="bot_six")

    place = SeatState(**shared(taken, SeatState), taken=7)

    assert place == SeatState("bot", "Six", 7, None, bot="bot_six")
    assert SeatRequest(**shared(place, SeatRequest)) == SeatRequest(kind="bot", name="Six", bot="bot_six")
    assert Sit(**shared(place, Sit)) == Sit(name="Six")
