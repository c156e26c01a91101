"""Dice Cards in browsers: choosing, marking, tickets, the others' answers, the end."""

import re
from collections.abc import Mapping
from typing import Final, Literal

from playwright.sync_api import expect

from tests.browser import DESKTOP, PHONE
from tests.live import Api, CreatedTable
from tests.page import dice_cards
from tests.page.axe import barriers
from tests.page.conftest import Visit
from tests.page.players import by_key, click, decide
from tests.page.tables import at_the_store, is_over, play, played
from tests.page.visitor import Visitor

WINDOWS: Final = ((320, 568), (360, 740), (768, 1024), (1366, 657))
SCHEMES: Final[Mapping[str, Literal["light", "dark"]]] = {"fr": "dark", "en": "light"}

ONE_COLOUR: Final = {2, 30, 37, 42}
"""The cards for younger players that take one die of a colour."""

KEYS = "() => document.body.innerText.match(/\\b(?:dc|table|level|log|problem)\\.[a-z-]+/g)"
"""Names of texts where a text should be."""

LINES: Final = """(element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getClientRects().length;
}"""
"""The number of lines of a text."""


def test_a_player_chooses_six_of_nine_cards_at_once_and_changes_the_choice_before(visit: Visit, api: Api) -> None:
    table = dice_cards.created_table(api, "Ada", "Grace", options={"deal": "young"})
    ada = visit(PHONE)
    ada.sit(table.seated[0])
    expect(ada.heading("Choose your six cards")).to_be_visible()
    offered = ada.page.locator(".choice [data-card]")
    expect(offered).to_have_count(9)

    ada.does("keep").click(force=True)
    expect(dice_cards.status(ada, "Choose 6 more cards.")).to_be_visible()
    for at in range(6):
        offered.nth(at).click()
    offered.nth(6).click()
    expect(dice_cards.status(ada, "You keep 6 cards. First tap one that you give up.")).to_be_visible()
    offered.nth(0).click()
    offered.nth(6).click()
    chosen = [int(offered.nth(at).get_attribute("data-card") or "") for at in range(1, 7)]
    ada.button("Keep these six").click()

    ada.expect_decision("wait")
    expect(ada.heading("The players choose their cards")).to_be_visible()
    played(api, table, lambda view: view["state"]["roll"] == 1)
    expect(ada.page.locator(".mine .sheet-card")).to_have_count(6)
    assert [int(one.get_attribute("data-card") or "") for one in ada.page.locator(".mine .sheet-card").all()] == chosen
    expect(ada.page.locator(".mine .sheet-card").first).to_be_in_viewport()
    expect(dice_cards.lit(ada).first).to_be_attached()
    assert ada.page.evaluate("!document.activeElement.matches('.mine *')")


def test_a_choice_that_was_interrupted_says_what_is_kept_and_goes_on_with_the_rest(visit: Visit, api: Api) -> None:
    table = dice_cards.created_table(api, "Ada", "Grace", options={"deal": "young"})
    who = table.seated[0]
    for _ in range(3):
        play(api, who, "keep")
    ada = visit(PHONE)
    ada.sit(who)
    expect(dice_cards.status(ada, "3 cards are kept already. Choose the six cards you keep: 3 of 6.")).to_be_visible()
    kept, others = ada.page.locator(".choice .kept"), ada.page.locator(".choice [data-card]:not(.kept)")
    expect(kept).to_have_count(3)
    for at in range(3):
        expect(kept.nth(at)).to_have_attribute("aria-disabled", "true")
        expect(kept.nth(at).get_by_text("kept", exact=True)).to_be_visible()
    assert barriers(ada.page) == []

    kept.first.click(force=True)
    expect(dice_cards.status(ada, "This card is kept already. You cannot give it up.")).to_be_visible()
    others.nth(0).click()
    others.nth(1).click()
    expect(dice_cards.status(ada, "5 of 6")).to_be_visible()
    expect(ada.does("keep")).to_have_attribute("aria-disabled", "true")
    others.nth(2).click()
    ada.button("Keep these six").click()

    ada.expect_decision("wait")
    assert not at_the_store(api).moves(who)


