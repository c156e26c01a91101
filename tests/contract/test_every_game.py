"""Tables of every game, played with requests: every value matches the contract, and everything in the contract occurs."""

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from rules.game import AnyGame
from rules.registry import games
from rules.texts.catalogue import catalogue
from tests.contract.checker import faults, schema
from tests.live import Api, CreatedTable, choose, created_table
from tests.service.in_process import Application
from tests.size import at_size

Met = Mapping[str, Any]

EVERY = games().values()


@dataclass
class Game:
    """The values that occurred at some tables of a game. Each response was checked against the contract on arrival."""

    api: Api
    game: AnyGame
    chance: random.Random = field(default_factory=lambda: random.Random(20))
    tables: list[str] = field(default_factory=list)
    moves: list[Met] = field(default_factory=list)
    views: list[Met] = field(default_factory=list)

    def own(self, name: str) -> dict[str, Any]:
        """A schema of the game: `State` is `IceDiceState` for `ice-dice`."""
        return schema("".join(word.capitalize() for word in self.game.name.split("-")) + name)

    def faults(self, name: str, values: Iterable[Any]) -> list[str]:
        """The errors of these values by a schema of the game."""
        return [fault for value in values for fault in faults(self.own(name), value)]

    def play(self, table: CreatedTable, until: int = 1_000_000) -> None:
        """Play random moves up to a version or to the end."""
        self.tables.append(table.table)
        view = table.view
        while True:
            self.views.append(view)
            if view["status"] == "finished" or view["version"] >= until:
                return
            who = table.seated[self.chance.choice(view["owed"])["seat"]]
            legal = self.api.moves(who)
            self.moves += legal
            reply = self.api.play(who, choose(legal, self.chance))
            assert reply.status == 201, reply
            view = reply.json["view"]

    def look_back(self, table: CreatedTable) -> None:
        """Get the view at every version of a table, including those in the middle of a move."""
        newest = self.api.view(table.table)["version"]
        self.views += [self.api.view(table.table, at=version) for version in range(1, newest + 1)]


@pytest.fixture(scope="module", params=EVERY, ids=lambda game: game.name)
def met(request: pytest.FixtureRequest, served: Application) -> Iterator[Game]:
    """A whole table, the first moves with each value of each option, and a table of all seats, of which all but one resign."""
    with served.api() as api:
        met = Game(api, request.param)
        seats = [{"kind": "human"}] * met.game.seats[0]
        for options in _options(met.game):
            new = created_table(api.post("/v1/tables", json={"game": met.game.name, "seats": seats, "options": options}))
            met.play(new, until=at_size(60, 1_000_000) if options else 1_000_000)
        left = api.create_table(met.game.seats[-1], game=met.game.name)
        met.play(left, until=40)
        for who in left.seated[1:]:
            assert api.leave(who).status == 200
        met.look_back(left)
        yield met


def _options(game: AnyGame) -> Iterator[Met]:
    """The defaults, and then each option value that is valid alone."""
    yield {}
    for name, option in catalogue(game, "en")["options"].items():
        for value in option["values"]:
            if _is_taken(game, {name: value}):
                yield {name: value}
        if option["numbers"] is not None:
            yield {name: option["numbers"]["minimum"]}


def _is_taken(game: AnyGame, options: Met) -> bool:
    return not faults(schema("CreateTable"), {"game": game.name, "seats": [{"kind": "human"}] * 2, "options": options})


def test_every_event_of_the_game_is_met_and_fits(met: Game) -> None:
    types = {event["type"] for table in met.tables for event in met.api.events(table)}

    assert {event.type for event in met.game.events} <= types


def test_every_kind_of_move_of_the_game_is_met_and_each_is_one_of_its_own(met: Game) -> None:
    assert {move["type"] for move in met.moves} == met.game.commands.keys()
    assert met.faults("Move", met.moves) == []


def test_every_state_is_one_of_the_games_own_and_every_phase_is_met(met: Game) -> None:
    started = [view["state"] for view in met.views if view["state"] is not None]

    assert met.faults("State", started) == []
    assert {state["phase"] for state in started} == set(met.own("State")["properties"]["phase"]["enum"])


def test_the_options_of_a_table_are_those_of_its_game(met: Game) -> None:
    assert met.faults("Options", [view["options"] for view in met.views]) == []


def test_the_catalogue_names_the_players_that_advise(met: Game) -> None:
    offered = met.api.get(f"/v1/games/{met.game.name}").json

    assert offered["advisers"] == [level for level in offered["players"] if level != "random"]


def test_the_catalogue_and_the_contract_know_the_same_options_and_values(met: Game) -> None:
    for name, option in met.api.get(f"/v1/games/{met.game.name}").json["options"].items():
        limits = option["numbers"]
        taken = [option["default"]] if limits is None else [option["default"], *limits.values()]
        refused = [] if limits is None else [limits["minimum"] - 1, limits["maximum"] + 1]
        assert [value for value in taken if not _is_taken(met.game, {name: value})] == []
        assert [value for value in [*refused, 0.5, True] if _is_taken(met.game, {name: value})] == []
    assert not _is_taken(met.game, {"unheard-of": 1})
