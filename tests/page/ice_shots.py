"""Pictures of every view of Ice Dice, see shots.py."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from playwright.sync_api import expect

from tests.live import Api, CreatedTable
from tests.page import ice
from tests.page.tables import PEOPLE, is_over
from tests.page.visitor import Visitor


class IceScenes(NamedTuple):
    """The tables of Ice Dice in the screenshots, by their situation."""

    setting_up: CreatedTable
    shifting: CreatedTable
    taking_token: CreatedTable
    many: CreatedTable
    timed: CreatedTable
    over: CreatedTable


def scenes(api: Api) -> IceScenes:
    setting_up = ice.created_table(api, "Ada", "Grace", turn_seconds=3600)
    shifting, taking_token = ice.created_table(api, "Ada", "Grace"), ice.created_table(api, "Ada", "Grace")
    timed = ice.created_table(api, "Ada", "Grace", turn_seconds=300)
    ice.played(api, shifting, lambda view: view["round"] >= 8 and ice.can(api, shifting, "shift", "reroll")(view))
    ice.played(api, taking_token, lambda view: view["round"] >= 6 and ice.can(api, taking_token, "take")(view))
    ice.played(api, timed, lambda view: view["round"] >= 3 and ice.can(api, timed, "shift")(view))
    return IceScenes(setting_up, shifting, taking_token, last_round(api), timed, ice.finished(api, "Ada", "Grace", "Linus"))


def last_round(api: Api) -> CreatedTable:
    """A table of six in its last round, where a seat can still shift."""
    table = ice.created_table(api, *PEOPLE, "Mei", "Noor")
    ice.played(api, table, lambda view: is_over(view) or view["state"]["last_round"])
    view = ice.played(api, table, lambda view: is_over(view) or ice.can(api, table, "shift")(view))
    return last_round(api) if is_over(view) else table


def _at(visitor: Visitor, api: Api, table: CreatedTable) -> Mapping[str, Any]:
    """Open the table as the player with a pending decision; return the view."""
    view = api.view(table.table)
    visitor.sit(ice.mover(table, view))
    visitor.expect_decision(re.compile("setup|shift|take"))
    return view


def setup(ada: Visitor, at: IceScenes) -> None:
    with Api(ada.url) as api:
        _at(ada, api, at.setting_up)
    ice.token(ada, 15).click()


def turn(ada: Visitor, at: IceScenes) -> None:
    with Api(ada.url) as api:
        _at(ada, api, at.timed)


def sum_(ada: Visitor, at: IceScenes) -> None:
    with Api(ada.url) as api:
        _at(ada, api, at.shifting)
        move = max(ice.moves_of(api, ice.mover(at.shifting, api.view(at.shifting.table)), "shift"), key=_brackets)
    ice.tap(ada, move["expression"])
    expect(ada.page.locator(".chip.hit").first).to_be_visible()


def missed(ada: Visitor, at: IceScenes) -> None:
    with Api(ada.url) as api:
        _at(ada, api, at.shifting)
    ada.page.locator(".big button").last.click()
    ice.tap(ada, {"op": "/", "left": 0, "right": {"op": "+", "left": 1, "right": 2}})
    ada.does("move").click(force=True)


def take(ada: Visitor, at: IceScenes) -> None:
    with Api(ada.url) as api:
        view = _at(ada, api, at.taking_token)
        ice.tap(ada, ice.moves_of(api, ice.mover(at.taking_token, view), "take")[0]["expression"])


def pass_(ada: Visitor, at: IceScenes) -> None:
    with Api(ada.url) as api:
        _at(ada, api, at.shifting)
    ada.does("pass").click()


def hint(ada: Visitor, at: IceScenes) -> None:
    with Api(ada.url) as api:
        _at(ada, api, at.shifting)
    ada.does("hint").click()
    expect(ice.status(ada, "Hint:")).to_be_visible()


def six(ada: Visitor, at: IceScenes) -> None:
    with Api(ada.url) as api:
        _at(ada, api, at.many)
    expect(ada.page.get_by_text("Last round", exact=True)).to_be_visible()


def waiting(grace: Visitor, at: IceScenes) -> None:
    with Api(grace.url) as api:
        grace.sit(ice.waiter(at.timed, api.view(at.timed.table)))
    grace.expect_decision("wait")


def watching(zoe: Visitor, at: IceScenes) -> None:
    zoe.open(f"/t/{at.timed.table}")
    expect(zoe.seat("Grace")).to_be_visible()


def end(ada: Visitor, at: IceScenes) -> None:
    ada.sit(at.over.seated[0])
    expect(ada.page.get_by_role("region", name="Result")).to_be_visible()


def replay(zoe: Visitor, at: IceScenes) -> None:
    zoe.open(f"/t/{at.over.table}?at={at.over.view['version'] * 2 // 3}")
    expect(zoe.page.get_by_role("slider")).to_be_visible()
    expect(zoe.seat("Ada")).to_be_visible()


def _brackets(move: Mapping[str, Any]) -> int:
    return sum(isinstance(move["expression"][side], dict) for side in ("left", "right"))


PICTURES: Final[Mapping[str, Callable[[Visitor, IceScenes], None]]] = {
    f"ice-{picture.__name__.strip('_')}": picture
    for picture in (setup, turn, sum_, missed, take, pass_, hint, six, waiting, watching, end, replay)
}
AT_THE_BOARD: Final = {f"ice-{name}" for name in ("setup", "turn", "sum", "missed", "take", "pass", "hint", "waiting")}
"""Screenshots of a board with controls that stay in place."""
