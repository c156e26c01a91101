"""The page uses the visitor's language: that of the browser, or the one that the visitor selects."""

import re
from collections.abc import Callable, Mapping
from html import unescape

from playwright.sync_api import Page, Route, expect

from rules.registry import games
from rules.texts.catalogue import catalogue
from tests.browser import PHONE
from tests.live import Api, CreatedTable
from tests.page import dice_cards
from tests.page.any_game import without_own_boards
from tests.page.conftest import Visit
from tests.page.players import SHORT, each_game
from tests.page.tables import View, can, created_table, finished, has_decision, mover, played
from tests.page.visitor import GO, STORE_SEATS, Visitor, wait_for

KEY = re.compile(
    r"\b(?:page|lobby|create|player|level|table|dicy|ice|dc|log|replay|problem|claim|time)\.[a-z][a-z.-]+|\b(?:reason|colour|pile|rule)-[a-z-]+"
)
LATER: Mapping[str, Callable[[Api, CreatedTable], Callable[[View], bool]]] = {
    "dicy-cards": lambda api, table: has_decision(0, "play", round=3),
    "ice-dice": lambda api, table: can(api, table, "take"),
    "dice-cards": lambda _api, _table: lambda view: view["state"]["roll"] == 3,
}
"""A situation in which a game says much."""
CHOOSING: Mapping[str, Callable[[Api, CreatedTable], Callable[[View], bool]]] = {
    "dicy-cards": lambda _api, _table: has_decision(0, "play"),
    "ice-dice": lambda api, table: can(api, table, "shift"),
    "dice-cards": lambda api, table: can(api, table, "keep"),
}
CHOSEN: Mapping[str, tuple[str, ...]] = {
    "dicy-cards": (".die:nth-child(2)", "button[data-card=any-two]"),
    "ice-dice": (".die:nth-child(2)",),
    "dice-cards": tuple(f".choice-cards li:nth-child({at}) button" for at in (2, 3, 5)),
}
"""What a player taps who has to choose, and sends no move."""
CHOSEN_AT = "() => [...document.querySelectorAll('.board button')].flatMap((one, at) => (one.ariaPressed === 'true' ? [at] : []))"
SAME_NAMES = re.compile("|".join(catalogue(game, "fr")["title"] for game in games().values()))
ENGLISH = re.compile(r"\b(?:the|your|rolls|dice|turn|waiting|sits)\b", re.IGNORECASE)


def text_of(page: Page) -> str:
    """All texts of the page, visible and in labels, without the names of games that are the same in both languages."""
    labels: list[str] = page.locator("[aria-label], [title], [placeholder]").evaluate_all(
        "(all) => all.flatMap((one) => ['aria-label', 'title', 'placeholder'].map((name) => one.getAttribute(name) ?? ''))"
    )
    return SAME_NAMES.sub("", "\n".join([page.locator("body").inner_text(), *labels]))


def chosen_at(visitor: Visitor) -> list[int]:
    """The positions of the pressed ones among all buttons of the board."""
    chosen: list[int] = visitor.page.evaluate(CHOSEN_AT)
    return chosen


def is_in_french(visitor: Visitor) -> None:
    """All texts shown now are in French. All other tests read the English ones."""
    text = text_of(visitor.page)
    assert visitor.page.locator("html").get_attribute("lang") == "fr"
    assert not KEY.findall(text)
    assert not ENGLISH.findall(text)


@each_game
def test_every_view_is_in_the_language_of_the_browser(visit: Visit, api: Api, game: str) -> None:
    new, begun = (created_table(api, "Ada", "Grace", game=game) for _ in range(2))
    over = finished(api, "Ada", "Grace", game=game)
    later = played(api, begun, LATER[game](api, begun))
    ada = visit(PHONE, language="fr-CA")

    for table, view in ((new, new.view), (begun, later)):
        ada.sit(mover(table, view))
        expect(ada.page.locator(f".board[data-version='{view['version']}']")).to_be_visible()
        ada.page.locator(".rules summary").click()
        is_in_french(ada)
        ada.page.locator(".actions .button.primary:visible").first.click(force=True)  # what cannot be done yet says why
        is_in_french(ada)
    for path in (f"/t/{over.table}", f"/t/{over.table}?at=40", "/"):
        ada.open(path)
        expect(ada.page.get_by_role("listitem").filter(has_text="Ada").or_(ada.seat("Ada")).first).to_be_visible()
        is_in_french(ada)
    ada.page.locator(".start button").last.click()
    ada.page.locator(f"input[value={game}]").check()
    is_in_french(ada)


