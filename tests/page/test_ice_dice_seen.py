"""Views and gestures of Ice Dice: the sand timer, the count of colours, their marks, moving tokens, the order of the arrow keys, dragged
dice, and the tray on a phone.
"""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser import PHONE, window
from tests.live import Api
from tests.page import ice
from tests.page.conftest import Visit
from tests.page.fitting import SMALL_PHONES
from tests.page.gestures import carry, drag, point, swipe
from tests.page.tables import mover, moves_of, played, waiter
from tests.page.visitor import Visitor


def test_when_time_runs_out_between_shift_and_take_the_shift_counts_and_the_turn_ends(visit: Visit, api: Api) -> None:
    table = ice.created_table(api, "Ada", "Grace", turn_seconds=4)
    ada, zoe = visit(PHONE), visit()
    ada.sit(*table.seated)
    zoe.open(f"/t/{table.table}")
    expect(ada.page.locator(".glass")).to_be_visible()
    played(api, table, lambda view: view["state"]["turn"] != table.view["state"]["turn"])

    shift = played(api, table, lambda view: view["state"]["shifted"] is not None)

    name, token = shift["seats"][shift["state"]["turn"]]["name"], shift["state"]["shifted"]["token"]
    for visitor in (ada, zoe):
        expect(visitor.page.get_by_role("group", name="Game log")).to_contain_text(f"{name} runs out of time.")
        expect(visitor.page.locator(f".medium [data-token='{token}']")).to_be_visible()
    assert api.view(table.table)["state"]["players"] == shift["state"]["players"]


def test_the_sand_timer_follows_the_time_and_moves_in_steps_with_reduced_motion(visit: Visit, api: Api) -> None:
    table = ice.created_table(api, "Ada", "Grace", turn_seconds=60)
    for still in (True, False):
        zoe = visit(still=still)
        zoe.open(f"/t/{table.table}")
        sand = zoe.page.locator(".glass")
        expect(sand).to_be_visible()
        first = float(sand.get_attribute("data-left") or "")
        if not still:
            expect(sand).not_to_have_attribute("data-left", f"{first:.2f}")
        assert 0.7 < float(sand.get_attribute("data-left") or "") <= 1
        assert zoe.page.locator(".stream").evaluate("(stream) => stream.getAnimations().length") == (0 if still else 1)


def test_the_tally_says_how_many_of_each_colour_everybody_has_and_who_has_the_most(visit: Visit, api: Api) -> None:
    table = ice.finished(api, "Ada", "Grace", "Linus")
    zoe = visit()
    zoe.open(f"/t/{table.table}?at={table.view['version']}")

    for seat, player in enumerate(table.view["state"]["players"]):
        panel = zoe.page.locator(f"[data-seat='{seat}']")
        for colour in ("red", "orange", "yellow", "green", "blue", "violet"):
            numbers = [str(one["number"]) for one in player["own"] if one["colour"] == colour]
            pile = panel.locator(f"[data-colour={colour}]")
            expect(pile.locator(".pile-head")).to_have_text(str(len(numbers)))
            expect(pile.locator(".extra")).to_have_count(int(colour in player["majorities"]))
            assert all(number in (pile.get_attribute("title") or "") for number in numbers)
        expect(panel.locator(".points-parts")).to_contain_text(f"= {player['points']}")


def test_every_colour_has_its_own_mark_and_is_named_in_words(visit: Visit, api: Api) -> None:
    table = ice.started_table(api, "Ada", "Grace")
    ada = visit(PHONE)
    ada.sit(mover(table, table.view))

    marks: dict[str, set[str]] = {}
    for one in (one for line in table.view["state"]["lines"] for one in line if one):
        chip = ada.button(f"{one['number']}, {one['colour']}")
        marks.setdefault(one["colour"], set()).add(chip.locator("path").get_attribute("d") or "")

    assert len(marks) == 6
    assert all(len(shapes) == 1 for shapes in marks.values())
    assert len(set().union(*marks.values())) == 6


