"""The replay of a table: step by step, automatically and by keys. The page checks the dice, downloads files and forks the game."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser import DESKTOP, PHONE
from tests.live import Api, CreatedTable, Service
from tests.page.conftest import Visit
from tests.page.tables import created_table, finished, has_decision, played
from tests.page.visitor import Visitor, visiting


@pytest.fixture(scope="module")
def over(service: Service) -> CreatedTable:
    """A finished game."""
    with Api(service.url) as api:
        return finished(api, "Ada", "Grace")


@pytest.fixture(scope="module")
def zoe(browser: Browser, service: Service, over: CreatedTable) -> Iterator[Visitor]:
    """A visitor who opens its replay at a certain event."""
    with visiting(browser, service.url, DESKTOP) as zoe:
        half = over.view["version"] // 2
        zoe.open(f"/t/{over.table}?at={half}")
        is_at(zoe, half)
        yield zoe


def is_at(visitor: Visitor, version: int) -> None:
    """Wait until the replay and the address are at a version."""
    expect(visitor.page.get_by_role("slider")).to_have_value(str(version))
    expect(visitor.page).to_have_url(re.compile(rf"\?at={version}$"))


def shows(visitor: Visitor, view: Mapping[str, Any]) -> None:
    """Wait until the page shows the table as in this view."""
    for seat, player in zip(view["seats"], view["state"]["players"], strict=True):
        panel = visitor.page.get_by_role("region", name=re.compile(rf"^{seat['name']}, {player['score']} "))
        expect(panel.get_by_text(", active")).to_have_count(len(player["active"]))
        expect(panel.get_by_text(", frozen")).to_have_count(len(player["frozen"]))
    for position, face in enumerate(view["state"]["dice"] or []):
        expect(visitor.page.get_by_role("img", name=f"Die {position + 1}: {face}")).to_be_visible()


def words_at(visitor: Visitor) -> str:
    """The highlighted line of the log."""
    return visitor.page.locator("a[aria-current=step]").inner_text()


def test_the_address_says_which_moment_is_shown_first(zoe: Visitor, over: CreatedTable, api: Api) -> None:
    version = over.view["version"] // 2
    zoe.open(f"/t/{over.table}?at={version}")

    is_at(zoe, version)

    shows(zoe, api.view(over.table, at=version))


def test_the_address_keeps_up_with_a_replay_that_runs(zoe: Visitor, over: CreatedTable) -> None:
    zoe.open(f"/t/{over.table}?at=1")
    is_at(zoe, 1)

    zoe.page.locator("[data-step=play]").click()

    for _ in range(2):
        before = zoe.page.url
        expect(zoe.page).not_to_have_url(before)
        expect(zoe.button("Pause (space)")).to_be_visible()
    zoe.button("Pause (space)").click()
    is_at(zoe, int(zoe.page.get_by_role("slider").input_value()))


def test_keys_buttons_the_log_and_the_slider_lead_to_the_same_moments(zoe: Visitor, over: CreatedTable, api: Api) -> None:
    last = over.view["version"]
    zoe.page.keyboard.press("End")
    is_at(zoe, last)
    shows(zoe, over.view)

    zoe.page.keyboard.press("Home")
    is_at(zoe, 1)
    zoe.page.keyboard.press("ArrowRight")
    second, words = zoe.page.get_by_role("slider").input_value(), words_at(zoe)
    zoe.button(re.compile("^Next")).click()
    zoe.button(re.compile("^Previous")).click()

    is_at(zoe, int(second))
    assert words_at(zoe) == words
    line = zoe.page.locator("a[data-version]").nth(20)
    line.click()
    is_at(zoe, int(line.get_attribute("data-version") or ""))
    zoe.page.get_by_role("slider").fill(str(last - 12))
    is_at(zoe, last - 12)
    shows(zoe, api.view(over.table, at=last - 12))


def test_it_plays_by_itself_to_the_end_and_stops_there(zoe: Visitor, over: CreatedTable) -> None:
    last = over.view["version"]
    zoe.page.get_by_role("slider").fill(str(last - 5))
    zoe.page.get_by_role("radio", name="fast").check(force=True)
    zoe.heading("Replay").click()

    zoe.page.keyboard.press(" ")

    expect(zoe.button("Pause (space)")).to_be_visible()
    is_at(zoe, last)
    expect(zoe.button("Play (space)")).to_be_visible()


def test_the_dice_are_checked_in_the_page_which_shows_every_draw(zoe: Visitor, over: CreatedTable, api: Api) -> None:
    draws = [event for event in api.events(over.table) if event["data"].get("draw")]

    zoe.button("Check the dice").click()

    check = zoe.page.get_by_role("region", name="Were the dice fair?")
    expect(check).to_contain_text(f"Everything matches: {len(draws)} draws")
    expect(check).to_contain_text("Web Crypto in this browser gives the same dice")
    expect(check).to_contain_text("Issued by this service")
    assert check.locator("[data-draw][data-recomputed=same]").count() == len(draws)
    check.locator("[data-draw]").last.locator("summary").click()
    check.get_by_role("button", name=f"See event {draws[-1]['version']}").click()
    is_at(zoe, draws[-1]["version"])


FORGED = [
    ("dicy-cards.dice-rolled", lambda data: data["dice"].append(data["dice"].pop() % 6 + 1)),
    ("ice-dice.token-shifted", lambda data: data.update(number=99)),
]


@pytest.mark.parametrize(("event", "forge"), FORGED, ids=["a die", "a calculation"])
def test_a_forgery_is_found(visit: Visit, over: CreatedTable, ice_table: CreatedTable, event: str, forge: Any) -> None:
    table = over if event.startswith("dicy") else ice_table

    def falsify(route: Route) -> None:
        page = route.fetch().json()
        forge(next(one["data"] for one in page["events"] if one["type"] == event))
        route.fulfill(json=page)

    mallory = visit(PHONE)
    mallory.page.route("**/events?*", falsify)
    mallory.open(f"/t/{table.table}?at=1")
    mallory.button("Check the dice").click()

    expect(mallory.page.get_by_role("region", name="Were the dice fair?")).to_contain_text("Check failed")


def test_the_check_loads_the_rules_of_this_game_only(visit: Visit, over: CreatedTable) -> None:
    zoe = visit(PHONE, fresh=True)
    loaded = list[str]()
    zoe.page.context.on("request", lambda request: loaded.append(request.url.rpartition("/verify/")[2]))
    zoe.open(f"/t/{over.table}?at=1")

    zoe.button("Check the dice").click()
    expect(zoe.page.get_by_role("region", name="Were the dice fair?")).to_contain_text("Everything matches")

    assert "games/dicy-cards.mjs" in loaded
    assert not [url for url in loaded if "ice-dice" in url or "command_line" in url]


def test_of_a_game_that_the_verifier_does_not_know_only_the_dice_are_checked(visit: Visit, over: CreatedTable) -> None:
    zoe = visit(PHONE)
    zoe.page.route("**/verify/games/dicy-cards.mjs*", lambda route: route.fulfill(status=404))
    zoe.open(f"/t/{over.table}?at=1")

    zoe.button("Check the dice").click()

    check = zoe.page.get_by_role("region", name="Were the dice fair?")
    expect(check).to_contain_text("The dice match: ")
    expect(check).to_contain_text("it has not checked the moves or the result")
    expect(check).not_to_contain_text("Everything matches")


def test_rules_that_cannot_be_loaded_leave_the_game_unchecked(visit: Visit, over: CreatedTable) -> None:
    zoe = visit(PHONE)
    zoe.page.route("**/verify/games/dicy-cards.mjs*", lambda route: route.abort())
    zoe.open(f"/t/{over.table}?at=1")

    zoe.button("Check the dice").click()

    expect(zoe.page.get_by_role("region", name="Were the dice fair?")).to_contain_text("Cannot be checked here")


def test_a_game_without_a_receipt_of_its_end_is_right_but_not_issued(visit: Visit, over: CreatedTable) -> None:
    mallory = visit(PHONE)
    mallory.page.route("**/receipts", lambda route: route.fulfill(json={"created": None, "finished": None}))
    mallory.open(f"/t/{over.table}?at=1")
    mallory.button("Check the dice").click()

    check = mallory.page.get_by_role("region", name="Were the dice fair?")
    expect(check).to_contain_text("Everything matches")
    expect(check).to_contain_text("But this service did not issue it: it has no receipt of its end.")


def test_a_browser_without_ed25519_never_says_who_has_issued_a_game(visit: Visit, over: CreatedTable) -> None:
    """Browsers until 2023 lacked it. The worker has its own `crypto`, so its script gets the line that removes Ed25519."""
    mallory = visit(PHONE)

    def older(route: Route) -> None:
        answer = route.fetch()
        body = f"crypto.subtle.importKey = () => Promise.reject(new Error());\n{answer.text()}"
        route.fulfill(response=answer, body=body)

    mallory.deceive("**/replay/checking.js*", older)
    mallory.open(f"/t/{over.table}?at=1")
    mallory.button("Check the dice").click()

    check = mallory.page.get_by_role("region", name="Were the dice fair?")
    expect(check).to_contain_text("This browser does not support Ed25519")
    expect(check).not_to_contain_text(re.compile("issued? (it|by this service)", re.IGNORECASE))


def test_every_format_is_downloaded(zoe: Visitor, over: CreatedTable) -> None:
    files = zoe.page.get_by_role("region", name="Download")
    for kind in ("html", "json", "txt", "csv", "svg", "ndjson"):
        with zoe.page.expect_download() as downloading:
            files.get_by_role("button", name=re.compile(f"^{kind}\\b", re.IGNORECASE)).click()
        content = downloading.value.path().read_text(encoding="utf-8")
        assert downloading.value.suggested_filename.endswith(f".{kind}")
        assert "Ada" in content
    expect(files.get_by_text("Saved (")).to_have_count(6)


def test_a_file_has_the_language_of_the_page(visit: Visit, over: CreatedTable) -> None:
    ada = visit(language="fr")
    ada.open(f"/t/{over.table}?at=1")

    with ada.page.expect_download() as downloading:
        ada.page.locator("[data-format=txt]").click()

    assert "Journal de la partie" in downloading.value.path().read_text(encoding="utf-8")
    expect(ada.page.get_by_role("region", name="Télécharger")).not_to_contain_text("anglais")


def test_a_game_is_played_on_from_the_moment_that_is_shown(visit: Visit, over: CreatedTable, api: Api) -> None:
    linus = visit(PHONE)
    version = next(event["version"] for event in api.events(over.table) if event["type"] == "dicy-cards.turn-ended")
    linus.open(f"/t/{over.table}?at={version}")

    play_on(linus, over)

    linus.expect_decision(re.compile("roll|play|wait|freeze|reset|stuck"))
    forked = api.view(linus.page.url.rpartition("/")[2])
    assert sorted(seat["kind"] for seat in forked["seats"]) == ["ai", "human"]
    assert sum(player["score"] for player in forked["state"]["players"]) > 0


def test_a_game_in_progress_is_replayed_up_to_now_and_continues(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    view = played(api, table, has_decision(1, "play"))
    zoe = visit()
    zoe.open(f"/t/{table.table}?at={view['version']}")
    is_at(zoe, view["version"])
    assert zoe.button("Check the dice").count() == 0

    view = played(api, table, has_decision(0, "play", round=2))

    is_at(zoe, view["version"])
    shows(zoe, view)


@pytest.fixture(scope="module")
def ice_table(service: Service) -> CreatedTable:
    """A finished game of Ice Dice."""
    with Api(service.url) as api:
        return finished(api, "Ada", "Grace", game="ice-dice", options={"variant": "young"})


def test_a_game_of_ice_dice_is_stepped_through_described_checked_downloaded_and_forked(
    visit: Visit, ice_table: CreatedTable, api: Api
) -> None:
    zoe, events = visit(PHONE), api.events(ice_table.table)
    taken = next(event for event in events if event["type"] == "ice-dice.token-taken")
    zoe.open(f"/t/{ice_table.table}?at={taken['version'] - 1}")
    is_at(zoe, taken["version"] - 1)
    expect(zoe.page.locator(f".medium [data-token='{taken['data']['token']}']")).to_be_visible()

    zoe.page.keyboard.press("ArrowRight")
    is_at(zoe, taken["version"])
    expect(zoe.page.locator(f"[data-seat='{taken['seat']}'] [data-own='{taken['data']['token']}']")).to_have_count(1)
    number = taken["data"]["number"]
    assert re.fullmatch(rf"\w+ makes [\d +−×÷()]+ = {number} and takes the token, \w+: \d+ points? in all\.", words_at(zoe))
    zoe.page.keyboard.press("End")
    assert zoe.page.locator(".legend b").all_inner_texts() == [str(player["points"]) for player in ice_table.view["state"]["players"]]

    zoe.button("Check the dice").click()
    draws = [event for event in events if event["data"].get("draw")]
    check = zoe.page.get_by_role("region", name="Were the dice fair?")
    expect(check).to_contain_text(f"Everything matches: {len(draws)} draws")
    expect(check).to_contain_text("Web Crypto in this browser gives the same dice")
    with zoe.page.expect_download() as downloading:
        zoe.page.locator("[data-format=txt]").click()
    assert "Grace" in downloading.value.path().read_text(encoding="utf-8")

    rolled = next(event for event in events if event["type"] == "ice-dice.dice-rolled")
    zoe.page.get_by_role("slider").fill(str(rolled["version"]))
    play_on(zoe, ice_table)
    zoe.expect_decision(re.compile("shift|stuck|take|wait"))
    forked = api.view(zoe.page.url.rpartition("/")[2])
    assert (forked["game"], forked["turn_seconds"], forked["options"]) == ("ice-dice", None, ice_table.view["options"])


def play_on(visitor: Visitor, table: CreatedTable) -> None:
    """Fork the game at the moment that is shown."""
    visitor.button("Play on from here").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Play on").click()
    expect(visitor.page).not_to_have_url(re.compile(table.table))
