"""Names that players enter are shown as text, tokens and codes are never sent in an address, and only the page's own scripts run."""

import pytest
from playwright.sync_api import expect

from tests.browser import PHONE
from tests.live import Api
from tests.page.conftest import Visit
from tests.page.tables import created_table, finished, has_decision, played

EVIL = ("<img src=x onerror=alert(1)>", "</script><script>alert(2)</script>", '" onmouseover="alert(3)', "{{7*7}} ${alert(4)} &lt;b&gt;")


@pytest.mark.parametrize("view", ["lobby", "table", "end", "replay"])
def test_names_that_are_markup_are_shown_literally_and_run_nothing(visit: Visit, api: Api, view: str) -> None:
    table = finished(api, *EVIL) if view in {"end", "replay"} else created_table(api, *EVIL)
    path = {"lobby": "/", "replay": f"/t/{table.table}?at={table.view['version']}"}.get(view, f"/t/{table.table}")
    zoe = visit(PHONE)

    zoe.open(path)

    for name in EVIL:
        expect(zoe.page.locator("bdi").get_by_text(name, exact=True).filter(visible=True).first).to_be_visible()
    assert zoe.page.locator("img, body script, [onerror], [onmouseover]").count() == 0


def test_no_token_or_code_is_ever_in_an_address(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    ada, phone = visit(listening=True), visit(PHONE, listening=True)
    ada.sit(table.seated[0])
    ada.does("roll").click()
    ada.button("Play on another device").click()
    link = ada.page.get_by_label("Link to your seat").input_value()
    phone.open(link.removeprefix(ada.url))
    phone.button("Play this seat").click()
    phone.expect_decision("play")

    code = link.rpartition("code=")[2]
    requests = [*ada.watched.requests, *phone.watched.requests]
    addresses = [request.url + request.headers.get("referer", "") for request in requests]
    assert len(addresses) > 40
    assert not [address for address in addresses if table.seated[0].token in address or code in address.partition("#")[0]]
    assert code not in phone.page.url


def test_the_policy_lets_no_script_or_style_of_others_in(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    played(api, table, has_decision(0, "play"))
    ada = visit()
    ada.sit(table.seated[0])
    ada.expect_decision("play")

    ada.page.evaluate(
        """async () => {
            const script = document.createElement("script");
            script.textContent = "document.title = 'run'";
            document.body.append(script);
            document.body.setAttribute("style", "display: none");
            await fetch("https://elsewhere.invalid/").catch(() => {});
        }"""
    )

    assert ada.page.title() != "run"
    expect(ada.heading("Your turn")).to_be_visible()
    assert sum("Content Security Policy" in complaint for complaint in ada.watched.complaints) >= 3
    ada.forgive("Content Security Policy", "elsewhere.invalid")
