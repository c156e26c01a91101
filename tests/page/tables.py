"""Tables in certain situations, created and played over the API."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.browser import TIMEOUT_MS
from tests.live import Api, CreatedTable, Seated

PEOPLE = ("Ada", "Grace", "Linus", "Zoë")

View = Mapping[str, Any]


def created_table(api: Api, *names: str, **more: Any) -> CreatedTable:
    """A table for these people; the first of them begins. `more` as for `create_table`."""
    options = {"first_seat": "creator", **more.pop("options", {})}
    return api.create_table(len(names), names=names, options=options, **more)


def played(api: Api, table: CreatedTable, until: Callable[[View], bool], seed: int = 1) -> View:
    """Play until the view is as wanted, mostly with the best score; return that view."""
    chance = random.Random(seed)
    seats = {who.seat: who for who in table.seated}
    view = api.view(table.table)
    while not until(view):
        who = seats[view["owed"][0]["seat"]]
        reply = api.play(who, _choose(api.moves(who), view, chance))
        assert reply.status == 201, reply
        view = reply.json["view"]
    return view


def finished(api: Api, *names: str, **more: Any) -> CreatedTable:
    """A table of these people whose game is over."""
    table = created_table(api, *names, **more)
    return table._replace(view=played(api, table, is_over))


def newer(api: Api, view: View) -> View:
    """Wait until the table has a newer version; return its view."""
    deadline = time.monotonic() + TIMEOUT_MS / 1000
    while (now := api.view(view["table"]))["version"] == view["version"]:
        assert time.monotonic() < deadline, view
        time.sleep(0.02)
    return now


def is_over(view: View) -> bool:
    return bool(view["status"] == "finished")


def has_decision(seat: int, phase: str, round: int = 1) -> Callable[[View], bool]:
    """A condition: the seat has a pending decision of this phase (`roll`, `play`, `choice`), in this round or later."""
    return lambda view: view["round"] >= round and view["state"]["phase"] == phase and any(owed["seat"] == seat for owed in view["owed"])


def owing_a_card(api: Api, *names: str) -> tuple[CreatedTable, Seated]:
    """A table whose second player must choose a card to freeze, and that player."""
    table = created_table(api, *names)
    reach(api, table)
    return table, table.seated[1]


def reach(api: Api, table: CreatedTable) -> None:
    """Play the first player's first turn, with a card that affects the second player."""
    first = table.seated[0]
    for move in ({"type": "roll"}, {"type": "score", "card": "any-two", "dice": [0, 1]}):
        legal = api.moves(first)
        reply = api.play(first, next(one for one in legal if all(one[name] == value for name, value in move.items())))
        assert reply.status == 201, reply


def _choose(moves: Sequence[View], view: View, chance: random.Random) -> View:
    """The card with the highest sum of its dice, if one can be scored; now and then another reroll."""
    scores = [move for move in moves if move["type"] == "score"]
    rerolls = [move for move in moves if move["type"] == "reroll"]
    if rerolls and chance.random() < 0.15:
        return chance.choice(rerolls)
    if scores:
        dice = view["state"]["dice"]
        return max(scores, key=lambda move: sum(dice[position] for position in move["dice"]))
    return chance.choice([move for move in moves if move["type"] != "skip"] or moves)
