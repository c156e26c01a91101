"""More tables in tabs of one browser than it opens connections to an address, which are six: none hangs, and all continue."""

from playwright.sync_api import expect

from tests.live import Api
from tests.page.conftest import Visit
from tests.page.tables import created_table, play
from tests.size import at_size

TIMEOUT_MS = 60_000
"""A small machine needs time for many tabs that work at once."""


def test_many_tables_in_as_many_tabs_all_go_on(visit: Visit, api: Api) -> None:
    tables = [created_table(api, "Ada", "Grace") for _ in range(at_size(7, 20))]
    zoe = visit()
    tabs = [zoe, *(zoe.tab() for _ in tables[1:])]
    for tab, table in zip(tabs, tables, strict=True):
        tab.page.goto(f"{tab.url}/t/{table.table}", wait_until="commit")
    for tab in tabs:
        expect(tab.seat("Ada")).to_be_visible(timeout=TIMEOUT_MS)

    for table in tables:
        play(api, table.seated[0], "roll")

    for tab, table in zip(tabs, tables, strict=True):
        dice = api.view(table.table)["state"]["dice"]
        for position in (0, 5):
            expect(tab.page.get_by_role("img", name=f"Die {position + 1}: {dice[position]}")).to_be_visible(timeout=TIMEOUT_MS)
    assert [complaint for tab in tabs for complaint in tab.watched.complaints] == []
