"""The lobby: a new visitor can play at once; visitors find, create and join tables."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser import PHONE
from tests.live import Api
from tests.page.conftest import Visit
from tests.page.tables import created_table


def test_a_first_visitor_plays_against_a_built_in_player_after_one_press(visit: Visit) -> None:
    ada = visit(PHONE)
    ada.open()

    ada.button("Play Dicy Cards").click()

    expect(ada.page).to_have_url(re.compile(r"/t/p\d\d-\w{26}$"))
    ada.expect_decision(re.compile("roll|freeze|reset|wait"))


def test_ice_dice_is_played_at_once_as_well_with_time_to_read_its_rules(visit: Visit, api: Api) -> None:
    ada = visit(PHONE)
    ada.open()

    ada.button("Play Ice Dice").click()

    expect(ada.page).to_have_url(re.compile(r"/t/p\d\d-\w{26}$"))
    ada.expect_decision(re.compile("setup|shift|stuck|wait"))
    view = api.view(ada.page.url.rpartition("/")[2])
    assert (view["game"], view["turn_seconds"], [seat["kind"] for seat in view["seats"]]) == ("ice-dice", 180, ["human", "ai"])


def test_the_lobby_summarizes_the_rules_of_each_game(visit: Visit) -> None:
    ada = visit(PHONE)
    ada.open()

    for game, word in (("Dicy Cards", "thaw"), ("Ice Dice", "brackets")):
        ada.button(f"{game}: the rules").click()
        expect(ada.page.get_by_role("dialog", name=f"{game}: rules summary")).to_contain_text(word)
        ada.page.keyboard.press("Escape")


def test_a_name_is_entered_once_and_stored(visit: Visit) -> None:
    ada = visit()
    ada.open()
    ada.page.get_by_label("Your name").fill("Ada")

    ada.button("Play Dicy Cards").click()
    expect(ada.seat("Ada")).to_be_visible()
    ada.open()

    expect(ada.page.get_by_label("Your name")).to_have_value("Ada")


def test_everybody_sees_an_open_table_and_it_starts_as_soon_as_it_is_full(visit: Visit) -> None:
    ada, grace = visit(), visit(PHONE)  # under a name that no other open table of this service has
    grace.open()
    grace.page.get_by_label("Your name").fill("Grace")
    ada.open()
    ada.page.get_by_label("Your name").fill("Adele")

    ada.button("Create a table").click()
    ada.page.get_by_role("radio", name="Dicy Cards").check()
    ada.button("Create table").click()
    expect(ada.page).to_have_url(re.compile("/t/"))
    grace.button("Join: Adele").click()

    for visitor in (ada, grace):
        expect(visitor.seat("Adele")).to_be_visible()
        expect(visitor.seat("Grace")).to_be_visible()
    assert {ada.decision, grace.decision} == {"roll", "wait"}


def test_a_table_is_set_up_with_other_cards_players_and_a_clock(visit: Visit, api: Api) -> None:
    ada = visit(PHONE)
    ada.open()
    ada.button("Create a table").click()

    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_label("Seat 2").select_option("Computer: random")
    dialog.get_by_role("button", name="Add a seat").click()
    dialog.get_by_label("Time per turn").select_option("1 minute")
    ada.button("Create table").click()
    expect(ada.page).to_have_url(re.compile("/t/"))

    view = api.view(ada.page.url.rpartition("/")[2])
    assert [(seat["kind"], seat["level"]) for seat in view["seats"]] == [("human", None), ("ai", "random"), ("open", None)]
    assert view["turn_seconds"] == 60


def test_a_table_of_ice_dice_is_set_up_for_six_with_its_own_options(visit: Visit, api: Api) -> None:
    ada = visit(PHONE)
    ada.open()
    ada.button("Create a table").click()
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Ice Dice").check()
    rerolls = dialog.get_by_label("Maximum rerolls per turn")
    expect(rerolls).to_have_value("")

    for _ in range(4):
        dialog.get_by_role("button", name="Add a seat").click()
    dialog.get_by_label("Seat 2").select_option("Computer: expert")
    dialog.get_by_role("combobox").filter(has=ada.page.locator("option[value=young]")).select_option(value="young")
    rerolls.fill("21")
    ada.button("Create table").click()
    expect(dialog.get_by_role("alert")).to_contain_text("a whole number from 0 to 20")
    rerolls.fill("3")
    ada.button("Create table").click()
    expect(ada.page).to_have_url(re.compile("/t/"))

    view = api.view(ada.page.url.rpartition("/")[2])
    assert [(seat["kind"], seat["level"]) for seat in view["seats"]] == [("human", None), ("ai", "expert"), *[("open", None)] * 4]
    assert view["options"] == {"variant": "young", "ties": "adults", "reroll_limit": 3}
    assert view["turn_seconds"] == 60
    ada.forgive("status of 4")


def test_a_game_for_one_is_created_and_played_alone(visit: Visit, api: Api) -> None:
    ada = visit(PHONE)
    ada.open()
    ada.button("Create a table").click()
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Dice Cards").check()

    dialog.get_by_role("button", name=re.compile(r"\(2\)$")).click()
    expect(dialog.get_by_role("combobox", name=re.compile("^Seat "))).to_have_count(1)
    ada.button("Create table").click()

    expect(ada.page.locator(".board")).to_be_visible()
    view = api.view(ada.page.url.rpartition("/")[2])
    assert (view["game"], view["status"], len(view["seats"])) == ("dice-cards", "playing", 1)


def test_a_refused_table_is_explained_in_the_dialog_which_stays_open(visit: Visit) -> None:
    ada = visit()
    ada.open()
    ada.button("Create a table").click()
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Dicy Cards").check()
    own_cards = dialog.get_by_role("combobox").filter(has=ada.page.locator("option[value=custom]"))
    own_cards.select_option(value="custom")
    dialog.get_by_role("checkbox").first.check()

    ada.button("Create table").click()

    expect(dialog.get_by_role("alert")).to_contain_text("exactly five different cards")
    ada.forgive("status of 4")


def test_your_tables_come_first_and_say_whose_turn_it_is(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    ada = visit()
    ada.sit(table.seated[0])

    ada.open()

    yours = ada.page.get_by_role("listitem").filter(has_text="Your turn")
    yours.get_by_role("link", name="Continue").click()
    ada.expect_decision("roll")


def test_a_pasted_link_leads_to_the_table(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    zoe = visit()
    zoe.open()

    field = zoe.page.get_by_label("Table link or ID")
    field.fill("no link")
    field.press("Enter")
    expect(zoe.page.get_by_role("alert").filter(has_text="This is not a table link")).to_be_visible()
    field.fill(f"{zoe.url}/t/{table.table}")
    field.press("Enter")

    expect(zoe.seat("Ada")).to_be_visible()


def test_an_address_without_a_table_says_so_and_leads_home(visit: Visit) -> None:
    zoe = visit(PHONE)
    zoe.open("/t/p07-00000000000000000000000000")

    expect(zoe.page.get_by_role("alert")).to_contain_text("There is no table at this address")
    zoe.link("Back to the lobby").click()

    expect(zoe.button("Play Dicy Cards")).to_be_visible()
    zoe.forgive("status of 404")


def test_an_address_where_nothing_is_says_so_to_a_person_and_to_a_program(visit: Visit, api: Api) -> None:
    zoe = visit(PHONE, language="fr")
    for address in ("/jouer", "/t/p07-00000000000000000000000000/rejouer", "/docs/regles"):
        zoe.open(address)

        expect(zoe.page.get_by_role("alert")).to_contain_text("Il n’y a rien à cette adresse")
        assert api.get(address).json["code"] == "route-unknown"

    zoe.link("Retour au salon").click()
    expect(zoe.button("Jouer à Dicy Cards")).to_be_visible()
    zoe.forgive("status of 404")


def test_the_lobby_loads_less_than_80_kilobytes_letters_and_all_and_nothing_of_any_game_or_other_view(visit: Visit) -> None:
    ada = visit(PHONE, fresh=True)
    addresses: dict[str, str] = {}
    sizes: dict[str, float] = {}
    network: Any = ada.page.context.new_cdp_session(ada.page)
    network.on("Network.requestWillBeSent", lambda sent: addresses.update({sent["requestId"]: sent["request"]["url"]}))
    network.on("Network.loadingFinished", lambda loaded: sizes.update({addresses[loaded["requestId"]]: loaded["encodedDataLength"]}))
    network.send("Network.enable")

    ada.open()
    ada.page.wait_for_load_state("networkidle")

    files = {address: size for address, size in sizes.items() if "/v1/" not in address}  # the size of lists depends on the number of tables
    assert len(files) > 5
    assert sum(files.values()) < 80_000
    assert not [address for address in files if re.search(r"/games/[a-z]+-|verify|/(?:table|replay)\b", address)]


LOADED = """() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/page/"))
    .map((file) => [file.name, file.transferSize])"""
"""The files of the page that this view loaded, with the number of bytes transferred for each."""


def test_a_returning_visitor_loads_no_file_again(visit: Visit) -> None:
    ada = visit(PHONE, fresh=True)
    ada.open()
    ada.page.wait_for_load_state("networkidle")
    first = ada.page.evaluate(LOADED)

    ada.open()
    ada.page.wait_for_load_state("networkidle")

    again = ada.page.evaluate(LOADED)
    assert all(sent > 0 for _, sent in first)
    assert {name for name, _ in again} == {name for name, _ in first}
    assert [name for name, sent in again if sent > 0] == []


def test_the_pictures_shadows_are_drawn_because_webkit_shows_no_filter_on_a_group(visit: Visit) -> None:
    ada = visit()
    ada.open()

    dice = ada.page.locator(".art-die")
    expect(dice).to_have_count(2)
    assert ada.page.locator("svg g").evaluate_all("(all) => all.filter((one) => getComputedStyle(one).filter !== 'none').length") == 0
    assert set(dice.locator(".face").evaluate_all("(faces) => faces.map((face) => getComputedStyle(face).stroke)")) != {"none"}
    assert dice.locator(".art-shade").count() > 0
