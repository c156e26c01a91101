"""Gestures with a mouse or a finger, and the positions of elements."""

from playwright.sync_api import Locator

from tests.page.visitor import Visitor


def drag(visitor: Visitor, what: Locator, to: Locator, *, at: float = 0.5) -> None:
    """Drag an element with the mouse onto another: to `at` of its width, in the middle of its height."""
    carry(visitor, what, to, at=at)
    visitor.page.mouse.up()


def carry(visitor: Visitor, what: Locator, to: Locator, *, at: float = 0.5) -> None:
    """Drag an element without dropping it."""
    mouse, (x, y) = visitor.page.mouse, point(to, at)
    mouse.move(*point(what))
    mouse.down()
    mouse.move(x, y, steps=3)


def swipe(visitor: Visitor, what: Locator, to: Locator) -> None:
    """Swipe with a finger from the middle of an element to the middle of another."""
    touches = visitor.page.context.new_cdp_session(visitor.page)
    (x, y), (far_x, far_y) = point(what), point(to)
    points = [{"x": x + (far_x - x) * step / 4, "y": y + (far_y - y) * step / 4} for step in range(5)]
    for kind, there in (("touchStart", points[:1]), *(("touchMove", [one]) for one in points[1:]), ("touchEnd", [])):
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": there})


def point(what: Locator, at: float = 0.5) -> tuple[float, float]:
    """A point of an element in the window: at `at` of its width, in the middle of its height."""
    left, top, width, height = _box(what)
    return left + width * at, top + height / 2


def size_of(what: Locator) -> tuple[float, float]:
    """The width and height of an element."""
    return _box(what)[2:]


def _box(what: Locator) -> tuple[float, float, float, float]:
    box = what.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["width"], box["height"]
