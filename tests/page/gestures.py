"""What a hand does at a page, with a mouse or a finger, and what it aims at."""

from playwright.sync_api import Locator

from tests.page.visitor import Visitor


def drag(visitor: Visitor, what: Locator, to: Locator, *, at: float = 0.5) -> None:
    """Drags something with the mouse to a place of something else: `at` of its width, in the middle of its height."""
    carry(visitor, what, to, at=at)
    visitor.page.mouse.up()


def carry(visitor: Visitor, what: Locator, to: Locator, *, at: float = 0.5) -> None:
    """Drags, and does not drop yet."""
    mouse, (x, y) = visitor.page.mouse, point(to, at)
    mouse.move(*point(what))
    mouse.down()
    mouse.move(x, y, steps=3)


def swipe(visitor: Visitor, what: Locator, to: Locator) -> None:
    """Draws a finger over the page, from the middle of something to that of something else."""
    touches = visitor.page.context.new_cdp_session(visitor.page)
    (x, y), (far_x, far_y) = point(what), point(to)
    points = [{"x": x + (far_x - x) * step / 4, "y": y + (far_y - y) * step / 4} for step in range(5)]
    for kind, there in (("touchStart", points[:1]), *(("touchMove", [one]) for one in points[1:]), ("touchEnd", [])):
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": there})


def point(what: Locator, at: float = 0.5) -> tuple[float, float]:
    """A place of something in the window: `at` of its width, in the middle of its height."""
    left, top, width, height = _box(what)
    return left + width * at, top + height / 2


def size_of(what: Locator) -> tuple[float, float]:
    """Width and height of something."""
    return _box(what)[2:]


def _box(what: Locator) -> tuple[float, float, float, float]:
    box = what.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["width"], box["height"]
