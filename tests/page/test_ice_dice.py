"""Ice Dice in browsers: what only its table has. Calculations with taps and keys, shifted and taken tokens, the sand timer, the piles."""

import re
from datetime import datetime
from fractions import Fraction
from typing import Any

from playwright.sync_api import expect

from events.timestamps import now
from tests.browser import PHONE
from tests.live import Api
from tests.page import ice
from tests.page.conftest import Visit
from tests.page.tables import can, is_over, mover, moves_of, played, waiter
from tests.page.visitor import Visitor

TURN = 90
"""Seconds of a turn in which a busy machine opens two pages."""

WATCH_FLIGHTS = """() => { window.flown = []; const move = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        if (this.matches(".flying")) flown.push([this.dataset.token, document.querySelector(".sum").innerText.replace(/\\s/g, "")]);
        return move.apply(this, how);
    }; }"""


def test_the_first_player_places_three_tokens_from_different_lines(visit: Visit, api: Api) -> None:
    table = ice.created_table(api, "Ada", "Grace")
    first, second = visit(PHONE), visit()
    first.sit(mover(table, table.view))
    second.sit(waiter(table, table.view))
    expect(first.heading("Choose three tokens")).to_be_visible()
    expect(second.heading(re.compile("places three tokens$"))).to_be_visible()

    ice.token(first, 1).focus()
    ways = []
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowLeft"):
        first.page.keyboard.press(key)
        ways.append(first.page.evaluate("document.activeElement.dataset.token"))
    assert ways == ["2", "8", "14", "13", "7", "7"]
    assert first.page.locator(".big button[tabindex='0']").count() == 1

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


def test_whatever_a_player_tries_is_explained_and_changes_nothing(turn: tuple[Visitor, Any], visit: Visit, api: Api) -> None:
    ada, table = turn
    a, b, c = table.view["state"]["dice"]
    tokens = [one for line in table.view["state"]["lines"] for one in line if one]
    hits = [one["token"] for one in tokens if one["number"] == a + b]

    # A calculation lights the tokens that it makes, and says what it makes otherwise
    ice.tap(ada, {"op": "+", "left": 0, "right": 1})
    assert [ada.page.locator(f".hit[data-token='{number}']").count() for number in hits] == [1] * len(hits)
    expect(ice.status(ada, f"{a} + {b} makes {a + b}")).to_be_visible()
    ada.page.keyboard.press("Escape")
    ice.tap(ada, {"op": "/", "left": 0, "right": {"op": "+", "left": 1, "right": 2}})
    fraction = ice.status(ada, f"{a} ÷ ({b} + {c}) makes {Fraction(a, b + c)},")
    expect(fraction).to_be_visible()
    ada.page.keyboard.press("Backspace")
    expect(fraction).to_have_count(0)
    ada.page.keyboard.press("Escape")

    # It may miss the chosen token
    goal = next(one for one in tokens if one["number"] > 12)
    ice.token(ada, goal["token"]).click()
    expect(ice.status(ada, f"Make {goal['number']} with two or three dice.")).to_be_visible()
    ice.tap(ada, {"op": "+", "left": 0, "right": 1})
    ada.does("move").click(force=True)
    expect(ice.status(ada, f"{a} + {b} makes {a + b}, not {goal['number']}.")).to_be_visible()
    ada.page.keyboard.press("Escape")

    # What the rules forbid says why
    for pressed, explained in (
        (ice.sign(ada, "+"), "A calculation starts with a die."),
        (ada.does("move"), "Tap dice and signs to make a number."),
        (ice.token(ada, table.view["state"]["medium"][0]["token"]), "First shift a token from the big board"),
        (ice.sign(ada, "brackets"), "Brackets need three dice and two signs."),
    ):
        pressed.click(force=True)
        expect(ice.status(ada, explained)).to_be_visible()
    ada.die(1).click()
    ada.does("move").click(force=True)
    expect(ice.status(ada, "A calculation uses two or three dice.")).to_be_visible()
    grace = visit()
    grace.sit(waiter(table, table.view))
    grace.page.locator(".big button").first.click()
    name = table.view["seats"][mover(table, table.view).seat]["name"]
    expect(grace.page.locator(".caption").filter(has_text=f"It is {name}’s turn.")).to_be_visible()

    # A hint is a calculation with its token, and the end of the turn says what it gives up
    ada.does("hint").click()
    expect(ice.status(ada, "Hint:")).to_be_visible()
    ada.page.keyboard.press("Escape")
    ada.does("pass").click()
    expect(ice.status(ada, "You give up this roll and 2 rerolls")).to_be_visible()
    ada.button("Keep playing").click()
    assert api.view(table.table)["version"] == table.view["version"]
    ada.does("pass").click()
    ada.does("pass-yes").click()
    ada.expect_decision("wait")
    expect(ada.page.get_by_role("table")).to_contain_text("ended the turn")


