"""Drags at a table of Ice Dice that end differently: the player cancels, the turn ends, or the drop is elsewhere."""

from typing import Any

from playwright.sync_api import Locator, expect

from tests.live import Api
from tests.page import ice
from tests.page.gestures import carry, point
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


def drops(visitor: Visitor) -> None:
    """Release the mouse at its position; nothing is dragged any more."""
    visitor.page.mouse.up()
    expect(carried(visitor)).to_have_count(0)


def test_escape_puts_down_what_is_carried_and_leaves_the_sum_as_it_was(turn: Turn) -> None:
    ada, table = turn
    a, b, _ = table.view["state"]["dice"]
    ada.die(1).click()
    ada.die(2).click()

    carry(ada, ada.page.locator(".sum .part").first, away(ada))
    expect(line(ada).locator(".part:not(.empty)")).to_have_count(1)
    ada.page.keyboard.press("Escape")
    expect(carried(ada)).to_have_count(0)
    assert ice.reads(ada) == f"{a}{b}"
    drops(ada)
    assert ice.reads(ada) == f"{a}{b}"

    carry(ada, ada.die(3), line(ada))
    ada.page.keyboard.press("Escape")
    ada.page.mouse.move(*point(ada.die(3)))
    drops(ada)  # on the die itself, and that is not a tap
    assert ice.reads(ada) == f"{a}{b}"
    ada.page.keyboard.press("Escape")  # nothing is dragged: Escape clears the calculation
    assert ice.reads(ada) == ""


def test_what_was_carried_out_of_a_sum_that_is_another_by_now_is_not_put_into_that(turn: Turn) -> None:
    ada, table = turn
    ada.die(1).click()

    carry(ada, ada.page.locator(".sum .part").first, away(ada))
    ada.page.keyboard.press("Backspace")
    drops(ada)
    assert ice.reads(ada) == ""

    ada.die(1).click()
    carry(ada, ada.die(2), line(ada))
    ada.page.keyboard.press("+")
    drops(ada)
    assert ice.reads(ada) == f"{table.view['state']['dice'][0]}+"


def test_what_is_carried_when_the_dice_are_rolled_again_in_another_tab_is_put_down(turn: Turn, api: Api) -> None:
    ada, table = turn
    for position in (1, 2):
        ada.die(position).click()
    carry(ada, ada.page.locator(".sum .part").first, away(ada))

    dice = play(api, mover(table, table.view), "reroll")["state"]["dice"]

    for position, face in enumerate(dice, start=1):
        expect(ada.die(position)).to_have_attribute("data-face", str(face))
    expect(carried(ada)).to_have_count(0)
    drops(ada)
    assert ice.reads(ada) == ""


def test_what_is_carried_when_the_turn_is_over_is_put_down(turn: Turn, api: Api) -> None:
    ada, table = turn
    carry(ada, ada.die(1), line(ada))

    play(api, mover(table, table.view), "pass")
    ada.expect_decision("wait")

    expect(carried(ada)).to_have_count(0)
    expect(ada.page.locator(".own-tray.open")).to_have_count(0)
    ada.page.mouse.move(*point(away(ada)))
    ada.page.mouse.move(*point(line(ada)))
    assert ice.reads(ada) == ""
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
    drops(ada)


def test_what_was_let_go_in_another_window_does_not_follow_the_mouse(turn: Turn) -> None:
    ada, _ = turn
    carry(ada, ada.die(1), line(ada))

    ada.page.evaluate(LIFTED_ELSEWHERE)

    expect(carried(ada)).to_have_count(0)
    assert ice.reads(ada) == ""
    drops(ada)
