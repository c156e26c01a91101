"""A visitor's clock may be wrong by minutes or by days: what the page counts down is the service's time."""

import re
from datetime import datetime
from email.utils import parsedate_to_datetime

from playwright.sync_api import Page, expect

from events.moments import now
from tests.live import Api, Laid
from tests.page.conftest import Visit
from tests.page.tables import laid

WRONG = """
  const away = %d * 1000, Real = Date, origin = performance.timeOrigin;
  globalThis.Date = class extends Real {
    constructor(...told) { told.length ? super(...told) : super(Real.now() + away); }
    static now() { return Real.now() + away; }
  };
  Object.defineProperty(performance, "timeOrigin", { get: () => origin + away });
"""
"""Sets a browser's clock wrong by so many seconds."""

WRONG_BY = -86_400
TURN = 3600
BUSY = 30
"""Seconds by which a browser may be behind on a busy machine; no clock here is as little wrong."""


def test_the_countdown_is_right_however_wrong_the_visitors_clock_is(visit: Visit, api: Api) -> None:
    table = laid(api, "Ada", "Grace", turn_seconds=TURN)
    ada = visit()
    ada.page.add_init_script(WRONG % WRONG_BY)

    before = left(api, table)
    ada.sit(table.seated[0])
    shown = shown_to(ada.page)
    after = left(api, table)

    assert after - 1 <= shown <= before + BUSY
    assert shown <= TURN + 1
    assert abs(ada.page.evaluate("Date.now()") / 1000 - now().timestamp() - WRONG_BY) < BUSY


def left(api: Api, table: Laid) -> float:
    """The seconds until the deadline, by the service's clock."""
    told = api.get(f"/v1/tables/{table.table}")
    deadline = datetime.fromisoformat(told.json["owed"][0]["deadline"])
    return (deadline - parsedate_to_datetime(told.headers["date"])).total_seconds()


def shown_to(page: Page) -> int:
    """The seconds that the page still counts down."""
    written = page.get_by_role("timer").locator("span").last
    expect(written).to_have_text(re.compile(r"^([0-9]+:)?[0-9]+:[0-9]{2}$"))
    seconds = 0
    for part in written.inner_text().split(":"):
        seconds = seconds * 60 + int(part)
    return seconds
