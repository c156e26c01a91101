"""A visitor's clock may be wrong by minutes or days, or stand still, and a header may be wrong: the page counts down the service's time."""

import re
import time
from datetime import datetime, timedelta
from email.utils import format_datetime, parsedate_to_datetime

import pytest
from playwright.sync_api import Page, Route, expect

from events.timestamps import now
from tests.live import Api, CreatedTable
from tests.page.conftest import Visit
from tests.page.tables import created_table
from tests.page.visitor import wait_for

WRONG = """
  const away = %d * 1000, Real = Date, origin = performance.timeOrigin;
  globalThis.Date = class extends Real {
    constructor(...told) { told.length ? super(...told) : super(Real.now() + away); }
    static now() { return Real.now() + away; }
  };
  Object.defineProperty(performance, "timeOrigin", { get: () => origin + away });
"""
"""Sets a browser's clock wrong by this number of seconds."""

WRONG_BY = -86_400
TURN = 3600
BUSY = 30
"""Seconds by which a browser may lag on a busy machine; every wrong clock here differs by more."""

ASLEEP = "() => { const still = performance.now(); performance.awake = performance.now; performance.now = () => still; }"
"""Stops the clock that some machines stop during sleep."""

AWAKE = "() => { const lost = performance.awake() - performance.now(); performance.now = () => performance.awake() - lost; }"
"""Resumes the clock where it stopped."""

SLEEP = 6
NEAR = 2
"""Seconds: the page shows whole ones, and reading them takes a moment."""


def test_the_countdown_is_right_however_wrong_the_visitors_clock_is(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace", turn_seconds=TURN)
    ada = visit()
    ada.watched.prepare(WRONG % WRONG_BY)

    before = left(api, table)
    ada.sit(table.seated[0])
    shown = shown_to(ada.page)
    after = left(api, table)

    assert after - 1 <= shown <= before + BUSY
    assert shown <= TURN + 1
    assert abs(ada.page.evaluate("Date.now()") / 1000 - now().timestamp() - WRONG_BY) < BUSY


def test_a_countdown_is_right_again_after_the_device_has_slept(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace", turn_seconds=TURN)
    ada = visit()
    ada.sit(table.seated[0])
    shown_to(ada.page)

    ada.page.evaluate(ASLEEP)
    until = time.monotonic() + SLEEP
    wait_for(ada, lambda: time.monotonic() > until)
    ada.page.evaluate(AWAKE)

    wait_for(ada, lambda: abs(shown_to(ada.page) - left(api, table)) < NEAR)


@pytest.mark.parametrize("minutes", [-15, 15])
@pytest.mark.parametrize("address", ["**/v1/tables/*", "**/moves"], ids=["the first answer", "a later one"])
def test_one_wrong_date_is_forgotten(visit: Visit, api: Api, address: str, minutes: int) -> None:
    table = created_table(api, "Ada", "Grace", turn_seconds=TURN)
    ada = visit()
    wrong: list[str] = []

    def answer(route: Route) -> None:
        wrong.append(format_datetime(now() + timedelta(minutes=minutes), usegmt=True))
        told = route.fetch()
        route.fulfill(response=told, headers={**told.headers, "date": wrong[0]})

    ada.deceive(address, answer, times=1)
    ada.sit(table.seated[0])

    wait_for(ada, lambda: abs(shown_to(ada.page) - left(api, table)) < NEAR)
    assert len(wrong) == 1


def left(api: Api, table: CreatedTable) -> float:
    """The seconds until the deadline, by the service's clock."""
    told = api.get(f"/v1/tables/{table.table}")
    deadline = datetime.fromisoformat(told.json["owed"][0]["deadline"])
    return (deadline - parsedate_to_datetime(told.headers["date"])).total_seconds()


def shown_to(page: Page) -> int:
    """The remaining seconds that the page shows."""
    written = page.get_by_role("timer").locator("span").last
    expect(written).to_have_text(re.compile(r"^([0-9]+:)?[0-9]+:[0-9]{2}$"))
    seconds = 0
    for part in written.inner_text().split(":"):
        seconds = seconds * 60 + int(part)
    return seconds
