"""One more game: who asks, who accepts, who watches, and where they go."""

import re

from playwright.sync_api import expect

from tests.browser import PHONE
from tests.live import Api, Laid
from tests.page.conftest import Visit
from tests.page.tables import laid
from tests.page.visitor import Visitor


def over(api: Api, *names: str) -> Laid:
    """A table whose game is over, since all but the last player have resigned."""
    table = laid(api, *names)
    for who in table.seated[:-1]:
        assert api.leave(who).status == 200
    return table


def come(visit: Visit, table: Laid) -> list[Visitor]:
    """The players at the finished table, by seat: in the light, in the dark, on the phone, in French."""
    ways = [{}, {"scheme": "dark"}, {"language": "fr"}]
    visitors = [visit(*([PHONE] if seat else []), **way) for seat, way in zip(range(len(table.seated)), ways, strict=False)]
    for visitor, who in zip(visitors, table.seated, strict=True):
        visitor.sit(who)
        expect(visitor.does("rematch")).to_be_visible()
    return visitors


def fits(visitor: Visitor) -> bool:
    """Whether nothing is wider than the window."""
    return bool(visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_one_asks_the_other_accepts_and_both_are_at_the_new_table(visit: Visit, api: Api) -> None:
    table = over(api, "Ada", "Grace")
    ada, grace = come(visit, table)

    ada.button("Rematch").click()
    expect(grace.page.get_by_text("Ada wants a rematch.")).to_be_visible()
    expect(ada.page.get_by_text("as soon as Grace joins")).to_be_visible()
    expect(ada.page.get_by_role("timer")).to_be_visible()
    assert fits(ada)
    assert fits(grace)
    grace.button("Accept").click()

    for visitor in (ada, grace):
        visitor.expect_asked(re.compile("roll|wait"))
    new = api.view(table.table)["rematch"]["table"]
    assert {visitor.page.url.rpartition("/")[2] for visitor in (ada, grace)} == {new}
    assert {ada.asked, grace.asked} == {"roll", "wait"}
    assert len(api.view(new)["fairness"]["client_seeds"]) == 2


def test_three_see_who_has_asked_and_a_spectator_may_watch(visit: Visit, api: Api) -> None:
    table = over(api, "Ada", "Grace", "Linus")
    ada, grace, linus = come(visit, table)
    zoe = visit(PHONE)
    zoe.open(f"/t/{table.table}")
    assert zoe.does("rematch").count() == 0

    grace.does("rematch").click()
    expect(linus.page.get_by_text("Grace veut une revanche.")).to_be_visible()
    linus.button("Accepter").click()

    expect(ada.page.get_by_text("Grace and Linus want a rematch.")).to_be_visible()
    expect(grace.page.get_by_text("as soon as Ada joins")).to_be_visible()
    expect(linus.page.get_by_text("dès que Ada accepte")).to_be_visible()
    assert fits(linus)
    ada.button("Accept").click()
    for visitor in (ada, grace, linus):
        visitor.expect_asked(re.compile("roll|wait"))
    zoe.link("Watch the rematch").click()
    expect(zoe.page).to_have_url(ada.page.url)


def test_who_looks_at_the_old_table_later_stays_there_until_they_go_on(visit: Visit, api: Api) -> None:
    table = over(api, "Ada", "Grace")
    for who in table.seated:
        api.post(f"/v1/tables/{table.table}/rematch", token=who.token)
    ada = visit()

    ada.sit(table.seated[0])
    expect(ada.page.get_by_role("region", name="Result")).to_be_visible()
    ada.button("To the rematch").click()

    ada.expect_asked(re.compile("roll|wait"))
    assert ada.page.url.endswith(api.view(table.table)["rematch"]["table"])
