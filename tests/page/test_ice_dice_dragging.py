"""Dice and signs that are dragged at a table of Ice Dice: into the calculation, out of it, and drags that end differently."""

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser import window
from tests.live import Api
from tests.page import ice
from tests.page.fitting import SMALL_PHONES
from tests.page.gestures import carry, drag, point, swipe
from tests.page.tables import mover, play, waiter
from tests.page.visitor import Visitor

Turn = tuple[Visitor, Any]

LIFTED_ELSEWHERE = """() => document.body.dispatchEvent(
    new PointerEvent("pointermove", { pointerId: 1, isPrimary: true, buttons: 0, bubbles: true, clientX: 9, clientY: 9 }))"""
"""The event of a page when the mouse button was released in another window."""


def line(visitor: Visitor) -> Locator:
    return visitor.page.locator(".sum")


def carried(visitor: Visitor) -> Locator:
    return visitor.page.locator(".carried")


def away(visitor: Visitor) -> Locator:
    return visitor.page.locator(".plank-title").first


def drops(visitor: Visitor, reads: str = "") -> None:
    """Release the mouse at its position; nothing is dragged any more, and the calculation reads so."""
    visitor.page.mouse.up()
    expect(carried(visitor)).to_have_count(0)
    assert ice.reads(visitor) == reads


def test_dice_and_signs_are_dragged_into_the_sum_and_out_of_it(turn: Turn, api: Api) -> None:
    ada, table = turn
    a, b, c = table.view["state"]["dice"]
    parts = ada.page.locator(".sum .part")

    drag(ada, ada.die(2), line(ada))
    drag(ada, ice.sign(ada, "+"), line(ada))
    carry(ada, ada.die(3), line(ada))
    expect(ada.page.locator(".open .carried")).to_be_visible()
    expect(line(ada).locator(".value")).to_have_text(f"= {b + c}")  # the value after a drop
    ada.page.mouse.move(*point(away(ada)))
    ada.page.mouse.up()
    expect(line(ada).locator(".value")).to_be_empty()
    swipe(ada, ada.die(3), line(ada))
    expect(ice.status(ada, f"{b} + {c} makes {b + c}")).to_be_visible()
    drag(ada, ada.die(1), line(ada), at=0.02)
    drag(ada, ice.sign(ada, "*"), parts.first, at=0.9)
    expect(line(ada)).to_have_class(re.compile("hits|misses"))
    drag(ada, ada.die(1), away(ada))  # it comes from the tray: nothing changes
    assert ice.reads(ada) == f"({a}×{b})+{c}"
    drag(ada, ada.page.locator(".sum .sign").last, away(ada))
    assert ice.reads(ada) == f"({a}×{b}){c}"
    swipe(ada, parts.last, away(ada))
    expect(ice.status(ada, f"{a} × {b} makes {a * b}")).to_be_visible()
    assert carried(ada).count() == 0
    assert api.view(table.table)["version"] == table.view["version"]

    ada.page.set_viewport_size(window(SMALL_PHONES[-1]))
    swipe(ada, away(ada), ada.page.locator(".bar"))  # this scrolls
    ada.page.wait_for_function("scrollY > 0")


def test_a_drag_that_is_given_up_leaves_the_sum_as_it_is_by_then(turn: Turn) -> None:
    ada, table = turn
    a, b, _ = table.view["state"]["dice"]
    part = ada.page.locator(".sum .part").first
    ada.die(1).click()
    ada.die(2).click()

    # Escape puts down what is carried
    carry(ada, part, away(ada))
    expect(line(ada).locator(".part:not(.empty)")).to_have_count(1)
    ada.page.keyboard.press("Escape")
    expect(carried(ada)).to_have_count(0)
    assert ice.reads(ada) == f"{a}{b}"
    drops(ada, f"{a}{b}")
    carry(ada, ada.die(3), line(ada))
    ada.page.keyboard.press("Escape")
    ada.page.mouse.move(*point(ada.die(3)))
    drops(ada, f"{a}{b}")  # on the die itself, and that is not a tap
    ada.page.keyboard.press("Escape")  # nothing is dragged: Escape clears the calculation
    assert ice.reads(ada) == ""

    # What was carried out of a sum that is another by now is not put into that
    ada.die(1).click()
    carry(ada, part, away(ada))
    ada.page.keyboard.press("Backspace")
    drops(ada)
    ada.die(1).click()
    carry(ada, ada.die(2), line(ada))
    ada.page.keyboard.press("+")
    drops(ada, f"{a}+")
    ada.page.keyboard.press("Escape")

    # What was let go in another window does not follow the mouse
    carry(ada, ada.die(1), line(ada))
    ada.page.evaluate(LIFTED_ELSEWHERE)
    expect(carried(ada)).to_have_count(0)
    drops(ada)


def test_what_is_carried_is_put_down_when_the_dice_are_rolled_again_elsewhere_and_when_the_turn_is_over(turn: Turn, api: Api) -> None:
    ada, table = turn
    who = mover(table, table.view)
    for position in (1, 2):
        ada.die(position).click()
    carry(ada, ada.page.locator(".sum .part").first, away(ada))

    dice = play(api, who, "reroll")["state"]["dice"]

    for position, face in enumerate(dice, start=1):
        expect(ada.die(position)).to_have_attribute("data-face", str(face))
    expect(carried(ada)).to_have_count(0)
    drops(ada)

    carry(ada, ada.die(1), line(ada))
    play(api, who, "pass")
    ada.expect_decision("wait")
    expect(carried(ada)).to_have_count(0)
    expect(ada.page.locator(".own-tray.open")).to_have_count(0)
    ada.page.mouse.move(*point(away(ada)))
    ada.page.mouse.move(*point(line(ada)))
    drops(ada)
    expect(ada.page.locator(".refusal")).to_have_count(0)  # the visitor did not try to act out of turn


def test_a_drag_outlives_the_game_without_a_complaint(turn: Turn, api: Api) -> None:
    ada, table = turn
    ada.page.mouse.move(*point(ada.die(1)))
    ada.page.mouse.down()
    ada.page.mouse.move(*point(line(ada)))

    api.leave(waiter(table, table.view))
    expect(ada.page.get_by_role("region", name="Result")).to_be_visible()

    ada.page.mouse.move(200, 300, steps=3)
    ada.page.mouse.up()
    expect(carried(ada)).to_have_count(0)
