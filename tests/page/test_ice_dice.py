"""Ice Dice in browsers: players enter calculations with taps and keys, and shift and take tokens; the sand timer runs."""

import re
from fractions import Fraction
from typing import Any

from playwright.sync_api import expect

from tests.browser import PHONE
from tests.live import Api
from tests.page import ice
from tests.page.conftest import Visit
from tests.page.tables import can, is_over, mover, moves_of, played, waiter
from tests.page.visitor import Visitor


def test_the_last_round_and_why_the_game_ends_are_told_to_a_spectator(visit: Visit, api: Api) -> None:
    table = ice.created_table(api, "Ada", "Grace", options={"variant": "young"})
    played(api, table, lambda view: view["state"]["last_round"])
    zoe = visit(PHONE)
    zoe.open(f"/t/{table.table}")
    expect(ice.status(zoe, "Last round")).to_be_visible()

    view = played(api, table, is_over)

    result = zoe.page.get_by_role("region", name="Result")
    expect(result).to_contain_text("Eight tokens or fewer are left on the big board")
    assert sorted(ice.tokens_on(zoe, "big")) == sorted(one["token"] for line in view["state"]["lines"] for one in line if one)


def test_the_first_player_places_three_tokens_from_different_lines(visit: Visit, api: Api) -> None:
    table = ice.created_table(api, "Ada", "Grace")
    first, second = visit(PHONE), visit()
    first.sit(mover(table, table.view))
    second.sit(waiter(table, table.view))
    expect(first.heading("Choose three tokens")).to_be_visible()
    expect(second.heading(re.compile("places three tokens$"))).to_be_visible()

    for number in (8, 15):
        ice.token(first, number).click()
        expect(ice.token(first, number)).to_have_attribute("aria-pressed", "true")
        first.button(f"Place {number}").click()
        expect(first.page.locator(f".medium [data-token='{number}']")).to_be_visible()
    ice.token(first, 9).click(force=True)
    expect(ice.status(first, "A token of this line has already been placed; choose another line.")).to_be_visible()
    ice.token(first, 36).dblclick()

    first.expect_decision(re.compile("shift|stuck"))
    for visitor in (first, second):
        expect(visitor.page.locator(".medium [data-token='36']")).to_be_visible()
        assert ice.tokens_on(visitor, "medium") == [8, 15, 36]
        assert visitor.page.locator(".big .gap").count() == 3


def test_the_dice_that_are_tapped_are_rolled_again_as_often_as_there_are_rolls_left(turn: tuple[Visitor, Any], api: Api) -> None:
    ada, table = turn
    before = table.view["state"]["dice"]
    expect(ice.status(ada, "2 rerolls left.")).to_be_visible()

    ada.die(1).click()
    ada.die(3).click()
    ada.button("Reroll 2 dice").dblclick()  # the same as one click
    expect(ice.status(ada, "1 reroll left.")).to_be_visible()
    now = api.view(table.table)["state"]
    for position, face in enumerate(now["dice"], start=1):
        expect(ada.die(position)).to_have_attribute("data-face", str(face))
    ada.button("Reroll all").click()

    expect(ice.status(ada, "0 rerolls left.").or_(ice.status(ada, "These dice make no number on the big board"))).to_be_visible()
    assert (now["dice"][1], now["rerolls"]) == (before[1], 1)
    expect(ada.does("reroll")).to_have_count(0)


def test_a_sum_lights_the_token_that_it_makes_and_says_what_it_makes_otherwise(turn: tuple[Visitor, Any], api: Api) -> None:
    ada, table = turn
    a, b, c = table.view["state"]["dice"]
    hits = [one["token"] for line in table.view["state"]["lines"] for one in line if one and one["number"] == a + b]

    ice.tap(ada, {"op": "+", "left": 0, "right": 1})

    assert [ada.page.locator(f".hit[data-token='{number}']").count() for number in hits] == [1] * len(hits)
    expect(ice.status(ada, f"{a} + {b} makes {a + b}")).to_be_visible()
    ada.page.keyboard.press("Escape")
    ice.tap(ada, {"op": "/", "left": 0, "right": {"op": "+", "left": 1, "right": 2}})
    prompt = ice.status(ada, f"{a} ÷ ({b} + {c}) makes {Fraction(a, b + c)},")
    expect(prompt).to_be_visible()
    ada.page.keyboard.press("Backspace")
    expect(prompt).to_have_count(0)
    assert api.view(table.table)["version"] == table.view["version"]


