"""Tables of every game in certain situations: created over the API, then played at the store."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from tests.at_the_store import Desk, desk
from tests.browser import TIMEOUT_MS
from tests.live import STORES, Api, CreatedTable, Seated

PEOPLE = ("Ada", "Grace", "Linus", "Zoë")

View = Mapping[str, Any]

DEFAULTS: Final[Mapping[str, Mapping[str, Any]]] = {
    "dicy-cards": {"options": {"first_seat": "creator"}},
    "ice-dice": {"turn_seconds": None},
}
"""What tests expect of a game's tables, unless they say otherwise: the first of them begins, and nobody is in a hurry."""

ADVANCING: Final = (
    *("score", "take", "shift", "setup", "freeze", "reset", "roll", "keep", "mark", "exchange"),
    *("pass", "reroll", "skip", "strike"),
)
"""The types of moves of all games, those first that bring a game nearer to its end."""

REROLLS: Final = 0.15
"""How often a player rerolls who could score."""

FINISHED: Final[dict[Any, CreatedTable]] = {}


def created_table(api: Api, *names: str, game: str = "dicy-cards", **more: Any) -> CreatedTable:
    """A table for these people. `more` as for `create_table`."""
    default = DEFAULTS.get(game, {})
    options = {**default.get("options", {}), **more.pop("options", {})}
    return api.create_table(len(names), names=names, game=game, **{**default, **more, "options": options})


class Client(Protocol):
    """A program or a visitor."""

    @property
    def url(self) -> str: ...


def at_the_store(client: Client) -> Desk:
    """The desk of the service that this client uses."""
    return desk(STORES[client.url])


def played(client: Client, table: CreatedTable, until: Callable[[View], bool], seed: int = 1) -> View:
    """Play until the view is as wanted, mostly with moves that advance the game; return that view."""
    chance, desk = random.Random(seed), at_the_store(client)
    view = desk.view(table.table)
    while not until(view):
        who = mover(table, view)
        view = desk.play(who, _choose(desk.moves(who), view, chance))
    return view


def advance(client: Client, who: Seated) -> None:
    """Make the seat's decision, if it owes one, with a move that advances the game."""
    desk = at_the_store(client)
    if moves := desk.moves(who):
        desk.play(who, _choose(moves, desk.view(who.table), random.Random(1)))


def finished(api: Api, *names: str, **more: Any) -> CreatedTable:
    """A table of these people whose game is over. Tests share it: they only look at it."""
    key = repr((api.url, names, sorted(more.items())))
    if key not in FINISHED:
        table = created_table(api, *names, **more)
        FINISHED[key] = table._replace(view=played(api, table, is_over))
    return FINISHED[key]


def mover(table: CreatedTable, view: View) -> Seated:
    """The player with a pending decision, or the first of them."""
    return next(who for who in table.seated if who.seat == view["owed"][0]["seat"])


def waiter(table: CreatedTable, view: View) -> Seated:
    """A player without a pending decision."""
    return next(who for who in table.seated if who.seat != view["owed"][0]["seat"])


def newer(client: Client, view: View) -> View:
    """Wait until the table has a newer version; return its view."""
    deadline, desk = time.monotonic() + TIMEOUT_MS / 1000, at_the_store(client)
    while (now := desk.view(view["table"]))["version"] == view["version"]:
        assert time.monotonic() < deadline, view
        time.sleep(0.02)
    return now


def is_over(view: View) -> bool:
    return bool(view["status"] == "finished")


def has_decision(seat: int, phase: str, round: int = 1) -> Callable[[View], bool]:
    """A condition: the seat has a pending decision of this phase (`roll`, `play`, `choice`), in this round or later."""
    return lambda view: view["round"] >= round and view["state"]["phase"] == phase and any(owed["seat"] == seat for owed in view["owed"])


def can(client: Client, table: CreatedTable, *kinds: str) -> Callable[[View], bool]:
    """A condition: the player with a pending decision has legal moves of these types."""
    return lambda view: set(kinds) <= {move["type"] for move in at_the_store(client).moves(mover(table, view))}


def moves_of(client: Client, who: Seated, kind: str) -> Sequence[View]:
    """The legal moves of this type."""
    return [move for move in at_the_store(client).moves(who) if move["type"] == kind]


def play(client: Client, who: Seated, kind: str, **wanted: object) -> View:
    """Play the first legal move of a type, with these values; return the view after it."""
    move = next(move for move in moves_of(client, who, kind) if all(move.get(name) == value for name, value in wanted.items()))
    return at_the_store(client).play(who, move)


def owing_a_card(api: Api, *names: str) -> tuple[CreatedTable, Seated]:
    """A table whose second player must choose a card to freeze, and that player."""
    table = created_table(api, *names)
    reach(api, table)
    return table, table.seated[1]


def reach(client: Client, table: CreatedTable) -> None:
    """Play the first player's first turn, with a card that affects the second player."""
    play(client, table.seated[0], "roll")
    play(client, table.seated[0], "score", card="any-two", dice=[0, 1])


def _choose(moves: Sequence[View], view: View, chance: random.Random) -> View:
    """A move of the type that advances the game most: the score with the highest sum of its dice, or any other; now and then a reroll."""
    rerolls = [move for move in moves if move["type"] == "reroll" and "freeze" in move]
    if rerolls and chance.random() < REROLLS:
        return chance.choice(rerolls)
    kind = min((move["type"] for move in moves), key=ADVANCING.index)
    best = [move for move in moves if move["type"] == kind]
    if kind == "score":
        return max(best, key=lambda move: sum(view["state"]["dice"][position] for position in move["dice"]))
    return chance.choice(best)