def test_a_refusal_is_explained_and_dice_are_rolled_again_as_often_as_rolls_are_left(turn: tuple[Visitor, Any], api: Api) -> None:
    ada, table = turn
    move, before = moves_of(api, mover(table, table.view), "shift")[0], table.view["state"]["dice"]
    other = "+" if before[0] - before[1] * before[2] == move["token"] else "-"
    wrong = {**move, "expression": {"op": other, "left": 0, "right": {"op": "*", "left": 1, "right": 2}}}
    ada.page.route("**/moves", lambda route: route.continue_(post_data=wrong) if route.request.method == "POST" else route.continue_())
    ice.tap(ada, move["expression"])
    ice.token(ada, move["token"]).click()
    expect(ice.status(ada, "The calculation does not give the number of this token.")).to_be_visible()
    assert api.view(table.table)["version"] == table.view["version"]
    ada.forgive("status of 409")
    ada.page.unroute("**/moves")
    ada.page.keyboard.press("Escape")

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


def test_a_token_is_shifted_with_enter_and_another_taken_while_others_read_the_sums(
    turn: tuple[Visitor, Any], visit: Visit, api: Api
) -> None:
    ada, table = turn
    who, grace, zoe = mover(table, table.view), visit(still=False), visit(still=False)
    grace.sit(waiter(table, table.view))
    grace.expect_decision("wait")
    zoe.open(f"/t/{table.table}")
    expect(zoe.page.locator(".big [data-token]").first).to_be_visible()
    zoe.page.evaluate(WATCH_FLIGHTS)
    move = moves_of(api, who, "shift")[0]

    ada.die(1).click()
    ada.page.keyboard.press("Space")
    expect(ada.die(1)).to_have_attribute("aria-pressed", "false")
    for key in ("Shift+Tab", "Tab", "Enter"):  # a focused die is pressed with Enter too
        ada.page.keyboard.press(key)
    expect(ada.die(1)).to_have_attribute("aria-pressed", "true")
    ada.page.keyboard.press("Escape")
    ice.tap(ada, move["expression"])
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator(f".medium [data-token='{move['token']}']")).to_be_visible()
    number = api.view(table.table)["state"]["shifted"]["number"]
    expect(grace.page.locator(".sum .value")).to_have_text(f"= {number}")
    assert grace.page.locator(".sum button").count() == 0

    view = played(api, table, can(api, table, "take"))
    taker = mover(table, view)
    taking = ada if taker == who else grace
    taking.expect_decision("take")
    ice.token(taking, view["state"]["shifted"]["token"]).click(force=True)
    expect(ice.status(taking, f"You have just shifted {view['state']['shifted']['number']}: take a different number.")).to_be_visible()
    move = moves_of(api, taker, "take")[0]
    ice.tap(taking, move["expression"])
    taking.does("move").click()
    taking.expect_decision("wait")
    for visitor in (taking, zoe):
        expect(visitor.page.locator(f"[data-seat='{taker.seat}'] .stack [data-own='{move['token']}']")).to_be_visible()
    flown: list[list[str]] = zoe.page.evaluate("window.flown")
    taken = next(event["data"] for event in api.events(table.table) if event["type"] == "ice-dice.token-taken")
    assert flown[-1][0] == str(taken["token"])
    assert flown[-1][1].endswith(f"={taken['number']}")


