"""Forgeries of Dice Cards by choices and answers that its rules refuse, and of what is hidden while the table is played."""

from typing import Any

from rules.dice_cards.deck import stand_in
from tests.events.proof.bot_forgeries import a_failure_of_nothing_that_was_owed, a_failure_told_as_an_expiry, bots_at
from tests.events.proof.forgeries import first_seat, with_dice
from tests.events.proof.forging import Forgery, Value, find, of_game, version
from tests.events.proof.table_forgeries import Kinds, at_tables, less_inherited

TWO, ALONE, YOUNG, CLOCK = "dice cards for two", "dice cards alone", "young dice cards for three", "dice cards with a clock that skips"
ANSWERED, TOLD = "dice-cards.roll-answered", "dice-cards.answers-revealed"


def marked(value: Value, number: int = 0) -> Value:
    """An answer that is a mark."""
    answers: list[Value] = [event for event in value["events"] if event["type"] == ANSWERED and event["data"]["answer"]["card"] is not None]
    return answers[number]


def changed(event: Value, **members: Any) -> int:
    event["data"]["answer"].update(members)
    return version(event)


def with_a_ticket_that_it_does_not_cost(value: Value) -> int:
    return changed(marked(value), spent=marked(value)["data"]["answer"]["spent"] + 1)


def a_ticket_more(value: Value) -> int:
    return changed(marked(value, 3), earned=marked(value, 3)["data"]["answer"]["earned"] + 1)


def another_cell(value: Value) -> int:
    answer = marked(value)["data"]["answer"]
    return changed(marked(value), cells=[[cell + 1, number] for cell, number in answer["cells"]])


def an_answer_that_names_its_player(value: Value) -> int:
    """As if a built-in player had been asked for an answer, and others were told."""
    answer = marked(value)
    of_player = {"type": "table.seat-substituted", "data": {"level": "greedy", "cause": "asked"}}
    value["events"].insert(version(answer) - 1, {**answer, **of_player})
    return version(answer)


def out_of_reach(value: Value) -> int:
    """A number that no die has, without a ticket."""
    return changed(marked(value), number=marked(value)["data"]["answer"]["number"] + 13)


def on_a_card_that_it_does_not_have(value: Value) -> int:
    kept = of_game(value, "cards-revealed")["data"]["cards"][marked(value)["seat"]]
    return changed(marked(value), card=next(card for card in range(1, 51) if card not in kept))


def beyond_the_card(value: Value) -> int:
    return changed(marked(value), place=35)


def struck_with_a_number(value: Value) -> int:
    return changed(marked(value), card=None)


def answered_twice(value: Value) -> int:
    answer = marked(value)
    value["events"].insert(version(answer), dict(answer))
    return version(answer) + 1


def told_otherwise(value: Value) -> int:
    """What was struck is told as what it was not."""
    told = find(value, TOLD, 2)
    told["data"]["points"][0] += 1
    return version(told)


def anothers_answer_told(value: Value) -> int:
    told = next(event for event in value["events"] if event["type"] == TOLD and event["data"]["answers"][0] != event["data"]["answers"][1])
    told["data"]["answers"].reverse()
    return version(told)


def kept_what_was_not_dealt(value: Value) -> int:
    hand, kept = of_game(value, "hand-dealt"), of_game(value, "card-kept")
    exchanged = of_game(value, "cards-exchanged")["data"]
    kept["data"]["card"] = next(card for card in range(1, 51) if card not in {*hand["data"]["cards"], *exchanged["taken"]})
    return version(kept)


def kept_twice(value: Value) -> int:
    first = of_game(value, "card-kept")
    again = next(event for event in value["events"][version(first) :] if event["type"] == first["type"] and event["seat"] == first["seat"])
    again["data"]["card"] = first["data"]["card"]
    return version(again)


def exchanged_an_ordinary_card(value: Value) -> int:
    exchanged = of_game(value, "cards-exchanged")
    hand = next(event for event in value["events"] if event["type"] == "dice-cards.hand-dealt" and event["seat"] == exchanged["seat"])
    card = next(card for card in hand["data"]["cards"] if not stand_in()[card].all_or_nothing)
    exchanged["data"].update(given=[card], taken=hand["data"]["reserve"][:1])
    return version(exchanged)


def a_better_reserve(value: Value) -> int:
    hand = of_game(value, "hand-dealt")
    hand["data"]["reserve"].reverse()
    return version(hand)