def test_a_spectator_sees_the_sums_and_the_tokens_move(visit: Visit, api: Api) -> None:
    table = ice.started_table(api, "Ada", "Grace")
    zoe = visit(still=False)
    zoe.open(f"/t/{table.table}")
    expect(zoe.page.locator(".big [data-token]").first).to_be_visible()
    zoe.page.evaluate("""() => { window.flown = []; const move = Element.prototype.animate;
        Element.prototype.animate = function (...how) {
            if (this.matches(".flying")) flown.push([this.dataset.token, document.querySelector(".sum").innerText.replace(/\\s/g, "")]);
            return move.apply(this, how);
        }; }""")

    view = played(api, table, lambda view: any(player["own"] for player in view["state"]["players"]))

    own = next(player["own"][0] for player in view["state"]["players"] if player["own"])
    expect(zoe.page.locator(f".stack [data-own='{own['token']}']")).to_be_visible()
    flown: list[list[str]] = zoe.page.evaluate("window.flown")
    assert flown[-1][0] == str(own["token"])
    assert flown[-1][1].endswith(f"={own['number']}")


def test_the_arrow_keys_lead_from_token_to_token(visit: Visit, api: Api) -> None:
    table = ice.created_table(api, "Ada", "Grace")
    ada = visit()
    ada.sit(mover(table, table.view))
    ice.token(ada, 1).focus()

    ways = []
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowLeft"):
        ada.page.keyboard.press(key)
        ways.append(ada.page.evaluate("document.activeElement.dataset.token"))

    assert ways == ["2", "8", "14", "13", "7", "7"]
    assert ada.page.locator(".big button[tabindex='0']").count() == 1


def test_dice_and_signs_are_dragged_into_the_sum_and_out_of_it(turn: tuple[Visitor, Any], api: Api) -> None:
    ada, table = turn
    a, b, c = table.view["state"]["dice"]
    line, parts, away = ada.page.locator(".sum"), ada.page.locator(".sum .part"), ada.page.locator(".plank-title").first

    drag(ada, ada.die(2), line)
    drag(ada, ice.sign(ada, "+"), line)
    carry(ada, ada.die(3), line)
    expect(ada.page.locator(".open .carried")).to_be_visible()
    expect(line.locator(".value")).to_have_text(f"= {b + c}")  # the value after a drop
    ada.page.mouse.move(*point(away))
    ada.page.mouse.up()
    expect(line.locator(".value")).to_be_empty()
    swipe(ada, ada.die(3), line)
    expect(ice.status(ada, f"{b} + {c} makes {b + c}")).to_be_visible()
    drag(ada, ada.die(1), line, at=0.02)
    drag(ada, ice.sign(ada, "*"), parts.first, at=0.9)
    expect(line).to_have_class(re.compile("hits|misses"))
    drag(ada, ada.die(1), away)  # it comes from the tray: nothing changes
    assert ice.reads(ada) == f"({a}×{b})+{c}"
    drag(ada, ada.page.locator(".sum .sign").last, away)
    assert ice.reads(ada) == f"({a}×{b}){c}"
    swipe(ada, parts.last, away)

    expect(ice.status(ada, f"{a} × {b} makes {a * b}")).to_be_visible()
    assert ada.page.locator(".carried").count() == 0
    assert api.view(table.table)["version"] == table.view["version"]


def test_enter_moves_the_token_of_a_sum_that_was_tapped_and_the_others_read_the_sum(
    turn: tuple[Visitor, Any], visit: Visit, api: Api
) -> None:
    ada, table = turn
    grace = visit(still=False)
    grace.sit(waiter(table, table.view))
    grace.expect_decision("wait")
    move = moves_of(api, mover(table, table.view), "shift")[0]

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


def test_on_a_small_phone_the_page_is_swiped_from_the_boards(turn: tuple[Visitor, Any]) -> None:
    ada, _ = turn
    ada.page.set_viewport_size(window(SMALL_PHONES[-1]))

    swipe(ada, ada.page.locator(".plank-title").first, ada.page.locator(".bar"))

    ada.page.wait_for_function("scrollY > 0")
