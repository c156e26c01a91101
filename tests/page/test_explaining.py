"""The table explains itself: a tap on an unusable element says what it is, and the goal of the game is shown at the table."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import PHONE
from tests.live import Api, CreatedTable
from tests.page import ice
from tests.page.conftest import Visit
from tests.page.tables import View, created_table, has_decision, is_over, mover, owing_a_card, play, played
from tests.page.visitor import Visitor

ODDS = "Odds: One or more dice that show 1, 3 or 5: their sum."
CARDS = ["any-two", "sixes", "odds", "straight", "forty-minus"]


def explanation(visitor: Visitor, what: str) -> Locator:
    """The text in the bar of actions, or beside the dice for spectators; no refusal is shown."""
    expect(visitor.page.locator(".refusal")).to_have_count(0)
    return visitor.page.locator(".prompt:visible, .caption:visible").filter(has_text=what)


def test_a_card_says_what_it_is_and_why_it_cannot_be_used_and_the_turn_begins_with_the_roll(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    ada, grace, zoe = visit(PHONE), visit(PHONE, language="fr"), visit()
    for visitor, who in zip((ada, grace), table.seated, strict=True):
        visitor.sit(who)
    zoe.open(f"/t/{table.table}")

    for visitor in (ada, zoe):
        visitor.seat("Grace").get_by_role("button", name="What is this: Odds?").click()
        expect(explanation(visitor, f"{ODDS} Grace can score this card, or freeze it to reroll.")).to_be_visible()
    for visitor in (ada, grace):
        visitor.card("odds").click()
    expect(explanation(ada, f"{ODDS} Roll the dice first.")).to_be_visible()
    expect(explanation(grace, "Ce n’est pas votre tour\u202f: c’est à Ada de jouer.")).to_contain_text("Impairs\u202f: Un ou plusieurs dés")

    expect(ada.does("skip")).to_have_count(0)
    ada.does("roll").click()
    expect(ada.does("skip")).to_be_visible()


def test_a_chosen_card_says_its_rule_and_what_the_dice_bring_and_a_reroll_counts_its_dice(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    dice = played(api, table, has_decision(0, "play"))["state"]["dice"]
    ada = visit(PHONE)
    ada.sit(table.seated[0])

    ada.card("any-two").click()
    best = sum(sorted(dice)[-2:])
    expect(explanation(ada, f"Each neighbour freezes an active card of their own choice. With these dice: {best} points.")).to_be_visible()

    while ada.page.locator(".die[aria-pressed=true]").count():
        ada.page.locator(".die[aria-pressed=true]").first.click()
    ada.die(1).click()
    expect(ada.does("reroll")).to_have_text("Freeze and reroll 1 die")
    ada.die(2).click()
    expect(ada.does("reroll")).to_have_text("Freeze and reroll 2 dice")
    expect(ada.die(1)).to_contain_text("key 1")


LOOSE = ["any-two", "three-lowest", "forty-minus", "different-x4", "alike-x5"]
"""Cards that accept some dice of every roll."""


def test_with_all_cards_frozen_there_is_nothing_to_press_but_skip(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace", options={"mode": "custom", "cards": LOOSE})
    first, second = table.seated
    play(api, first, "roll")
    for card in ("any-two", "three-lowest", "forty-minus", "different-x4"):
        play(api, first, "reroll", freeze=card)
    play(api, first, "score", card="alike-x5")
    play(api, second, "roll")
    play(api, second, "score", card="forty-minus")
    ada = visit(PHONE)
    ada.sit(first)

    expect(ada.does("skip")).to_be_visible()
    expect(ada.page.locator(".actions button:visible")).to_have_count(1)


def _last_roll(view: View) -> bool:
    """Whether the second player must roll, with an active card, after the first has reached 100 points."""
    first, second = view["state"]["players"]
    return has_decision(1, "roll")(view) and first["score"] >= 100 and bool(second["active"])


def last_round(api: Api) -> CreatedTable:
    """A table where the first player has 100 points and the second must still roll. If the game ends before that, try another one."""
    table = created_table(api, "Ada", "Grace", options={"mode": "custom", "cards": CARDS})
    view = played(api, table, lambda view: is_over(view) or _last_roll(view))
    return last_round(api) if is_over(view) else table


def test_the_table_shows_the_goal_and_the_last_round(visit: Visit, api: Api) -> None:
    table = last_round(api)
    ada, grace = visit(), visit(PHONE)
    ada.sit(table.seated[0])
    grace.sit(table.seated[1])

    for visitor in (ada, grace):
        expect(visitor.page.locator(".table-head .where").first).to_contain_text(re.compile(r"Round \d+, the last one"))
        expect(visitor.seat("Grace").locator(".points")).to_contain_text("/100")
    expect(explanation(grace, "Last round: Ada has reached 100 points.")).to_be_visible()


def test_a_forced_choice_is_reported_to_its_player(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace", options={"mode": "custom", "cards": LOOSE})
    first, second = table.seated
    play(api, first, "roll")
    play(api, first, "score", card="forty-minus")
    play(api, second, "roll")
    for card in ("any-two", "forty-minus", "different-x4"):
        play(api, second, "reroll", freeze=card)
    play(api, second, "score", card="alike-x5")
    play(api, first, "roll")
    grace = visit(PHONE)
    grace.sit(second)
    grace.expect_decision("wait")

    play(api, first, "score", card="any-two")

    expect(grace.page.locator(".note")).to_contain_text("An effect froze Three lowest, your only active card.")


def test_a_choice_says_who_causes_it(visit: Visit, api: Api) -> None:
    _, second = owing_a_card(api, "Ada", "Grace")
    grace = visit(PHONE, language="fr")
    grace.sit(second)

    expect(explanation(grace, "Ada vous fait geler une carte\u202f: choisissez une de vos cartes actives.")).to_be_visible()


CUT = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1).map(String)"
"""Texts that are partly hidden."""


def test_names_of_four_are_whole_on_a_phone(visit: Visit, api: Api) -> None:
    table = api.create_table(seats=4, options={"first_seat": "creator"})
    ada = visit(PHONE, language="fr")
    ada.sit(table.seated[1])
    ada.expect_decision("wait")

    for names in (ada.page.locator(".board .player"), ada.page.locator(".sheet thead bdi")):
        assert names.count() == 4
        assert names.evaluate_all(CUT) == []


@pytest.mark.parametrize("size", [PHONE, (1280, 800)])
def test_the_hand_stays_where_it_is_while_a_turn_is_played(visit: Visit, api: Api, size: tuple[int, int]) -> None:
    table = created_table(api, "Ada", "Grace")
    ada = visit(size)
    ada.sit(table.seated[0])
    before = box_of_hand(ada)

    ada.does("roll").click()
    ada.expect_decision("play")
    rolled = box_of_hand(ada)
    ada.die(1).click()

    assert box_of_hand(ada) == rolled == before


def box_of_hand(visitor: Visitor) -> object:
    """The position and height of the visitor's own cards on the page."""
    measured: object = visitor.page.locator(".mine .hand").evaluate(
        "(hand) => { const { top, height } = hand.getBoundingClientRect(); return [Math.round(top + scrollY), Math.round(height)]; }"
    )
    return measured