def test_a_sum_that_misses_the_chosen_token_is_explained_and_changes_nothing(turn: tuple[Visitor, Any], api: Api) -> None:
    ada, table = turn
    a, b, _ = table.view["state"]["dice"]
    goal = next(one for line in table.view["state"]["lines"] for one in line if one and one["number"] > 12)

    ice.token(ada, goal["token"]).click()
    expect(ice.status(ada, f"Make {goal['number']} with two or three dice.")).to_be_visible()
    ice.tap(ada, {"op": "+", "left": 0, "right": 1})
    ada.does("move").click(force=True)

    expect(ice.status(ada, f"{a} + {b} makes {a + b}, not {goal['number']}.")).to_be_visible()
    assert api.view(table.table)["version"] == table.view["version"]


def test_what_the_service_refuses_is_explained_at_the_table(turn: tuple[Visitor, Any], api: Api) -> None:
    ada, table = turn
    move = moves_of(api, mover(table, table.view), "shift")[0]
    wrong = {**move, "expression": {"op": "-", "left": 0, "right": {"op": "*", "left": 1, "right": 2}}}
    ada.page.route("**/moves", lambda route: route.continue_(post_data=wrong) if route.request.method == "POST" else route.continue_())

    ice.tap(ada, move["expression"])
    ice.token(ada, move["token"]).click()

    expect(ice.status(ada, "The calculation does not give the number of this token.")).to_be_visible()
    assert api.view(table.table)["version"] == table.view["version"]
    ada.forgive("status of 409")


def test_ending_the_turn_says_what_is_given_up_first(turn: tuple[Visitor, Any], api: Api) -> None:
    ada, table = turn

    ada.does("pass").click()
    expect(ice.status(ada, "You give up this roll and 2 rerolls")).to_be_visible()
    ada.button("Keep playing").click()
    assert api.view(table.table)["version"] == table.view["version"]
    ada.does("pass").click()
    ada.does("pass-yes").click()

    ada.expect_decision("wait")
    expect(ada.page.get_by_role("table")).to_contain_text("ended the turn")


def test_everything_that_the_rules_forbid_explains_itself(turn: tuple[Visitor, Any], visit: Visit, api: Api) -> None:
    ada, table = turn
    grace = visit()
    grace.sit(waiter(table, table.view))
    medium = table.view["state"]["medium"][0]["token"]
    name = table.view["seats"][mover(table, table.view).seat]["name"]

    for pressed, explained in (
        (ice.sign(ada, "+"), "A calculation starts with a die."),
        (ada.does("move"), "Tap dice and signs to make a number."),
        (ice.token(ada, medium), "First shift a token from the big board"),
        (ice.sign(ada, "brackets"), "Brackets need three dice and two signs."),
    ):
        pressed.click(force=True)
        expect(ice.status(ada, explained)).to_be_visible()
    ada.die(1).click()
    ada.does("move").click(force=True)
    expect(ice.status(ada, "A calculation uses two or three dice.")).to_be_visible()
    grace.page.locator(".big button").first.click()

    expect(grace.page.locator(".caption").filter(has_text=f"It is {name}’s turn.")).to_be_visible()
    assert api.view(table.table)["version"] == table.view["version"]


def test_a_token_is_taken_with_the_same_dice_but_not_the_number_that_was_shifted(visit: Visit, api: Api) -> None:
    table = ice.started_table(api, "Ada", "Grace")
    view = played(api, table, can(api, table, "take"))
    who, shifted = mover(table, view), view["state"]["shifted"]
    ada = visit(PHONE)
    ada.sit(who)
    ada.expect_decision("take")

    ice.token(ada, shifted["token"]).click(force=True)
    expect(ice.status(ada, f"You have just shifted {shifted['number']}: take a different number.")).to_be_visible()
    move = moves_of(api, who, "take")[0]
    ice.tap(ada, move["expression"])
    ada.does("move").click()

    ada.expect_decision("wait")
    own = ada.page.locator(f"[data-seat='{who.seat}'] .stack [data-own='{move['token']}']")
    expect(own).to_be_visible()
    now = api.view(table.table)
    assert [one["token"] for one in now["state"]["players"][who.seat]["own"]][-1] == move["token"]


def test_a_hint_is_shown_as_a_sum_with_its_token(turn: tuple[Visitor, Any], api: Api) -> None:
    ada, table = turn

    ada.does("hint").click()

    expect(ice.status(ada, "Hint:")).to_be_visible()
    assert api.view(table.table)["version"] == table.view["version"]