def test_all_or_nothing_cards_are_exchanged_before_the_choice(visit: Visit, api: Api) -> None:
    table = next(found for found in (dice_cards.created_table(api, "Ada") for _ in range(60)) if _exchanges(api, found))
    ada = visit(DESKTOP)
    ada.sit(table.seated[0])
    ada.expect_decision("exchange")

    ada.page.locator(".choice [data-card]:enabled").first.click()
    ada.button("Exchange 1 card").click()

    ada.expect_decision("keep")
    events = api.events(table.table, token=table.seated[0].token)
    (exchanged,) = [event["data"] for event in events if event["type"] == "dice-cards.cards-exchanged"]
    ((given,), (taken,)) = exchanged["given"], exchanged["taken"]
    expect(ada.page.locator(f".choice [data-card='{taken}']")).to_be_visible()
    expect(ada.page.locator(f".choice [data-card='{given}']")).to_have_count(0)


def test_a_player_with_nothing_to_exchange_is_told_so(visit: Visit, api: Api) -> None:
    table = next(found for found in (dice_cards.created_table(api, "Ada") for _ in range(60)) if not _exchanges(api, found))
    ada = visit(PHONE)
    ada.sit(table.seated[0])
    ada.expect_decision("exchange")

    expect(dice_cards.status(ada, "there is nothing to exchange")).to_be_visible()
    expect(ada.page.locator(".choice [data-card]:enabled")).to_have_count(0)
    ada.button("Exchange none").click()

    ada.expect_decision("keep")
    expect(ada.page.locator(".choice [data-card]:enabled")).to_have_count(9)


def test_exactly_the_cells_of_listed_moves_are_lit_and_a_chosen_one_is_taken_back_by_another(visit: Visit, api: Api) -> None:
    table = dice_cards.rolling_table(api, "Ada", "Grace", options={"deal": "young"}, marks=3)
    ada, grace = visit(PHONE), visit(DESKTOP)
    ada.sit(table.seated[0])
    grace.sit(table.seated[1])
    ada.expect_decision("roll")

    wanted = dice_cards.cells_of(dice_cards.marks_of(api, table.seated[0], free=True))
    assert dice_cards.lit(ada).count() == len(wanted)
    first, second = dice_cards.lit(ada).nth(0), dice_cards.lit(ada).nth(1)
    first.click()
    expect(first).to_have_attribute("aria-pressed", "true")
    second.click()
    expect(first).to_have_attribute("aria-pressed", "false")
    before = api.view(table.table)["version"]
    second_number = second.inner_text().split()[-1]
    ada.does("mark").click()

    ada.expect_decision("wait")
    assert api.view(table.table)["version"] == before + 1
    expect(grace.seat("Ada").locator(".tag.on")).to_have_count(0)
    expect(grace.seat("Grace").locator(".cell.lit").first).to_be_visible()
    dice_cards.strike(grace, click)
    expect(grace.seat("Ada").locator(".did")).to_contain_text(f"wrote {second_number} on")
    expect(grace.seat("Ada").locator(".cell.changed").first).to_be_attached()
    expect(ada.seat("Grace").locator(".did")).to_contain_text("struck the roll")

    grace.page.reload()
    expect(grace.seat("Ada").locator(".did")).to_contain_text(f"wrote {second_number} on")
    expect(grace.seat("Ada").locator(".cell.changed").first).to_be_attached()
    expect(grace.seat("Grace").locator(".did")).to_contain_text("struck the roll")


