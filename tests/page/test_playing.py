"""Playing in browsers: a whole game of each kind, and what a player of Dicy Cards can do."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser import PHONE
from tests.live import Api
from tests.page.axe import barriers
from tests.page.conftest import Visit
from tests.page.players import SHORT, by_key, click, decide, each_game, in_browsers, in_place, play_unwatched, settled
from tests.page.scrolling import WINDOWS, put, scrolled, watch_scrolling
from tests.page.tables import at_the_store, created_table, has_decision, is_over, newer, played


@each_game
def test_a_whole_game_is_played_with_fingers_keys_and_in_place_beside_a_built_in_player_and_a_spectator(
    visit: Visit, api: Api, game: str
) -> None:
    """No action, text or new view scrolls the page of somebody who plays in place, in windows of every size."""
    table = created_table(api, "Ada", "Grace", game=game, options=SHORT[game], ai=["greedy"])
    ada, grace, zoe = visit(WINDOWS[0]), visit(PHONE, scheme="dark"), visit(PHONE)
    for visitor, who in zip((ada, grace), table.seated, strict=True):
        visitor.sit(who)
    zoe.open(f"/t/{table.table}")
    watch_scrolling(ada)

    view = at_the_store(api).view(table.table)
    while not is_over(view):
        owing = {owed["seat"] for owed in view["owed"]}
        if not in_browsers(view):
            settled(ada)
            settled(grace)
            assert scrolled(ada) == []
            view = play_unwatched(api, table, view, ada, grace, zoe)
            watch_scrolling(ada)
            continue
        if 0 in owing:
            put(ada, WINDOWS[view["round"] % len(WINDOWS)], (0, 0.5, 1)[view["version"] % 3])
            decide(ada, api, table.seated[0], in_place)
        if 1 in owing:
            decide(grace, api, table.seated[1], by_key if view["round"] % 2 else click)
        view = newer(api, view)

    points, best = [seat["points"] for seat in view["picture"]["seats"]], view["outcome"]["winners"]
    name = view["seats"][best[0]]["name"]
    for visitor, seat in ((ada, 0), (grace, 1), (zoe, None)):
        words = "You win!" if best == [seat] else f"{name} wins" if len(best) == 1 else "win together"
        expect(visitor.page.get_by_role("region", name="Result")).to_contain_text(words)
        assert [int(total) for total in visitor.page.get_by_role("table").locator("tfoot td").all_inner_texts()] == points
    assert zoe.page.locator(".board button:not(.explain)").count() == 0
    expect(ada.heading("Game over")).to_be_visible()
    assert scrolled(ada) == []


def test_a_card_shows_what_it_scores_with_the_selected_dice_and_at_best(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    dice = played(api, table, has_decision(0, "play"))["state"]["dice"]
    ada = visit(PHONE)
    ada.sit(table.seated[0])

    ada.die(1).click()
    ada.die(2).click()

    best = sum(sorted(dice)[-2:])
    expect(ada.card("any-two")).to_contain_text(f"+{dice[0] + dice[1]}")
    expect(ada.card("any-two")).to_contain_text(f"best {best}")
    expect(ada.die(1)).to_have_attribute("aria-pressed", "true")
    ada.card("any-two").click()
    if dice[0] + dice[1] != best:
        ada.does("best").click()
    ada.button(f"Score {best}").click()
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Grace chooses a card")


def test_a_card_is_frozen_to_reroll_the_selected_dice(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    before = played(api, table, has_decision(0, "play"))
    ada = visit()
    ada.sit(table.seated[0])
    ada.expect_decision("play")

    ada.page.keyboard.press("2")
    ada.page.keyboard.press("5")
    ada.card("straight").click()
    ada.does("reroll").click()

    expect(ada.card("straight")).to_have_class(re.compile(r"\bfrozen\b"))
    now = api.view(table.table)["state"]
    assert now["players"][0]["frozen"] == ["straight"]
    assert [now["dice"][position] for position in (0, 2, 3, 5)] == [before["state"]["dice"][position] for position in (0, 2, 3, 5)]
    for position, face in enumerate(now["dice"], start=1):
        expect(ada.die(position)).to_have_attribute("data-face", str(face))


def test_everything_that_the_rules_forbid_explains_itself_and_changes_nothing(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    ada = visit()
    ada.sit(table.seated[0])

    ada.die(1).click()
    expect(ada.page.get_by_role("status").filter(has_text="Roll the dice first.")).to_be_visible()
    ada.does("roll").click()
    ada.does("score").click(force=True)
    expect(ada.page.get_by_role("status").filter(has_text="Choose the card to score.")).to_be_visible()
    ada.does("reroll").click(force=True)
    expect(ada.page.get_by_role("status").filter(has_text="Select at least one die to reroll.")).to_be_visible()

    assert [event["type"] for event in api.events(table.table)][-1] == "dicy-cards.dice-rolled"


def test_a_hint_is_a_selected_move_with_its_chance_and_the_reason_and_the_next_press_shows_another(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    played(api, table, has_decision(0, "play"))
    ada = visit(PHONE)
    ada.sit(table.seated[0])

    ada.does("hint").click()
    expect(ada.page.get_by_role("status").filter(has_text=re.compile(r"^Hint: .*: .*\d+% "))).to_be_visible()
    assert barriers(ada.page) == []
    ada.button("Another move").click()

    expect(ada.page.get_by_role("status").filter(has_text=re.compile(r"^Another move \(2 of \d\): .*\d+% "))).to_be_visible()
    assert api.view(table.table)["state"]["phase"] == "play"


def test_who_chooses_otherwise_after_a_hint_is_shown_the_best_move_again(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    played(api, table, has_decision(0, "play"))
    ada = visit(PHONE)
    ada.sit(table.seated[0])

    ada.does("hint").click()
    hint = ada.page.locator(".prompt.advice").inner_text()
    ada.button("Another move").click()
    expect(ada.page.locator(".prompt.advice")).not_to_have_text(hint)
    ada.page.keyboard.press("Escape")
    ada.button("Hint").click()

    expect(ada.page.locator(".prompt.advice")).to_have_text(hint)


def test_a_hint_says_that_the_expert_is_not_ready_while_its_table_is_computed(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    played(api, table, has_decision(0, "play"))
    ada = visit(PHONE, language="fr")
    ada.sit(table.seated[0])
    ada.page.route("**/v1/jobs/*", _provisional)

    ada.does("hint").click()

    words = "Conseil d’un joueur plus simple, en attendant l’expert\u202f: "
    expect(ada.page.get_by_role("status").filter(has_text=words)).to_be_visible()


def _provisional(route: Route) -> None:
    """The answer of a service that is still computing the table of these cards, which takes it some seconds."""
    answer = route.fetch()
    job = answer.json()
    route.fulfill(response=answer, json=job if job["result"] is None else {**job, "result": {**job["result"], "provisional": True}})


@pytest.mark.parametrize("sure", [False, True])
def test_resigning_needs_a_confirmation(visit: Visit, api: Api, sure: bool) -> None:
    table = created_table(api, "Ada", "Grace")
    ada = visit(PHONE)
    ada.sit(table.seated[0])

    ada.button("Resign").click()
    dialog = ada.page.get_by_role("dialog", name="Resign from this game?")
    dialog.get_by_role("button", name="Resign" if sure else "Cancel").click()

    if sure:
        expect(ada.page.get_by_role("region", name="Result")).to_contain_text("Grace wins")
    expect(dialog).to_be_hidden()
    assert api.view(table.table)["status"] == ("finished" if sure else "playing")


def test_a_seat_is_taken_to_another_device_by_a_link_that_works_once(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    parts, phone, thief = visit(), visit(PHONE), visit()
    parts.sit(table.seated[0])

    parts.button("Play on another device").click()
    link = parts.page.get_by_label("Link to your seat").input_value()
    for visitor in (phone, thief):
        visitor.open(link.removeprefix(parts.url))
        visitor.button("Play this seat").click()
    phone.does("roll").click()
    phone.expect_decision("play")

    expect(phone.page).not_to_have_url(re.compile("#"))
    expect(thief.page.get_by_role("alert")).to_contain_text("already been used")
    assert thief.page.locator("[data-decision]").count() == 0
    parts.page.keyboard.press("Escape")
    parts.expect_decision("play")
    thief.forgive("status of 4")