def test_a_switch_of_language_draws_the_view_anew_and_is_kept_and_the_game_is_played_in_it(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    ada = visit(PHONE)
    ada.sit(table.seated[0])
    expect(ada.heading("Your turn")).to_be_visible()

    ada.button("FR – Français").click()
    expect(ada.heading("À vous de jouer")).to_be_visible()
    expect(ada.does("roll")).to_have_text("Lancer les dés")
    expect(ada.seat("Grace").locator(".points")).to_have_text(re.compile("^0 point(?!s)"))  # in French, none is as one
    ada.page.reload()

    expect(ada.heading("À vous de jouer")).to_be_visible()
    assert ada.button("FR – Français").get_attribute("aria-pressed") == "true"
    ada.does("roll").click()
    ada.expect_decision("play")
    ada.card("any-two").click()
    ada.does("score").click()
    ada.expect_decision("wait")
    words = ada.page.get_by_role("group", name=re.compile("Journal")).inner_text()
    assert re.search(r"Ada marque .* points?", words)
    ada.button("EN – English").click()
    expect(ada.heading(re.compile("^Grace"))).to_be_visible()


@each_game
def test_a_switch_of_language_keeps_what_was_chosen_and_not_sent(visit: Visit, api: Api, game: str) -> None:
    table = created_table(api, "Ada", "Grace", game=game)
    view = played(api, table, CHOOSING[game](api, table))
    ada = visit(PHONE)
    ada.sit(mover(table, view))
    for one in CHOSEN[game]:
        ada.page.locator(one).click()
    chosen = chosen_at(ada)
    assert len(chosen) >= len(CHOSEN[game])

    for language in ("fr", "en"):
        ada.speak(language)
        expect(ada.page.locator(".actions .prompt")).to_be_visible()
        assert chosen_at(ada) == chosen


def test_a_switch_of_language_keeps_the_steps_of_a_move_of_any_game(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace", game="ice-dice")
    view = played(api, table, CHOOSING["ice-dice"](api, table))
    ada = without_own_boards(visit(PHONE))
    ada.sit(mover(table, view))
    ada.button(re.compile("^Shift")).click()

    ada.speak("fr")

    expect(ada.page.locator(".actions .prompt")).to_have_text(re.compile("^Déplacer"))
    ada.does("back").click()
    expect(ada.page.locator(".options [data-type=pass]")).to_be_visible()


def test_a_switch_of_language_keeps_the_seat_of_two_in_one_browser_and_its_mark_is_written(visit: Visit, api: Api) -> None:
    table = dice_cards.rolling_table(api, "Ada", "Grace", options={"deal": "young"})
    grace = visit(PHONE)
    grace.sit(table.seated[1])
    grace.page.evaluate(STORE_SEATS, [list(table.seated[0])])
    dice_cards.lit(grace).first.click()

    grace.speak("fr")
    expect(grace.page.locator(".mine")).to_have_attribute("data-seat", "1")
    expect(grace.page.locator(".cell.pending")).to_have_count(1)
    grace.does("mark").click()

    expect(grace.page.locator(".mine")).to_have_attribute("data-seat", "0")
    expect(grace.page.locator(".cell.pending")).to_have_count(0)
    assert [owed["seat"] for owed in api.view(table.table)["owed"]] == [0]


@each_game
def test_the_log_on_the_page_and_in_a_file_is_the_same_to_the_letter(visit: Visit, api: Api, game: str) -> None:
    table = finished(api, "Ada", "Player 2", "Zoë", game=game, options=SHORT[game])
    zoe = visit(language="en-GB")
    zoe.open(f"/t/{table.table}?at=1")
    for language in ("en", "fr"):
        export = api.ended(api.post(f"/v1/tables/{table.table}/exports", json={"format": "html", "language": language}).headers["location"])
        file = api.http.get(api.url + export["file"]["url"], timeout=30).content.decode()

        zoe.speak(language)
        expect(zoe.page.locator(".game-log a").first).to_be_visible()
        lines = zoe.page.locator(".game-log a").evaluate_all("(links) => links.map((link) => [link.dataset.version, link.textContent])")

        assert len(lines) > 30
        assert lines == [[version, unescape(words)] for version, words in re.findall(r'data-at="(\d+)"[^>]*>([^<]*)</a>', file)]


def test_who_switches_while_a_table_is_loading_gets_both(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    ada = visit(PHONE)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ada.deceive(re.compile(r"/js/(?:texts/fr|games/dicy-cards/texts/en)\.js$"), hold)
    ada.sit(table.seated[0])
    wait_for(ada, lambda: len(held) == 1)

    ada.button("FR – Français").click()
    wait_for(ada, lambda: len(held) == 2)
    held.pop().continue_()
    expect(ada.heading("À vous de jouer")).to_be_visible()
    with ada.page.expect_response("**/texts/en.js"):
        held.pop().continue_()
    ada.does("roll").click()
    ada.expect_decision(re.compile("play|stuck"))

    is_in_french(ada)
    assert ada.button("FR – Français").get_attribute("aria-pressed") == "true"


def test_where_a_language_cannot_be_loaded_the_page_stays_in_the_present_one(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    ada = visit(PHONE)
    ada.deceive("**/js/texts/fr.js", lambda route: route.abort())
    ada.open()

    ada.button("FR – Français").click()
    expect(ada.page.get_by_text("This page had a problem")).to_be_visible()
    ada.page.evaluate(GO, f"/t/{table.table}")

    expect(ada.page.locator(".board")).to_be_visible()
    assert ada.page.locator("html").get_attribute("lang") == "en"
    ada.forgive("texts/fr.js", "ERR_FAILED")
