"""A visitor's first view: how much is transferred, and how long until the page can be used?

Opens the lobby and a table's page repeatedly in a new browser profile; a view is usable as soon as its main button is enabled. Prints for
each the kilobytes received (headers and bodies, as transferred), the requests and the median time; then the same for a second visit.
Targets: less than 100 KB, less than 1 s. `python -m bench.bench_first_view [ROUNDS]`, 15 by default.
"""

import statistics
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from bench.automatic import create_table, service
from tests.browser import DESKTOP, browsing


class View(NamedTuple):
    """The result of one visit: bytes, requests, seconds until it was usable."""

    size: int
    requests: int
    seconds: float


class Visits(NamedTuple):
    """A page, and the name of the button that makes it usable."""

    name: str
    address: str
    button: str


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    with service() as (whole, connection), browsing() as browser:
        table = create_table(connection, {"game": "dicy-cards", "seats": [{"kind": "open"}, {"kind": "open"}]})["view"]["table"]
        pages = (Visits("lobby", f"{whole.url}/", "Play Dicy Cards"), Visits("table", f"{whole.url}/t/{table}", "Join"))
        for page in pages:
            seen = [visited_twice(browser, page) for _ in range(rounds)]
            report(f"{page.name}, first visit", [first for first, _ in seen])
            report(f"{page.name}, again", [again for _, again in seen])


def visited_twice(browser: Browser, page: Visits) -> tuple[View, View]:
    """The first visit of a new profile, and its second."""
    context = browser.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]}, locale="en")
    views = visit(context, page), visit(context, page)
    context.close()
    return views


def visit(context: BrowserContext, visited: Visits) -> View:
    page, requests = context.new_page(), list[Request]()
    page.on("requestfinished", lambda request: requests.append(request))  # noqa: PLW0108 - a built-in function is no listener here
    started = time.perf_counter()
    page.goto(visited.address, wait_until="commit")
    expect(page.get_by_role("button", name=visited.button).first).to_be_enabled()
    seconds = time.perf_counter() - started
    view = View(sum(map(received, requests)), len(requests), seconds)
    close(page)
    return view


def received(request: Request) -> int:
    sizes = request.sizes()
    return sizes["responseHeadersSize"] + sizes["responseBodySize"]


def close(page: Page) -> None:
    page.goto("about:blank")
    page.close()


def report(name: str, views: Sequence[View]) -> None:
    times = sorted(view.seconds for view in views)
    size, requests = (statistics.median([getattr(view, what) for view in views]) for what in ("size", "requests"))
    slowest = f"{times[0]:.2f} to {times[-1]:.2f} s"
    print(f"{name}: {size / 1000:.0f} KB in {requests:.0f} requests, usable after {statistics.median(times):.2f} s ({slowest})")


if __name__ == "__main__":
    main()
