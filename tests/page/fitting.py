"""What has to fit on a small phone where Ice Dice is played."""

from playwright.sync_api import expect

from tests.live import Api, Laid
from tests.page import ice
from tests.page.gestures import size_of
from tests.page.visitor import Visitor

SMALL_PHONES = ((360, 640), (320, 568))


def assert_the_boards_have_room(visitor: Visitor) -> None:
    """With a sum of three dice there is room for the boards above the tray, and whatever is pressed is large enough for a finger."""
    ice.tap(visitor, {"op": "*", "left": 0, "right": {"op": "+", "left": 1, "right": 2}})
    for width, height in SMALL_PHONES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        assert min(side for button in visitor.page.locator(".board button:not(.asking):visible").all() for side in size_of(button)) >= 40
        assert size_of(visitor.page.locator(".desk"))[1] <= 0.4 * height
        assert visitor.page.evaluate("document.documentElement.scrollWidth") == width


def assert_the_longest_words_fit(visitor: Visitor, api: Api, table: Laid) -> None:
    """With all actions that there can be, in French, nothing sticks out of the narrowest phone."""
    ice.tap(visitor, ice.moves_of(api, ice.mover(table, table.view), "shift")[-1]["expression"])
    expect(visitor.does("reroll")).to_be_visible()
    assert visitor.page.evaluate("document.documentElement.scrollWidth") == 320
