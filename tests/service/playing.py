"""Plays tables: random moves up to a situation, or repeated skips."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.live import Api, Reply, Seated, choose

View = Mapping[str, Any]


def play_until(
    api: Api, seated: Sequence[Seated], view: View, chance: random.Random, wanted: Callable[[View], bool] = lambda _: False
) -> View:
    """Play random moves until the view is as wanted or the game is finished; return the view."""
    while view["status"] != "finished" and not wanted(view):
        who = seated[chance.choice(view["owed"])["seat"]]
        reply = api.play(who, choose(api.moves(who), chance))
        assert reply.status == 201, reply
        view = reply.json["view"]
    return view


def skip(api: Api, seated: Sequence[Seated], view: View) -> View:
    """Skip the turn of the seat that must move; return the view. That takes two events while no card is frozen."""
    [owed] = view["owed"]
    reply = api.play(seated[owed["seat"]], {"type": "skip", "decision": owed["decision"]})
    assert reply.status == 201, reply
    after: View = reply.json["view"]
    return after


def to_move(seated: Sequence[Seated], view: View) -> tuple[Seated, int]:
    """The first seat with a pending decision, and the number of that decision."""
    owed = view["owed"][0]
    return seated[owed["seat"]], owed["decision"]


def rolled(api: Api, who: Seated, decision: int) -> Reply:
    """Roll; return the response."""
    return api.play(who, {"type": "roll", "decision": decision})


def eventually(recorded_event: Callable[[], bool], seconds: float = 30.0) -> None:
    """Wait until `recorded_event()` is true."""
    deadline = time.monotonic() + seconds
    while not recorded_event():
        assert time.monotonic() < deadline, f"not within {seconds} s"
        time.sleep(0.05)