def test_a_spectator_is_told_the_last_round_why_the_game_ends_and_who_has_the_most_of_each_colour(visit: Visit, api: Api) -> None:
    table = ice.created_table(api, "Ada", "Grace", "Linus", options={"variant": "young"})
    played(api, table, lambda view: view["state"]["last_round"])
    zoe = visit(PHONE)
    zoe.open(f"/t/{table.table}")
    expect(ice.status(zoe, "Last round")).to_be_visible()

    view = played(api, table, is_over)

    expect(zoe.page.get_by_role("region", name="Result")).to_contain_text("Eight tokens or fewer are left on the big board")
    assert sorted(ice.tokens_on(zoe, "big")) == sorted(one["token"] for line in view["state"]["lines"] for one in line if one)
    for seat, player in enumerate(view["state"]["players"]):
        panel = zoe.page.locator(f".board [data-seat='{seat}']")
        for colour in ("red", "orange", "yellow", "green", "blue", "violet"):
            numbers = [str(one["number"]) for one in player["own"] if one["colour"] == colour]
            pile = panel.locator(f"[data-colour={colour}]")
            expect(pile.locator(".pile-head")).to_have_text(str(len(numbers)))
            expect(pile.locator(".extra")).to_have_count(int(colour in player["majorities"]))
            assert all(number in (pile.get_attribute("title") or "") for number in numbers)
        expect(panel.locator(".points-parts")).to_contain_text(f"= {player['points']}")


def test_every_colour_has_its_own_mark_and_is_named_in_words(turn: tuple[Visitor, Any]) -> None:
    ada, table = turn

    marks: dict[str, set[str]] = {}
    for one in (one for line in table.view["state"]["lines"] for one in line if one):
        chip = ada.button(f"{one['number']}, {one['colour']}")
        marks.setdefault(one["colour"], set()).add(chip.locator("path").get_attribute("d") or "")

    assert len(marks) == 6
    assert all(len(shapes) == 1 for shapes in marks.values())
    assert len(set().union(*marks.values())) == 6


WATCH_CLOCKS = """() => {
    window.drawn = [];
    const watch = new MutationObserver((all) => all.forEach(({ type, oldValue, target, removedNodes: [was] }) =>
        drawn.push(type === "attributes" ? [oldValue, target.getAttribute("d")] : [was.textContent, target.textContent])));
    const changes = { subtree: true, childList: true, attributeFilter: ["d"], attributeOldValue: true };
    document.querySelectorAll(".clock, .glass").forEach((one) => watch.observe(one, changes));
}"""
"""Makes the page record what its clocks draw, before and after."""


def test_clocks_draw_nothing_anew_that_looks_as_before(visit: Visit, api: Api) -> None:
    """Otherwise a page that only waits lays itself out many times a second."""
    table = ice.created_table(api, "Ada", "Grace", turn_seconds=TURN)
    zoe = visit(still=False)
    zoe.open(f"/t/{table.table}")
    expect(zoe.page.locator(".glass")).to_be_visible()

    zoe.page.evaluate(WATCH_CLOCKS)
    zoe.page.wait_for_function("() => drawn.filter(([, now]) => /:/.test(now)).length > 1")

    assert [[before, now] for before, now in zoe.page.evaluate("drawn") if before == now] == []


def test_the_sand_timer_follows_the_time_and_moves_in_steps_with_reduced_motion(visit: Visit, api: Api) -> None:
    table = ice.created_table(api, "Ada", "Grace", turn_seconds=TURN)
    deadline = datetime.fromisoformat(table.view["owed"][0]["deadline"])
    for still in (True, False):
        zoe = visit(still=still)
        zoe.open(f"/t/{table.table}")
        sand = zoe.page.locator(".glass")
        expect(sand).to_be_visible()
        first = float(sand.get_attribute("data-left") or "")
        if not still:
            expect(sand).not_to_have_attribute("data-left", f"{first:.2f}")
        shown, left = float(sand.get_attribute("data-left") or ""), (deadline - now()).total_seconds() / TURN
        assert left - 0.01 <= shown <= left + 0.15  # a step is a twelfth, and reading takes a moment
        assert zoe.page.locator(".stream").evaluate("(stream) => stream.getAnimations().length") == (0 if still else 1)
