"""Screenshots of every view: `python -m tests.page.shots FOLDER [NAME …]`, for phones and desktops, in light and dark colours."""

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from playwright.sync_api import Browser, expect

from service.processes import embedded_store
from tests.browser import DESKTOP, PHONE, browsing
from tests.live import Api, CreatedTable, running
from tests.page import ice_shots
from tests.page.tables import PEOPLE, at_the_store, created_table, finished, has_decision, owing_a_card, played, waiter
from tests.page.visitor import Visitor, visiting

SIZES: Final = {"phone": PHONE, "desk": DESKTOP}
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


class Scenes(NamedTuple):
    """The tables in the screenshots, by their situation."""

    waiting: CreatedTable
    playing: CreatedTable
    deciding: CreatedTable
    choosing: CreatedTable
    four: CreatedTable
    over: CreatedTable
    ice: ice_shots.IceScenes


def scenes(api: Api) -> Scenes:
    for names in (("Noor", "Mei"), ("Linus", "Zoë")):
        finished(api, *names)
    deciding, four = created_table(api, "Ada", "Grace", turn_seconds=3600, advice="private"), created_table(api, *PEOPLE)
    played(api, deciding, has_decision(0, "play", round=4))
    played(api, four, has_decision(0, "play", round=5))
    choosing, _ = owing_a_card(api, "Ada", "Grace", "Linus")
    waiting = created_table(api, "Ada", open_seats=2)
    return Scenes(
        waiting, created_table(api, "Ada", "Grace"), deciding, choosing, four, finished(api, "Ada", "Grace"), ice_shots.scenes(api)
    )


def lobby(ada: Visitor, at: Scenes) -> None:
    ada.sit(at.deciding.seated[0])
    expect(ada.heading("Your turn")).to_be_visible()
    ada.open()
    expect(ada.heading("In progress")).to_be_visible()
    expect(ada.page.get_by_text("Loading tables")).to_have_count(0)


def create(ada: Visitor, at: Scenes) -> None:
    ada.open()
    ada.button("Create a table").click()
    expect(ada.button("Create table")).to_be_visible()


def waiting(ada: Visitor, at: Scenes) -> None:
    ada.sit(at.waiting.seated[0])
    expect(ada.heading("Invite players")).to_be_visible()


def joining(ada: Visitor, at: Scenes) -> None:
    ada.open(f"/t/{at.waiting.table}")
    expect(ada.button("Join")).to_be_visible()


def roll(ada: Visitor, at: Scenes) -> None:
    ada.sit(at.playing.seated[0])
    ada.expect_decision("roll")


def own_turn(ada: Visitor, at: Scenes) -> None:
    ada.sit_or_stay(at.deciding.seated[0])
    ada.expect_decision("play")


def selected(ada: Visitor, at: Scenes) -> None:
    own_turn(ada, at)
    ada.page.locator("button[data-card]:not(.frozen)").first.click()


def hint(ada: Visitor, at: Scenes) -> None:
    own_turn(ada, at)
    ada.does("hint").click()
    expect(ada.page.get_by_text("Hint:")).to_be_visible()


def refused(ada: Visitor, at: Scenes) -> None:
    own_turn(ada, at)
    ada.does("score").click(force=True)


def effect(grace: Visitor, at: Scenes) -> None:
    grace.sit(at.choosing.seated[1])
    grace.expect_decision("freeze")
    grace.card("odds").click()


def four(ada: Visitor, at: Scenes) -> None:
    ada.sit(at.four.seated[0])
    ada.expect_decision("play")


def device(ada: Visitor, at: Scenes) -> None:
    own_turn(ada, at)
    ada.button("Play on another device").click()
    expect(ada.page.get_by_label("Link to your seat")).to_be_visible()


def watching(zoe: Visitor, table: CreatedTable) -> None:
    zoe.open(f"/t/{table.table}")
    expect(zoe.seat("Ada")).to_be_visible()


def end(ada: Visitor, table: CreatedTable) -> None:
    ada.sit(table.seated[0])
    expect(ada.page.get_by_role("region", name="Result")).to_be_visible()


def replay(zoe: Visitor, table: CreatedTable) -> None:
    path = f"/t/{table.table}?at={table.view['version'] * 2 // 3}"
    if not zoe.page.url.endswith(path):
        zoe.open(path)
    expect(zoe.page.get_by_role("slider")).to_be_visible()
    expect(zoe.seat("Ada")).to_be_visible()


