"""Ways to bring a table on: random moves up to a situation, or the shortest of all moves over and over."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.live import Api, Laid, Reply, Seated, choose

View = Mapping[str, Any]


def play_until(
    api: Api, seated: Sequence[Seated], view: View, chance: random.Random, wanted: Callable[[View], bool] = lambda _: False
) -> View:
    """The table after random moves, as soon as it is as wanted or finished."""
    while view["status"] != "finished" and not wanted(view):
        who = seated[chance.choice(view["owed"])["seat"]]
        reply = api.play(who, choose(api.moves(who), chance))
        assert reply.status == 201, reply
        view = reply.json["view"]
    return view


def skip(api: Api, seated: Sequence[Seated], view: View) -> View:
    """The table after the seat whose turn it is has given it up: two events, as long as no card is frozen."""
    [owed] = view["owed"]
    reply = api.play(seated[owed["seat"]], {"type": "skip", "decision": owed["decision"]})
    assert reply.status == 201, reply
    after: View = reply.json["view"]
    return after


def skip_until(url: str, created_table: Laid, version: int) -> View:
    """Skip and skip, as fast as a client can, until the table has come so far."""
    with Api(url) as api:
        view = api.view(created_table.table)
        while view["version"] < version:
            view = skip(api, created_table.seated, view)
        return view


def to_move(seated: Sequence[Seated], view: View) -> tuple[Seated, int]:
    """Who owes a decision, and which; the first of them if several do."""
    owed = view["owed"][0]
    return seated[owed["seat"]], owed["decision"]


def rolled(api: Api, who: Seated, decision: int) -> Reply:
    """The answer to a roll."""
    return api.play(who, {"type": "roll", "decision": decision})


def eventually(happened: Callable[[], bool], seconds: float = 30.0) -> None:
    """Wait for what takes its time."""
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, f"not within {seconds} s"
        time.sleep(0.05)
