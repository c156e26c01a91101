"""Pictures of what only Ice Dice has, see shots.py."""

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from playwright.sync_api import expect

from tests.live import Api, CreatedTable
from tests.page import ice
from tests.page.tables import PEOPLE, View, at_the_store, can, is_over, mover, moves_of, played
from tests.page.visitor import Visitor


class IceScenes(NamedTuple):
    """The tables of Ice Dice in the screenshots, by their situation."""

    setting_up: CreatedTable
    shifting: CreatedTable
    taking: CreatedTable
    many: CreatedTable
    over: CreatedTable


def scenes(api: Api) -> IceScenes:
    setting_up, shifting = (ice.created_table(api, "Ada", "Grace", turn_seconds=3600, advice="private") for _ in range(2))
    taking = ice.created_table(api, "Ada", "Grace")
    played(api, shifting, lambda view: view["round"] >= 8 and can(api, shifting, "shift", "reroll")(view))
    played(api, taking, lambda view: view["round"] >= 6 and can(api, taking, "take")(view))
    return IceScenes(setting_up, shifting, taking, last_round(api), ice.finished(api, "Ada", "Grace", "Linus"))


def last_round(api: Api) -> CreatedTable:
    """A table of six in its last round, where a seat can still shift."""
    table = ice.created_table(api, *PEOPLE, "Mei", "Noor")
    played(api, table, lambda view: is_over(view) or view["state"]["last_round"])
    view = played(api, table, lambda view: is_over(view) or can(api, table, "shift")(view))
    return last_round(api) if is_over(view) else table


def sit(visitor: Visitor, table: CreatedTable) -> View:
    """Open the table as the player with a pending decision; return the view."""
    view = at_the_store(visitor).view(table.table)
    visitor.sit_or_stay(mover(table, view))
    visitor.expect_decision(re.compile("setup|shift|take"))
    return view


def setup(ada: Visitor, at: IceScenes) -> None:
    sit(ada, at.setting_up)
    ice.token(ada, 15).click()


def turn(ada: Visitor, at: IceScenes) -> None:
    sit(ada, at.shifting)


def sum_(ada: Visitor, at: IceScenes) -> None:
    who = mover(at.shifting, sit(ada, at.shifting))
    longest = max(moves_of(ada, who, "shift"), key=lambda move: len(str(move["expression"])))
    ice.tap(ada, longest["expression"])
    expect(ada.page.locator(".chip.hit").first).to_be_visible()


def missed(ada: Visitor, at: IceScenes) -> None:
    sit(ada, at.shifting)
    ada.page.locator(".big button").last.click()
    ice.tap(ada, {"op": "/", "left": 0, "right": {"op": "+", "left": 1, "right": 2}})
    ada.does("move").click(force=True)


def pass_(ada: Visitor, at: IceScenes) -> None:
    sit(ada, at.shifting)
    ada.does("pass").click()


def hint(ada: Visitor, at: IceScenes) -> None:
    sit(ada, at.shifting)
    ada.does("hint").click()
    expect(ice.status(ada, "Hint:")).to_be_visible()


def take(ada: Visitor, at: IceScenes) -> None:
    view = sit(ada, at.taking)
    ice.tap(ada, moves_of(ada, mover(at.taking, view), "take")[0]["expression"])


def six(ada: Visitor, at: IceScenes) -> None:
    sit(ada, at.many)
    expect(ada.page.get_by_text("Last round", exact=True)).to_be_visible()


PICTURES: Final[Mapping[str, Callable[[Visitor, IceScenes], None]]] = {
    f"ice-{picture.__name__.strip('_')}": picture for picture in (setup, turn, sum_, missed, pass_, hint, take, six)
}
AT_THE_BOARD: Final = {*PICTURES.keys() - {"ice-six"}, "ice-waiting"}
"""Screenshots of a board with controls that stay in place."""