def turn_of_another(ada: Visitor, table: CreatedTable) -> None:
    ada.sit(waiter(table, at_the_store(ada).view(table.table)))
    ada.expect_decision("wait")


def checked(zoe: Visitor, at: Scenes) -> None:
    replay(zoe, at.over)
    zoe.button("Check the dice").click()
    expect(zoe.page.get_by_role("region", name="Were the dice fair?")).to_contain_text("Everything matches")
    zoe.page.locator("[data-draw]").nth(2).click()


def fork(zoe: Visitor, at: Scenes) -> None:
    replay(zoe, at.over)
    zoe.button("Play on from here").click()
    expect(zoe.page.get_by_role("dialog")).to_be_visible()


def create_ice(ada: Visitor, at: Scenes) -> None:
    create(ada, at)
    ada.page.get_by_role("radio", name="Ice Dice").check()
    expect(ada.page.get_by_label("Maximum rerolls per turn")).to_be_visible()


def rules(ada: Visitor, at: Scenes) -> None:
    ada.open()
    ada.button("Ice Dice: the rules").click()
    expect(ada.page.get_by_role("dialog", name="Ice Dice: rules summary")).to_be_visible()


def nowhere(zoe: Visitor, at: Scenes) -> None:
    zoe.open("/t/p07-00000000000000000000000000")
    expect(zoe.page.get_by_role("alert")).to_be_visible()
    zoe.forgive("status of 404")


def _of_ice(picture: Callable[[Visitor, ice_shots.IceScenes], None], visitor: Visitor, at: Scenes) -> None:
    picture(visitor, at.ice)


Picture: TypeAlias = Callable[[Visitor, Scenes], None]

OF_BOTH: Final[Mapping[str, Picture]] = {
    "watching": lambda zoe, at: watching(zoe, at.four),
    "end": lambda ada, at: end(ada, at.over),
    "ice-waiting": lambda grace, at: turn_of_another(grace, at.ice.shifting),
    "ice-watching": lambda zoe, at: watching(zoe, at.ice.shifting),
    "ice-end": lambda ada, at: end(ada, at.ice.over),
    "ice-replay": lambda zoe, at: replay(zoe, at.ice.over),
    "replay": lambda zoe, at: replay(zoe, at.over),
}

_PICTURES: Final = (
    lobby, rules, create, create_ice, joining, waiting, roll, own_turn, selected, hint, refused, device, effect, four, nowhere,
)  # fmt: skip

PICTURES: Final[Mapping[str, Picture]] = {
    **{picture.__name__.replace("_", "-"): picture for picture in _PICTURES},
    **{name: partial(_of_ice, picture) for name, picture in ice_shots.PICTURES.items()},
    **OF_BOTH,
    "checked": checked,
    "fork": fork,
}

CONTINUING: Final = {"selected", "hint", "refused", "device", "ice-sum", "ice-missed", "ice-pass", "ice-hint"}
"""Views that are another state of the one before: the page need not be loaded again."""


THROUGH_THE_WINDOW: Final = {"create", "create-ice", "rules", "device", "fork", *ice_shots.AT_THE_BOARD}
"""Screenshots of the window only: dialogs, and boards with controls that stay in place. The others show the whole page."""


@contextmanager
def a_service() -> Iterator[str]:
    """Run a service for the block; the value is its address."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with embedded_store.running(folder / "store") as store, running(store, folder) as service:
            yield service.url


def draw(browser: Browser, url: str, at: Scenes, folder: Path, name: str) -> None:
    """Take the screenshots of one view."""
    for size, window in SIZES.items():
        for scheme in SCHEMES:
            with visiting(browser, url, window, scheme=scheme) as visitor:
                PICTURES[name](visitor, at)
                if name in ice_shots.AT_THE_BOARD:
                    visitor.page.locator(".board").evaluate("(board) => board.scrollIntoView()")
                visitor.page.screenshot(path=folder / f"{name}-{size}-{scheme}.png", full_page=name not in THROUGH_THE_WINDOW)


def main(folder: str, *names: str) -> None:
    Path(folder).mkdir(parents=True, exist_ok=True)
    with a_service() as url, Api(url) as api:
        at = scenes(api)
        with browsing(painting=True) as browser:
            for name in names or PICTURES:
                draw(browser, url, at, Path(folder), name)


if __name__ == "__main__":
    main(*sys.argv[1:])
