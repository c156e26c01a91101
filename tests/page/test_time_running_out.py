"""Time runs out: the player is told what the service did and what follows, and the log names who acted."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import PHONE
from tests.live import Api, CreatedTable
from tests.page import ice
from tests.page.conftest import Visit
from tests.page.tables import created_table, mover, reach
from tests.page.visitor import Visitor
from tests.service.playing import eventually

LOST = "table.decision-expired"


def alert(visitor: Visitor, text: str) -> Locator:
    return visitor.page.get_by_role("alert").filter(has_text=text)


def log(visitor: Visitor) -> Locator:
    return visitor.page.locator(".game-log")


def wait_until_lost(api: Api, table: CreatedTable, seat: int) -> None:
    eventually(lambda: any(event["type"] == LOST and event["seat"] == seat for event in api.events(table.table)))


def test_a_notice_counts_lost_turns_and_names_the_limit(visit: Visit, api: Api) -> None:
    ada = visit(PHONE)
    table = created_table(api, "Ada", "Grace", turn_seconds=3, on_expiry={"policy": "resign", "after": 9})
    ada.sit(table.seated[0])

    notice = alert(ada, "Your time ran out. Your turn was skipped, and your frozen cards are active again.")
    expect(notice).to_contain_text("That is 1 of 9 in a row: at 9 you resign.")
    expect(log(ada)).to_contain_text("Ada runs out of time (1 of 9 in a row).Ada’s turn is skipped automatically.")
    expect(log(ada)).not_to_contain_text("Ada skips.")
    expect(alert(ada, "That is 2 of 9 in a row")).to_be_visible()
    expect(ada.page.get_by_role("alert")).to_have_count(1)  # the newest message contains everything


def test_a_returning_player_sees_what_the_service_did_meanwhile(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace", turn_seconds=2)
    ada = visit(PHONE, language="fr")
    wait_until_lost(api, table, 0)

    ada.sit(table.seated[0])

    expect(alert(ada, "Votre temps est écoulé. Le service a passé pour vous")).to_contain_text("Vous restez dans la partie")


def test_a_card_that_time_chooses_is_not_chosen_by_its_player(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace", turn_seconds=5)
    reach(api, table)
    grace = visit(PHONE)
    grace.sit(table.seated[1])

    expect(alert(grace, "Your time ran out. Any two was frozen for you. You stay in the game however often this happens.")).to_be_visible()
    expect(log(grace)).to_contain_text("Grace runs out of time.Any two is frozen automatically for Grace.")


def test_a_turn_played_by_the_computer_is_reported_once(visit: Visit, api: Api) -> None:
    ada = visit()
    table = created_table(api, "Ada", "Grace", turn_seconds=3, on_expiry={"policy": "substitute", "level": "greedy"})
    ada.sit(table.seated[0])

    expect(alert(ada, "Your time ran out. The computer plays this turn for you.")).to_be_visible()
    expect(log(ada)).to_contain_text("Grace runs out of time.")

    turn = log(ada).inner_text().partition("Grace runs out of time.")[0]
    assert (turn.count("Ada runs out of time."), turn.count("The computer (easy) plays for Ada.")) == (1, 1)


def test_the_first_turns_say_what_happens_when_time_runs_out(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace", turn_seconds=600, on_expiry={"policy": "resign", "after": 3})
    ice_table = ice.started_table(api, "Ada", "Grace", turn_seconds=600)
    ada, grace = visit(PHONE), visit(PHONE, language="fr")
    ada.sit(table.seated[0])
    grace.sit(mover(ice_table, ice_table.view))

    expect(ada.page.locator(".prompt")).to_contain_text("If time runs out, your turn is skipped.")
    expect(grace.page.locator(".prompt")).to_contain_text("Si votre temps s’écoule, votre tour se termine.")


@pytest.mark.parametrize(
    ("language", "resigned"),
    [
        ("en", "resigns automatically: time ran out 1 time in a row."),
        ("fr", "abandonne automatiquement\u202f: temps écoulé 1 fois de suite."),
    ],
)
def test_a_seat_that_is_out_has_not_resigned_by_itself(visit: Visit, api: Api, language: str, resigned: str) -> None:
    table = created_table(api, "Ada", "Grace", turn_seconds=1, on_expiry={"policy": "resign", "after": 1})
    zoe = visit(language=language)
    zoe.open(f"/t/{table.table}")

    expect(log(zoe)).to_contain_text(f"Ada {resigned}")


def test_a_turn_of_ice_dice_that_time_ends_is_not_ended_by_its_player(visit: Visit, api: Api) -> None:
    table = ice.started_table(api, "Ada", "Grace", turn_seconds=5)
    who = mover(table, table.view)
    name = table.view["seats"][who.seat]["name"]
    ada = visit()
    ada.sit(who)

    expect(alert(ada, "Your time ran out. Your turn has ended; a shifted token stays on the medium board.")).to_be_visible()
    expect(log(ada)).to_contain_text(f"{name}’s turn ends automatically.")
    expect(ada.page.locator(".sheet")).to_contain_text("time ran out")
    assert f"{name} ends the turn." not in log(ada).inner_text()