def test_a_roll_is_announced_when_the_dice_have_landed(visit: Visit, api: Api) -> None:
    table = created_table(api, "Ada", "Grace")
    ada = visit(still=False)
    ada.sit(table.seated[0])
    ada.expect_decision("roll")
    ada.page.evaluate(
        """() => {
          window.early = [];
          const dice = [...document.querySelectorAll('.die')];
          const falling = () => dice.some((die) => die.getAnimations().some((one) => !one.transitionProperty));
          new MutationObserver(() => window.early.push([falling(), document.querySelector('.game-log').textContent.includes('Ada rolls')]))
            .observe(document.body, { subtree: true, childList: true, attributes: true });
        }"""
    )

    ada.does("roll").click()
    ada.expect_decision("play")

    seen = ada.page.evaluate("window.early")
    assert [True, False] in seen  # the dice fell, and no text was shown
    assert [True, True] not in seen
    assert [False, True] in seen


def test_tokens_colours_and_boards_say_what_they_are_worth(visit: Visit, api: Api) -> None:
    table = ice.started_table(api, "Ada", "Grace")
    who = mover(table, table.view)
    name, other = ("Ada", "Grace") if who.seat == 0 else ("Grace", "Ada")
    ada, watcher = visit(), visit(PHONE, language="fr")
    ada.sit(who)
    watcher.sit(table.seated[1 - who.seat])
    ada.expect_decision("shift")
    number = ice.tokens_on(ada, "medium")[0]

    ice.token(ada, number).click(force=True)  # aria-disabled, because it cannot be moved
    expect(explanation(ada, "1 point for the player who takes it. First shift a token from the big board")).to_be_visible()
    ada.seat(other).get_by_role("button", name="What is this: blue?").click()
    expect(explanation(ada, f"{other} – blue: none. 1 extra point per token for the player who has more of a colour")).to_be_visible()
    ada.page.locator(".big .plank-title").click()
    expect(explanation(ada, "At 8 tokens or fewer here, the round is the last.")).to_be_visible()
    expect(ada.page.locator(".big .plank-title")).to_contain_text("33 tokens, last round at 8 or fewer")

    ice.token(watcher, number).click()
    expect(
        explanation(watcher, f"1 point pour le joueur qui le prend. Ce n’est pas votre tour\u202f: c’est à {name} de jouer.")
    ).to_be_visible()
