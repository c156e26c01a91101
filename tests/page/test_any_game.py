"""The board for any game: whole games of every game are played, watched and replayed with it, as at a service without other boards."""

import re
from collections.abc import Mapping
from typing import Final, Literal

import pytest
from playwright.sync_api import expect

from rules.registry import games
from tests.browser import DESKTOP, PHONE
from tests.live import Api
from tests.page.any_game import play_a_move, without_own_boards
from tests.page.axe import barriers
from tests.page.conftest import Visit
from tests.page.ice import started_table
from tests.page.players import SHORT, in_browsers, play_unwatched
from tests.page.tables import at_the_store, created_table, is_over, mover, newer

SCHEMES: Final[Mapping[str, Literal["light", "dark"]]] = {"fr": "dark", "en": "light"}
"""The colours in which each language is checked."""

each_game = pytest.mark.parametrize("game", games())

SHOWN = "(version) => Number(document.querySelector('.any-game')?.dataset.version) >= version"

KEYS = "() => document.body.innerText.match(/\\b(?:any|table|level|log|problem)\\.[a-z-]+/g)"
"""Names of texts where a text should be."""


@each_game
def test_a_whole_game_is_played_replayed_and_its_dice_are_checked(visit: Visit, api: Api, game: str) -> None:
    table = created_table(api, "Ada", ai=["greedy"], game=game, options=SHORT.get(game, {}))
    ada = without_own_boards(visit(PHONE))
    ada.sit(table.seated[0])

    view, made = at_the_store(api).view(table.table), 0
    while not is_over(view):
        if not in_browsers(view):
            view = play_unwatched(api, table, view, ada)
        decision = next((owed["decision"] for owed in view["owed"] if owed["seat"] == 0), made)
        if decision != made:  # others may answer at the same time: a newer view can still owe what was just decided
            made = decision
            ada.page.wait_for_function(SHOWN, arg=view["version"])
            play_a_move(ada)
        view = newer(api, view)

    expect(ada.page.get_by_role("region", name="Result")).to_be_visible()
    totals = ada.page.get_by_role("table").locator("tfoot td").all_inner_texts()
    assert [int(total.replace("\u2212", "-")) for total in totals] == [seat["points"] for seat in view["picture"]["seats"]]
    assert ada.page.evaluate(KEYS) is None

    ada.page.get_by_role("region", name="Result").get_by_role("link", name="Replay").click()
    expect(ada.heading("Replay")).to_be_visible()
    ada.page.keyboard.press("End")
    expect(ada.page.locator(".replay .any-game")).to_have_attribute("data-version", str(view["version"]))
    assert ada.page.locator(".any-game .options button").count() == 0
    expect(ada.page.locator(".charted .line").first).to_be_visible()
    ada.button("Check the dice").click()
    expect(ada.page.get_by_role("region", name="Were the dice fair?")).to_contain_text("Everything matches")


@each_game
def test_it_has_no_serious_barrier_and_fits_every_window_in_both_languages(visit: Visit, api: Api, game: str) -> None:
    table = api.create_table(game=game, names=("Maximiliane Wolkenstein", "Bartholomew Fitzgerald"))
    ada = without_own_boards(visit(PHONE))
    ada.sit(mover(table, table.view))
    for language, scheme in SCHEMES.items():
        ada.page.emulate_media(color_scheme=scheme)
        ada.speak(language)
        expect(ada.page.locator(".options button").first).to_be_visible()

        assert barriers(ada.page) == []
        assert ada.page.evaluate(KEYS) is None
        for width, height in ((320, 568), (768, 1024), (1366, 657), (360, 740)):
            ada.page.set_viewport_size({"width": width, "height": height})
            assert ada.page.evaluate("document.documentElement.scrollWidth") == width
            assert ada.page.locator(".options button").first.evaluate("(one) => one.getBoundingClientRect().bottom <= innerHeight")


def test_a_move_is_chosen_step_by_step_with_the_keyboard_and_a_step_is_taken_back(visit: Visit, api: Api) -> None:
    table = started_table(api, "Ada", "Grace")
    ada = without_own_boards(visit(DESKTOP))
    ada.sit(mover(table, table.view))
    prompt = ada.page.locator(".prompt")

    ada.button(re.compile("^Shift")).press("Enter")
    expect(prompt).to_have_text("Shift: choose how.")
    assert ada.page.locator(".options button").first.evaluate("(one) => one === document.activeElement")
    ada.page.keyboard.press("Escape")
    expect(prompt).to_have_text("Choose a move.")
    ada.button(re.compile("^Shift")).press("Enter")
    while ada.page.locator(":focus").get_attribute("data-do") == "choose":
        ada.page.keyboard.press("Enter")
    assert ada.page.locator(":focus").get_attribute("data-do") == "move"
    ada.page.keyboard.press("Enter")  # only once: the next decision lists its moves in the same place

    expect(ada.page.locator(".shared .pile").nth(1).locator(".chip.changed")).to_have_count(1)


def test_enter_that_is_doubled_or_held_does_not_go_on_to_what_comes_next(visit: Visit, api: Api) -> None:
    table = api.create_table(game="dicy-cards", names=("Ada", "Grace"), options={"first_seat": "creator"})
    ada = without_own_boards(visit(DESKTOP))
    ada.sit(table.seated[0])
    keys, prompt = ada.page.keyboard, ada.page.locator(".prompt")

    ada.button("Roll").press("Enter")
    expect(ada.page.locator(".options [data-type=score]")).to_be_visible()
    rolled = api.view(table.table)["version"]
    keys.press("Enter")
    expect(prompt).to_be_focused()
    expect(prompt).to_have_text("Choose a move.")

    ada.page.locator(".options [data-do=choose]").first.focus()
    for _ in range(4):
        keys.down("Enter")
    keys.up("Enter")
    expect(prompt).to_have_text(re.compile("^[^–]+: choose how\\.$"))
    assert api.view(table.table)["version"] == rolled


def test_a_spectator_sees_dice_piles_and_cards_and_nothing_to_press(visit: Visit, api: Api) -> None:
    table = api.create_table(game="ice-dice", names=("Ada", "Grace"))
    zoe = without_own_boards(visit(PHONE))
    zoe.open(f"/t/{table.table}")

    board = zoe.page.locator(".any-game")
    expect(board.get_by_role("heading", name="Big board")).to_be_visible()
    assert board.locator(".chip").count() == 36
    assert board.locator("button").count() == 0


def test_a_refused_move_is_explained_in_the_words_of_the_rules(visit: Visit, api: Api) -> None:
    table = api.create_table(game="dicy-cards", names=("Ada", "Grace"), options={"first_seat": "creator"})
    ada = without_own_boards(visit(PHONE))
    ada.sit(table.seated[0])
    detail = "This card is frozen. Choose one that is active."
    refusal = {"type": "about:blank", "title": "No", "status": 409, "detail": "", "code": "card-frozen"}
    ada.page.route(
        "**/moves", lambda route: route.fulfill(status=409, json=refusal) if route.request.method == "POST" else route.continue_()
    )

    ada.button("Roll").click()

    expect(ada.page.locator(".prompt.refusal")).to_have_text(detail)
    ada.forgive("status of 409")
