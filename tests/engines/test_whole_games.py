"""A whole game of each kind, played by clicks in each engine, its replay, and a page that stays where it is."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.engines import dice_cards, dicy_cards, ice_dice
from tests.engines.visitor import Visitor
from tests.live import Api, CreatedTable
from tests.page.dice_cards import finished as finished_dice
from tests.page.ice import finished as finished_ice
from tests.page.players import in_browsers
from tests.page.tables import advance, finished, is_over, newer

QUICK = ["forty-minus", "all-under-six", "pair-doubled", "different-x4", "three-lowest"]
"""Cards with many points, and one with an effect: the game is over soon."""

TOTALS = """() => [...document.querySelectorAll("table.sheet tfoot td")].map((one) => Number(one.textContent))"""
AT_VERSION = """(version) => document.querySelector(".slide output")?.textContent.startsWith(`${version} / `)"""
FACES = """() => [...document.querySelectorAll(".stage .die")].map((die) => Number(die.dataset.face))"""
CURRENT_LINE = """() => document.querySelector("a[aria-current=step]").textContent"""
HIGH = """() => {
    addEventListener("scroll", () => { window.scrolled = true; }, { once: true });
    document.getElementById("view").append(Object.assign(document.createElement("p"), { id: "high", style: "height: 300vh" }));
    scrollTo(0, document.documentElement.scrollHeight);
}"""
LOWER = """() => { const before = scrollY; document.getElementById("high").remove(); return [before, scrollY]; }"""


def play_out(visitor: Visitor, api: Api, table: CreatedTable) -> Mapping[str, Any]:
    """Play the first seat in the browser until the game is over, of a long game some of its rounds. Returns the last view."""
    who, view = table.seated[0], api.view(table.table)
    visitor.sit(who)
    while not is_over(view):
        if any(owed["seat"] == who.seat for owed in view["owed"]):
            if not in_browsers(view):
                advance(api, who)
            elif view["game"] == "ice-dice":
                ice_dice.decide(visitor, view["version"], api.moves(who))
            elif view["game"] == "dice-cards":
                dice_cards.decide(visitor, view["version"], api.moves(who))
            else:
                dicy_cards.decide(visitor, view, who.seat)
        view = newer(api, view)
    return view


def test_a_whole_game_of_dicy_cards_is_played_against_a_built_in_player(ada: Visitor, api: Api) -> None:
    table = api.create_table(1, names=["Ada"], ai=["greedy"], options={"mode": "custom", "cards": QUICK})

    view = play_out(ada, api, table)

    ada.until_seen("section.result")
    assert ada.driver.run(TOTALS) == [player["score"] for player in view["state"]["players"]]
    assert ada.driver.complaints() == []


def test_a_whole_game_of_ice_dice_is_played_against_a_built_in_player(ada: Visitor, api: Api) -> None:
    table = api.create_table(1, names=["Ada"], ai=["greedy"], game="ice-dice", turn_seconds=None, options={"variant": "young"})

    view = play_out(ada, api, table)

    ada.until_seen("section.result")
    assert ada.driver.run(TOTALS) == [player["points"] for player in view["state"]["players"]]
    assert ada.driver.complaints() == []


def test_a_game_of_dice_cards_is_played_alone(ada: Visitor, api: Api) -> None:
    table = api.create_table(1, names=["Ada"], game="dice-cards", options={"deal": "young"})

    view = play_out(ada, api, table)

    ada.until_seen("section.result")
    assert ada.driver.run(TOTALS) == [player["points"] for player in view["state"]["players"]]
    assert ada.driver.complaints() == []


@pytest.mark.parametrize("play", [finished, finished_ice, finished_dice], ids=["dicy-cards", "ice-dice", "dice-cards"])
def test_a_replay_is_stepped_through_and_its_dice_are_checked(ada: Visitor, api: Api, play: Any) -> None:
    table = play(api, "Ada", "Grace")
    last = table.view["version"]
    ada.open(f"/t/{table.table}?at={last}")
    ada.until(AT_VERSION, last)

    words = []
    for step in ("back", "back", "forward"):
        words.append(ada.driver.run(CURRENT_LINE))
        ada.click(f"[data-step={step}]")
        ada.until(f"(before) => ({CURRENT_LINE})() !== before", words[-1])
    ada.click("[data-step=first]")
    ada.until(AT_VERSION, 1)
    rolled = next(event for event in api.events(table.table) if event["data"].get("dice"))
    ada.click(f"a[data-version='{rolled['version']}']")
    ada.until(f"(faces) => String(({FACES})()) === String(faces)", rolled["data"]["dice"])
    ada.click(".verify .button.primary")

    assert len(set(words)) == 3
    assert "Everything matches" in ada.until_seen("[data-state=right]")
    assert ada.driver.complaints() == []


def test_a_page_that_gets_shorter_does_not_move(ada: Visitor, api: Api) -> None:
    ada.sit(api.create_table(2, names=["Ada", "Grace"]).seated[0])
    ada.until_seen(".board")
    ada.driver.run(HIGH)
    ada.until("() => window.scrolled")

    before, after = ada.driver.run(LOWER)

    assert before == after > 0
    assert ada.driver.complaints() == []