def test_a_number_of_the_roll_lights_only_its_cells_and_a_ticket_lights_others(visit: Visit, api: Api) -> None:
    table = dice_cards.rolling_table(api, "Ada", options={"deal": "young"}, tickets=1, marks=1)
    ada, who = visit(PHONE), table.seated[0]
    ada.sit(who)
    state = table.view["state"]
    black, red = state["dice"]["black"], state["dice"]["red"]
    ada.expect_decision(re.compile("roll"))
    every = dice_cards.lit(ada).count()

    ada.page.locator("[data-source=sum]").click()
    sums = [one for one in dice_cards.marks_of(api, who) if one["number"] == black + red and one["card"] not in ONE_COLOUR]
    assert dice_cards.lit(ada).count() == len(dice_cards.cells_of(sums))
    ada.page.locator("[data-source=sum]").click()
    assert dice_cards.lit(ada).count() == every

    change = "Black die: 1 more" if black < 6 else "Black die: 1 less"
    ada.button(change).click()
    expect(ada.page.locator(".die.black")).to_have_attribute("data-face", str(black + (1 if black < 6 else -1)))
    expect(ada.page.locator(".tray .tickets")).to_have_text(re.compile(f"^{state['players'][0]['tickets'] - 1} ticket"))
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".die.black")).to_have_attribute("data-face", str(black))
    assert red == at_the_store(api).view(table.table)["state"]["dice"]["red"]


def test_a_hint_is_a_chosen_mark_and_a_strike_asks_first(visit: Visit, api: Api) -> None:
    table = dice_cards.rolling_table(api, "Ada", options={"deal": "young"})
    ada = visit(DESKTOP)
    ada.sit(table.seated[0])

    ada.does("hint").click()
    expect(dice_cards.status(ada, "Hint:")).to_be_visible()
    ada.page.keyboard.press("Escape")
    ada.does("strike").click()
    expect(dice_cards.status(ada, "Strike this roll without writing a number?")).to_be_visible()
    ada.button("Keep thinking").click()
    assert api.view(table.table)["state"]["roll"] == 1
    dice_cards.strike(ada, click)

    expect(ada.heading("Your answer to roll 2")).to_be_visible()
    expect(ada.seat("Ada").locator(".did")).to_contain_text("struck the roll")


def test_arrows_reach_lit_cells_and_enter_marks_and_confirms(visit: Visit, api: Api) -> None:
    table = dice_cards.rolling_table(api, "Ada", options={"deal": "young"}, marks=3)
    ada = visit(DESKTOP)
    ada.sit(table.seated[0])
    ada.expect_decision("roll")
    keys = ada.page.keyboard

    dice_cards.lit(ada).first.focus()
    keys.press("ArrowRight")
    assert ada.page.evaluate("document.activeElement.matches('.mine button')")
    dice_cards.lit(ada).first.focus()
    keys.press("Enter")
    expect(ada.page.locator(".cell.pending")).to_have_count(1)
    ada.page.evaluate("document.activeElement.blur()")
    keys.press("Enter")

    expect(ada.heading(re.compile(f"^Your answer to roll {table.view['state']['roll'] + 1}$"))).to_be_visible()


def test_a_solo_game_is_played_to_its_rank_and_counted_card_by_card(visit: Visit, api: Api) -> None:
    table = dice_cards.created_table(api, "Ada", options={"deal": "young"})
    ada, who = visit(DESKTOP, language="fr"), table.seated[0]
    ada.sit(who)
    decide(ada, api, who, by_key)
    ada.look_away()
    played(api, table, lambda view: view["state"]["roll"] == 48)
    ada.open(f"/t/{table.table}")

    expect(ada.page.locator(".table-head .where").first).to_contain_text("Lancer 48")
    for roll in (48, 49, 50):
        expect(ada.page.locator("h1")).to_have_text(re.compile(rf"\b{roll}$"))
        decide(ada, api, who, by_key)

    expect(ada.page.locator(".result")).to_be_visible()
    view = api.view(table.table)
    assert is_over(view)
    counted = [int(points) for points in ada.page.locator(".counting dd").all_inner_texts()[:8]]
    assert sum(counted[:7]) == counted[7] == view["outcome"]["ranking"][0]["points"]
    rank = ada.page.locator(".counting dd").last.inner_text()
    expect(ada.page.locator(".result h2")).to_have_text(re.compile(rf"^{rank}, {counted[7]} points?$"))
    assert _shown_as_won(ada) == []
    assert ada.page.evaluate(KEYS) is None

    ada.open(f"/t/{table.table}?at=1")
    expect(ada.heading("Points par lancer")).to_be_visible()
    expect(ada.page.locator(".game-log h3").last).to_have_text("Lancer 50")
    ada.speak("en")
    ada.open()
    row = ada.page.locator(".table-row").filter(has=ada.page.locator(f"a[href*='{table.table}']")).first
    expect(row).to_contain_text("Ada")
    expect(row.locator(".tag.on")).to_have_count(0)


