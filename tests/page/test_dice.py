"""Reserved dice on the page, which neither side can choose: the page reserves them, keeps the commitment, compares it, and shows what is
proved.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, Request, Route, expect

from tests.browser import PHONE
from tests.live import Api, Seated
from tests.page.conftest import Visit
from tests.page.tables import finished
from tests.page.visitor import Visitor

AT_A_TABLE = re.compile(r"/t/p\d\d-\w{26}$")
COMMITMENTS, TABLES = "/v1/commitments", "/v1/tables"
OTHER = "0" * 64
CHANGED = "with other dice than those it had reserved"


def table_of(visitor: Visitor) -> str:
    """The table that this visitor has open."""
    expect(visitor.page).to_have_url(AT_A_TABLE)
    return visitor.page.url.rpartition("/")[2]


def stored(visitor: Visitor, what: str, table: str) -> Any:
    return json.loads(visitor.page.evaluate("(name) => localStorage.getItem(name)", f"rollstream.{what}.{table}"))


def promise(visitor: Visitor) -> Locator:
    """The text of the panel about when the dice were fixed."""
    return visitor.page.locator("[data-dice]")


def posts(visitor: Visitor, path: str) -> list[Request]:
    """The POST requests to this path."""
    return [request for request in visitor.watched.requests if request.method == "POST" and request.url.endswith(path)]


def sent(request: Request) -> Any:
    """The body of a request."""
    return request.post_data_json


def refusing(status: int, code: str) -> Mapping[str, Any]:
    body = {"type": f"/docs/problems#{code}", "title": code, "status": status, "detail": code, "code": code}
    return {"status": status, "content_type": "application/problem+json", "body": json.dumps(body)}


def test_a_table_is_created_on_dice_that_were_reserved_before_the_seed_and_the_check_says_so(visit: Visit, api: Api) -> None:
    ada = visit(PHONE, listening=True)
    ada.open()
    ada.button("Play Dicy Cards").click()
    table = table_of(ada)

    order, stored_dice = sent(posts(ada, TABLES)[0]), stored(ada, "dice", table)
    fairness = api.view(table)["fairness"]
    assert posts(ada, COMMITMENTS)[0].post_data is None
    answer = posts(ada, COMMITMENTS)[0].response()
    assert answer is not None
    assert order["commitment"] == answer.json()
    assert (fairness["reserved"], fairness["commitment"]) == (True, order["commitment"]["commitment"])
    assert fairness["client_seeds"] == stored_dice["seeds"] == [order["client_seed"]]
    assert re.fullmatch(r"[0-9a-f]{32}", order["client_seed"])

    api.leave(Seated(table, 0, stored(ada, "seats", table)["tokens"]["0"]))
    ada.open(f"/t/{table}?at=1")
    ada.button("Check the dice").click()
    expect(ada.page.get_by_role("region", name="Were the dice fair?")).to_contain_text("Everything matches")
    expect(promise(ada)).to_have_attribute("data-dice", "reserved")
    expect(promise(ada)).to_contain_text("This browser kept the commitment, and the table has the same one.")
    expect(promise(ada)).not_to_contain_text("Together with the player who joined last")


CHANGES: Mapping[str, Callable[[Any], None]] = {
    "commitment": lambda view: view["fairness"].update(commitment=OTHER),
    "reserved": lambda view: view["fairness"].update(reserved=False),
    "seed": lambda view: view["fairness"].update(client_seeds=["another"]),
    "no seed": lambda view: view["fairness"].update(client_seeds=[]),
    "table": lambda view: view.update(table="p00-" + "0" * 26),
}


def test_a_service_that_creates_the_table_with_other_dice_is_found_out_at_once(visit: Visit) -> None:
    changes = iter(CHANGES.values())

    def falsify(route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        answer = route.fetch()
        body = answer.json()
        next(changes)(body["view"])
        return route.fulfill(response=answer, json=body)

    ada = visit(PHONE, listening=True)
    ada.page.route("**/v1/tables", falsify)
    for number, change in enumerate(CHANGES, start=1):
        ada.open()

        ada.button("Play Dicy Cards").click()

        expect(ada.page.get_by_role("alert").filter(has_text=CHANGED), change).to_be_visible()
        assert not AT_A_TABLE.search(ada.page.url), change
        assert len(posts(ada, TABLES)) == number, f"{change}: it is news, and not tried again"


def test_a_refused_order_is_sent_again_on_the_same_dice_with_the_same_seed(visit: Visit, api: Api) -> None:
    ada = visit(PHONE, listening=True)
    ada.page.route(
        "**/v1/tables", lambda route: route.fulfill(**refusing(429, "rate-limited")) if len(posts(ada, TABLES)) == 1 else route.continue_()
    )
    ada.open()

    ada.button("Play Dicy Cards").click()
    expect(ada.page.get_by_role("alert").filter(has_text="Too many requests")).to_be_visible()
    ada.button("Play Dicy Cards").click()
    table = table_of(ada)

    first, again = map(sent, posts(ada, TABLES))
    assert (first["commitment"], first["client_seed"]) == (again["commitment"], again["client_seed"])
    assert posts(ada, TABLES)[0].headers["idempotency-key"] == posts(ada, TABLES)[1].headers["idempotency-key"]
    assert len(posts(ada, COMMITMENTS)) == 1
    assert api.view(table)["fairness"]["client_seeds"] == [first["client_seed"]]
    ada.forgive("status of 4")


def test_expired_dice_are_reported_and_the_next_press_reserves_others(visit: Visit) -> None:
    ada = visit(PHONE, listening=True)
    over = refusing(410, "commitment-expired")
    ada.page.route("**/v1/tables", lambda route: route.fulfill(**over) if len(posts(ada, TABLES)) == 1 else route.continue_())
    ada.open()

    ada.button("Play Dicy Cards").click()
    expect(ada.page.get_by_role("alert").filter(has_text="valid for ten minutes")).to_be_visible()
    ada.button("Play Dicy Cards").click()
    table_of(ada)

    first, second = map(sent, posts(ada, TABLES))
    assert len(posts(ada, COMMITMENTS)) == 2
    assert first["commitment"]["table"] != second["commitment"]["table"]
    assert first["client_seed"] != second["client_seed"]
    ada.forgive("status of 4")


def test_a_service_without_reservations_can_be_played_at_and_the_page_says_so(visit: Visit, api: Api) -> None:
    ada = visit(PHONE)
    ada.page.route("**/v1/commitments", lambda route: route.fulfill(**refusing(404, "route-unknown")))
    ada.open()

    ada.button("Play Dicy Cards").click()
    table = table_of(ada)

    expect(ada.page.get_by_role("alert").filter(has_text="This service does not reserve dice")).to_be_visible()
    assert api.view(table)["fairness"]["reserved"] is False
    ada.open(f"/t/{table}?at=1")
    expect(promise(ada)).to_contain_text("These dice were not reserved.")
    ada.forgive("status of 4")


@pytest.mark.parametrize(("status", "code"), [(429, "rate-limited"), (500, "internal-error")])
def test_a_reservation_that_is_refused_creates_no_table(visit: Visit, status: int, code: str) -> None:
    ada = visit(PHONE, listening=True)
    ada.page.route("**/v1/commitments", lambda route: route.fulfill(**refusing(status, code)))
    ada.open()

    ada.button("Play Dicy Cards").click()

    expect(ada.page.locator("#notes").get_by_role("alert")).to_be_visible()
    assert posts(ada, TABLES) == []
    ada.forgive("status of 4", "status of 5")


def test_who_joins_sees_the_commitment_before_naming_a_seed(visit: Visit, api: Api) -> None:
    created_table = api.create_table(1, names=["Ada"], open_seats=1, client_seed="adas", options={"first_seat": "creator"})
    grace = visit(PHONE, listening=True)
    grace.open(f"/t/{created_table.table}")
    grace.does("join").click()
    expect(grace.page.locator("[data-decision]")).to_be_visible()

    stored_dice = stored(grace, "dice", created_table.table)
    address = f"{grace.url}/v1/tables/{created_table.table}"
    seen = [(request.method, request.url) for request in grace.watched.requests]
    assert seen.index(("GET", address)) < seen.index(("POST", f"{address}/seats"))
    assert stored_dice["how"] == "seated"
    assert stored_dice["commitment"] == created_table.view["fairness"]["commitment"]
    assert api.view(created_table.table)["fairness"]["client_seeds"] == ["adas", *stored_dice["seeds"]]

    grace.open(f"/t/{created_table.table}?at=1")
    expect(promise(grace)).to_contain_text("This browser saw the commitment before it named its own client seed.")
    expect(promise(grace)).to_contain_text("Together with the player who joined last, the operator could have chosen them.")


@pytest.mark.parametrize(
    ("reserved", "english", "french"),
    [
        (True, "This browser did not keep the commitment, so it cannot confirm that.", "Ce navigateur n’a pas gardé l’engagement"),
        (
            False,
            "The operator could have chosen the secret and the table’s id after seeing the creator’s client seed.",
            "Ces dés n’ont pas été réservés.",
        ),
    ],
)
def test_a_new_visitor_sees_what_the_table_claims(visit: Visit, api: Api, reserved: bool, english: str, french: str) -> None:
    more = {"commitment": api.post("/v1/commitments").json} if reserved else {}
    created_table = api.create_table(2, **more)
    zoe = visit(PHONE)

    zoe.open(f"/t/{created_table.table}?at=1")

    expect(promise(zoe)).to_contain_text(english)
    zoe.speak("fr")
    expect(promise(zoe)).to_contain_text(french)


def test_a_table_with_dice_other_than_the_stored_ones_is_wrong_whatever_its_file_says(visit: Visit, api: Api) -> None:
    over = finished(api, "Ada", "Grace")
    ada = visit(PHONE)
    stored_dice = {"how": "reserved", "commitment": OTHER, "seeds": ["ours"], "at": 0}
    ada.open()
    ada.page.evaluate("([name, text]) => localStorage.setItem(name, text)", [f"rollstream.dice.{over.table}", json.dumps(stored_dice)])
    ada.open(f"/t/{over.table}?at=1")

    ada.button("Check the dice").click()

    check = ada.page.get_by_role("region", name="Were the dice fair?")
    verdict = "Check failed: The dice of this table are not the ones that this browser recorded"
    expect(check.get_by_role("status")).to_contain_text(verdict)
    expect(promise(ada)).to_have_attribute("data-dice", "changed")


def test_a_fork_continues_with_reserved_dice_and_a_seed_of_this_browser(visit: Visit, api: Api) -> None:
    over = finished(api, "Ada", "Grace")
    version = next(event["version"] for event in api.events(over.table) if event["type"] == "dicy-cards.turn-ended")
    linus = visit(PHONE)
    linus.open(f"/t/{over.table}?at={version}")
    linus.button("Play on from here").click()
    linus.page.get_by_role("dialog").get_by_role("button", name="Play on").click()
    expect(linus.page).not_to_have_url(re.compile(over.table))

    table = table_of(linus)
    fairness, stored_dice = api.view(table)["fairness"], stored(linus, "dice", table)
    assert (fairness["reserved"], fairness["commitment"]) == (True, stored_dice["commitment"])
    assert fairness["client_seeds"] == stored_dice["seeds"]