def a_hand_that_was_not_drawn(value: Value) -> int:
    hand = of_game(value, "hand-dealt", 1)
    hand["data"]["cards"] = of_game(value, "hand-dealt")["data"]["cards"]
    return version(hand)


def another_blinding(value: Value) -> int:
    answer = find(value, ANSWERED, 4)
    answer["data"]["blinding"] = "0" * 32
    return version(answer)


def no_blinding(value: Value) -> int:
    answer = find(value, ANSWERED, 4)
    del answer["data"]["blinding"]
    return version(answer)


def a_blinding_of_what_everybody_sees(value: Value) -> int:
    told = find(value, TOLD)
    told["data"]["blinding"] = "0" * 32
    return version(told)


def one_roll_less(value: Value) -> int:
    last = of_game(value, "dice-rolled", -1)
    ended = of_game(value, "game-ended")
    del value["events"][version(last) - 1 : version(ended) - 1]
    return version(last)


def a_policy_that_tells_what_a_bot_answers(value: Value) -> int:
    find(value, "table.created")["data"]["on_failure"] = {"policy": "skip", "level": None, "after": None}
    return 1


def answered_late_after_the_others_who_are_late(value: Value) -> int:
    """What is answered for the last one who is late is left out, as if it still could answer."""
    expired = of_all_late(value)[-1]
    del value["events"][version(expired) - 1 : version(expired) + 1]
    return version(expired)


def of_all_late(value: Value) -> list[Value]:
    """The expiries of the first step in which two run out of time in a roll."""
    late: list[Value] = []
    rolled = version(of_game(value, "dice-rolled"))
    for event in value["events"][rolled:]:
        if event["type"] == "table.decision-expired":
            late = [*(one for one in late if one["at"] == event["at"]), event]
        elif len(late) > 1 and late[-1]["at"] != event["at"]:
            break
    return late


TABLES = Kinds(
    clock=CLOCK,
    standing_in="dice cards with a clock that substitutes",
    left_alone="dice cards left alone",
    never_begun="dice cards never begun",
    fork="a fork of dice cards",
)

STOOD_IN, LATE = "dice cards with bots that are stood in for", "dice cards with bots as late as people"
BOTS = (STOOD_IN, STOOD_IN, LATE, CLOCK)

OF_TURNS = {first_seat, less_inherited, a_failure_told_as_an_expiry, a_failure_of_nothing_that_was_owed}
"""Forgeries that begin elsewhere where several seats owe at once and have one clock for several decisions."""

OF_EVERY_GAME = (*with_dice(TWO, TWO), *at_tables(TABLES), *bots_at(*BOTS))

DICE_FORGERIES = (
    *(forgery for forgery in OF_EVERY_GAME if forgery.change not in OF_TURNS),
    Forgery(TWO, "event-wrong", with_a_ticket_that_it_does_not_cost),
    Forgery(ALONE, "event-wrong", a_ticket_more),
    Forgery(TWO, "event-wrong", another_cell),
    Forgery(TWO, "move-refused", out_of_reach),
    Forgery(YOUNG, "move-refused", on_a_card_that_it_does_not_have),
    Forgery(TWO, "move-refused", beyond_the_card),
    Forgery(TWO, "event-wrong", struck_with_a_number),
    Forgery(YOUNG, "move-refused", answered_twice),
    Forgery(TWO, "move-refused", an_answer_that_names_its_player),
    Forgery(TWO, "event-wrong", told_otherwise),
    Forgery(TWO, "event-wrong", anothers_answer_told),
    Forgery(TWO, "move-refused", kept_what_was_not_dealt),
    Forgery(YOUNG, "move-refused", kept_twice),
    Forgery(TWO, "move-refused", exchanged_an_ordinary_card),
    Forgery(TWO, "event-wrong", a_better_reserve),
    Forgery(TWO, "event-wrong", a_hand_that_was_not_drawn),
    Forgery(TWO, "event-wrong", another_blinding),
    Forgery(TWO, "malformed", no_blinding),
    Forgery(TWO, "malformed", a_blinding_of_what_everybody_sees),
    Forgery(ALONE, "event-wrong", one_roll_less),
    Forgery(STOOD_IN, "move-refused", a_policy_that_tells_what_a_bot_answers),
    Forgery(CLOCK, "event-wrong", answered_late_after_the_others_who_are_late),
)