def test_a_player_who_resigns_alone_has_given_up_and_won_nothing(visit: Visit, api: Api) -> None:
    table = dice_cards.rolling_table(api, "Wolkenstein", options={"deal": "young"}, roll=3)
    ada, grace = visit(PHONE), visit(PHONE)
    ada.sit(table.seated[0])

    ada.button("Resign").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Resign").click()

    expect(ada.heading("You resigned")).to_be_visible()
    expect(ada.page.locator(".result .reason")).to_have_text("The only player has given up")
    grace.open(f"/t/{table.table}")
    expect(grace.heading("Wolkenstein resigned")).to_be_visible()
    for visitor in (ada, grace):
        assert _shown_as_won(visitor) == []
        expect(visitor.page.locator(".result .tag").filter(has_text="resigned")).to_be_visible()
    ada.speak("fr")
    for width in (320, 390):
        ada.page.set_viewport_size({"width": width, "height": 844})
        assert ada.page.locator(".ranking bdi").evaluate(LINES) == 1  # two tags follow it


def test_it_has_no_serious_barrier_and_fits_every_window_in_both_languages(visit: Visit, api: Api) -> None:
    names = ("Maximiliane Wolkenstein", "Bartholomew Fitzgerald")
    choosing, rolling = dice_cards.created_table(api, *names), dice_cards.rolling_table(api, *names, roll=20)
    over = dice_cards.finished(api, *names)
    ada = visit(PHONE)
    for table, looked_through in ((choosing, ("fr",)), (rolling, SCHEMES), (over, ("en",))):
        ada.sit(table.seated[0])
        for language, scheme in SCHEMES.items():
            ada.page.emulate_media(color_scheme=scheme)
            ada.speak(language)
            expect(ada.page.locator(".sheet-card:visible").first).to_be_visible()
            assert language not in looked_through or barriers(ada.page) == []
            assert ada.page.evaluate(KEYS) is None
            for width, height in WINDOWS:
                ada.page.set_viewport_size({"width": width, "height": height})
                assert ada.page.evaluate("document.documentElement.scrollWidth") == width


def test_printed_are_ones_six_sheets_and_nothing_else(visit: Visit, api: Api) -> None:
    table = dice_cards.rolling_table(api, "Ada", "Grace", roll=5)
    ada = visit(DESKTOP)
    ada.sit(table.seated[0])
    expect(ada.page.locator(".mine .sheet-card").first).to_be_visible()

    ada.page.emulate_media(media="print")

    expect(ada.page.locator(".mine .sheet-card:visible")).to_have_count(6)
    for hidden in (".others", ".control-panel", ".beside", ".table-head"):
        expect(ada.page.locator(f"{hidden}:visible")).to_have_count(0)
    ada.page.emulate_media(media="screen")


def _shown_as_won(visitor: Visitor) -> list[str]:
    """The places and the tags of winners that the page shows."""
    return visitor.page.locator(".ranking .rank, .ranking .won, .tag.on").all_inner_texts()


# --- situations ------------------------------------------------------------------------------------------------------------------


def _exchanges(api: Api, table: CreatedTable) -> bool:
    """Whether the only player may exchange cards. Everybody is asked, so that nobody learns who may."""
    return len(at_the_store(api).moves(table.seated[0])) > 1
