"""Forgeries of files of Dicy Cards."""

from tests.events.proof.bot_forgeries import a_bot_that_leaves_before_the_start, bots_at
from tests.events.proof.forgeries import with_dice
from tests.events.proof.forging import Forgery, Value, find, of_game, version
from tests.events.proof.table_forgeries import Kinds, at_tables

FROZEN = "dicy-cards.card-frozen"


def other_cards(value: Value) -> int:
    chosen = of_game(value, "cards-chosen")
    chosen["data"]["cards"].reverse()
    return version(chosen)


def more_points(value: Value) -> int:
    scored = of_game(value, "card-scored", 4)
    scored["data"]["points"] += 1
    scored["data"]["score"] += 1
    return version(scored)


def a_better_sum(value: Value) -> int:
    scored = of_game(value, "card-scored", -1)
    scored["data"]["score"] += 10
    return version(scored)


def a_card_that_does_not_fit(value: Value) -> int:
    scored = of_game(value, "card-scored")
    scored["data"]["card"] = "all-under-six" if scored["data"]["card"] != "all-under-six" else "straight"
    return version(scored)


def an_effect_skipped(value: Value) -> int:
    """No player has to freeze a card for it."""
    owed = of_game(value, "choices-owed")
    value["events"].remove(owed)
    return version(owed)


def an_effect_invented(value: Value) -> int:
    scored = of_game(value, "card-scored")
    other = {**scored, "seat": (scored["seat"] + 1) % 2, "type": FROZEN, "data": {"card": "odds", "cause": "effect", "forced": True}}
    value["events"].insert(version(scored), other)
    return version(scored) + 1


def a_reroll_for_nothing(value: Value) -> int:
    """The die is rolled again, but no card was frozen for it."""
    rerolled = of_game(value, "dice-rerolled")
    del value["events"][version(rerolled) - 2]
    return version(rerolled) - 1


def a_seat_passed_over(value: Value) -> int:
    ended = of_game(value, "turn-ended")
    ended["data"]["next"] = ended["seat"]
    return version(ended)


def the_turn_of_another_ended(value: Value) -> int:
    """The move is of the right seat, and what follows from it names the other one."""
    ended = of_game(value, "turn-ended")
    ended["seat"] = 1 - ended["seat"]
    return version(ended)


def inherited_points(value: Value) -> int:
    scored = of_game(value, "card-scored")
    scored["data"]["score"] += 50
    return version(scored)


def cut_off_after_an_inherited_move(value: Value) -> int:
    end = version(of_game(value, "turn-ended", 2))
    del value["events"][end:]
    return end + 1


TWO, MIXED, CLOCK, FORK = "glacial for two", "interglacial for three", "a clock that skips", "a fork of a fork"

TABLES = Kinds(
    clock=CLOCK,
    standing_in="a clock that substitutes",
    left_alone="left alone while playing",
    never_begun="never begun",
    fork=FORK,
)

BY_VALUES = "players by a table of values"
USED = "table.values-used"


def values_named_twice(value: Value) -> int:
    """The last event that names a table says what the one before it at this seat says."""
    (_, first), (_, second) = ((one["seat"], one) for one in value["events"] if one["type"] == USED and one["seat"] == 0)
    second["data"]["values"] = first["data"]["values"]
    return version(second)


def values_of_another_level(value: Value) -> int:
    used = find(value, USED)
    used["data"]["level"] = "steady"
    return version(used)


def values_for_a_person(value: Value) -> int:
    """An answer that is announced for the seat of somebody else."""
    used = find(value, USED, 1)
    used["seat"] = 1
    return version(used)


def values_without_an_answer(value: Value) -> int:
    used = version(find(value, USED, 2))
    del value["events"][used:]
    return used + 1


ADVISED = "advice announced"
REQUESTED = "table.advice-requested"


def advice_announced_twice(value: Value) -> int:
    requested = version(find(value, REQUESTED))
    value["events"].insert(requested, {**value["events"][requested - 1]})
    return requested + 1


def advice_for_another_seat(value: Value) -> int:
    """It owes no decision."""
    requested = find(value, REQUESTED)
    requested["seat"] = 1 - requested["seat"]
    return version(requested)


def advice_at_a_table_that_keeps_it_private(value: Value) -> int:
    find(value, "table.created")["data"]["advice"] = "private"
    return version(find(value, REQUESTED))


def advice_for_no_decision(value: Value) -> int:
    requested = find(value, REQUESTED)
    requested["decision"] = None
    return version(requested)


def a_turn_played_where_advice_is_off(value: Value) -> int:
    find(value, "table.created")["data"]["advice"] = "off"
    return version(next(one for one in value["events"] if one["type"] == "table.seat-substituted" and one["data"]["cause"] == "asked"))


DICY_FORGERIES = (
    Forgery(ADVISED, "move-refused", advice_announced_twice),
    Forgery(ADVISED, "move-refused", advice_for_another_seat),
    Forgery(ADVISED, "move-refused", advice_at_a_table_that_keeps_it_private),
    Forgery(ADVISED, "decision-wrong", advice_for_no_decision),
    Forgery("glacial for two", "move-refused", a_turn_played_where_advice_is_off),
    Forgery(BY_VALUES, "event-wrong", values_named_twice),
    Forgery(BY_VALUES, "event-wrong", values_of_another_level),
    Forgery(BY_VALUES, "move-refused", values_for_a_person),
    Forgery(BY_VALUES, "event-missing", values_without_an_answer),
    *with_dice(TWO, MIXED),
    *at_tables(TABLES),
    *bots_at("bots that are stood in for", "bots that resign", "bots that skip", CLOCK),
    Forgery("a bot left by the last person", "move-refused", a_bot_that_leaves_before_the_start),
    Forgery(MIXED, "event-wrong", other_cards),
    Forgery(TWO, "event-wrong", more_points),
    Forgery(TWO, "event-wrong", a_better_sum),
    Forgery(TWO, "move-refused", a_card_that_does_not_fit),
    Forgery(TWO, "event-wrong", an_effect_skipped),
    Forgery("beginner for two", "event-wrong", an_effect_invented),
    Forgery("rerolls for two", "move-refused", a_reroll_for_nothing),
    Forgery(TWO, "event-wrong", a_seat_passed_over),
    Forgery(TWO, "event-wrong", the_turn_of_another_ended),
    Forgery(FORK, "event-wrong", inherited_points),
    Forgery(FORK, "event-missing", cut_off_after_an_inherited_move),
)
