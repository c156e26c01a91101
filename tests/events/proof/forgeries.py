"""What forgers try who make all hashes fit again afterwards: each changes the values of a file and says at which event that shows."""

import copy
import hashlib
from collections.abc import Callable
from typing import NamedTuple

from tests.events.proof.forging import Value, find

ROLLED, FROZEN, SCORED = "dicy-cards.dice-rolled", "dicy-cards.card-frozen", "dicy-cards.card-scored"


class Forgery(NamedTuple):
    """`change` tells the version of the event that is wrong now, None if it is a member beside the events."""

    table: str
    code: str
    change: Callable[[Value], int | None]


def better_dice(value: Value) -> int:
    rolled = find(value, ROLLED, 3)
    rolled["data"]["dice"] = rolled["data"]["draw"]["values"] = [6, 6, 6, 6, 6, 6]
    return version(rolled)


def a_die_turned_over(value: Value) -> int:
    rolled = find(value, ROLLED, 2)
    rolled["data"]["dice"][0] = rolled["data"]["dice"][0] % 6 + 1
    return version(rolled)


def a_draw_left_out(value: Value) -> int:
    """Drawn once more because the first dice were bad."""
    rolled = find(value, ROLLED, 1)
    rolled["data"]["draw"]["n"] += 1
    return version(rolled)


def other_cards(value: Value) -> int:
    chosen = find(value, "dicy-cards.cards-chosen")
    chosen["data"]["cards"].reverse()
    return version(chosen)


def first_seat(value: Value) -> int:
    begun = find(value, "dicy-cards.first-seat-chosen")
    begun["data"]["first"] = (begun["data"]["first"] + 1) % 2
    return version(begun)


def more_points(value: Value) -> int:
    scored = find(value, SCORED, 4)
    scored["data"]["points"] += 1
    scored["data"]["score"] += 1
    return version(scored)


def a_better_sum(value: Value) -> int:
    scored = find(value, SCORED, -1)
    scored["data"]["score"] += 10
    return version(scored)


def a_card_that_does_not_fit(value: Value) -> int:
    scored = find(value, SCORED, 0)
    scored["data"]["card"] = "all-under-six" if scored["data"]["card"] != "all-under-six" else "straight"
    return version(scored)


def an_effect_skipped(value: Value) -> int:
    """Nobody has to freeze a card for it."""
    owed = find(value, "dicy-cards.choices-owed")
    value["events"].remove(owed)
    return version(owed)


def an_effect_invented(value: Value) -> int:
    scored = find(value, SCORED)
    other = {**scored, "seat": (scored["seat"] + 1) % 2, "type": FROZEN, "data": {"card": "odds", "cause": "effect", "forced": True}}
    value["events"].insert(version(scored), other)
    return version(scored) + 1


def a_reroll_for_nothing(value: Value) -> int:
    """The die is rolled again, but no card frozen for it."""
    rerolled = find(value, "dicy-cards.dice-rerolled")
    del value["events"][version(rerolled) - 2]
    return version(rerolled) - 1


def a_seat_passed_over(value: Value) -> int:
    ended = find(value, "dicy-cards.turn-ended")
    ended["data"]["next"] = ended["seat"]
    return version(ended)


def another_seats_move(value: Value) -> int:
    rolled = find(value, ROLLED, 1)
    rolled["seat"] = (rolled["seat"] + 1) % 2
    return version(rolled)


def another_decision(value: Value) -> int:
    rolled = find(value, ROLLED, 2)
    rolled["decision"] -= 1
    return version(rolled)


def two_moves_at_once(value: Value) -> int:
    frozen = next(event for event in value["events"] if event["data"].get("cause") == "scored")
    frozen["at"] = "2026-11-27T19:00:00.000Z"
    return version(frozen)


def more_than_is_known(value: Value) -> int:
    rolled = find(value, ROLLED)
    rolled["data"]["by"] = "the house"
    return version(rolled)


def another_winner(value: Value) -> int:
    finished = find(value, "table.finished")
    finished["data"]["outcome"]["winners"] = [1 - finished["data"]["outcome"]["winners"][0]]
    return version(finished)


def ended_early(value: Value) -> int:
    """All after the 40th event is cut off, and the table finished there."""
    del value["events"][40:-2]
    return 41


def never_ended(value: Value) -> int:
    del value["events"][-2:]
    return len(value["events"]) + 1


def gone_on(value: Value) -> int:
    value["events"].append(copy.deepcopy(find(value, ROLLED)))
    return len(value["events"])


def another_secret(value: Value) -> int:
    value["secret"] = find(value, "table.seed-revealed")["data"]["secret"] = "5" * 64
    return len(value["events"])


def another_secret_and_its_commitment(value: Value) -> int:
    another_secret(value)
    find(value, "table.created")["data"]["commitment"] = hashlib.sha256(bytes.fromhex("5" * 64)).hexdigest()
    return version(find(value, "dicy-cards.cards-chosen"))


def other_client_seeds(value: Value) -> int:
    started = find(value, "table.started")
    started["data"]["client_seeds"] = ["ours"]
    return version(started)


def other_client_seeds_everywhere(value: Value) -> int:
    other_client_seeds(value)
    find(value, "table.created")["data"]["client_seed"] = "ours"
    return version(find(value, "dicy-cards.cards-chosen"))


def the_game_of_another_table(value: Value) -> int:
    value["table"] = value["table"][:-1] + "z"
    return version(find(value, "dicy-cards.cards-chosen"))


def more_time(value: Value) -> int:
    started = find(value, "table.clock-started")
    started["data"]["deadline"] = started["data"]["deadline"].replace(":0", ":5", 1)
    return version(started)


def expired_before_its_time(value: Value) -> int:
    expired = find(value, "table.decision-expired")
    move = [event for event in value["events"] if event["decision"] == expired["decision"] and event["at"] == expired["at"]]
    for event in move:
        event["at"] = "2026-11-27T18:00:01.000Z"
    return version(expired)


def another_policy(value: Value) -> int:
    expired = find(value, "table.decision-expired")
    expired["data"]["policy"] = "resign"
    return version(expired)


def the_clock_made_him_skip(value: Value) -> int:
    """By the table's own word the game's default answer follows."""
    expired = find(value, "table.decision-expired")
    answer = value["events"][version(expired)]
    answer["type"], answer["data"] = "table.seat-resigned", {}
    return version(answer)


def an_illegal_answer_of_the_built_in_player(value: Value) -> int:
    substituted = find(value, "table.seat-substituted")
    answer = value["events"][version(substituted)]
    answer["type"], answer["data"] = FROZEN, {"card": "odds", "cause": "reroll", "forced": False}
    return version(answer)


def left_alone_for_too_short(value: Value) -> int:
    finished = find(value, "table.finished")
    finished["at"] = finished["at"].replace("T18:1", "T18:0")
    return version(finished)


def the_seat_of_nobody_left(value: Value) -> int:
    left = find(value, "table.seat-left")
    left["seat"] = 1
    return version(left)


def another_source(value: Value) -> int:
    find(value, "table.created")["data"]["forked_from"]["sources"][0]["secret"] = "7" * 64
    return version(find(value, "dicy-cards.cards-chosen"))


def less_inherited(value: Value) -> int:
    """The last inherited event counts as the fork's own."""
    find(value, "table.created")["data"]["forked_from"]["events"] -= 1
    return version(find(value, "table.started")) + int(find(value, "table.created")["data"]["forked_from"]["events"]) + 1


def inherited_dice(value: Value) -> int:
    rolled = find(value, ROLLED)
    rolled["data"]["dice"][0] = rolled["data"]["draw"]["values"][0] = rolled["data"]["dice"][0] % 6 + 1
    return version(rolled)


def inherited_points(value: Value) -> int:
    scored = find(value, SCORED)
    scored["data"]["score"] += 50
    return version(scored)


def no_source(value: Value) -> int:
    find(value, "table.created")["data"]["forked_from"]["sources"] = []
    return version(find(value, "dicy-cards.cards-chosen"))


def draws_that_nobody_made(value: Value) -> int:
    find(value, "table.created")["data"]["forked_from"]["sources"][-1]["draws"] += 1
    return 1


def a_level_that_was_not_laid_down(value: Value) -> int:
    find(value, "table.created")["data"]["on_expiry"]["level"] = "kind"
    return version(find(value, "table.decision-expired")) + 1


def cut_off_after_an_inherited_move(value: Value) -> int:
    end = version(find(value, "dicy-cards.turn-ended", 2))
    del value["events"][end:]
    return end + 1


def cut_off_before_the_answer(value: Value) -> int:
    substituted = version(find(value, "table.seat-substituted", 1))
    del value["events"][substituted:]
    return substituted + 1


def version(event: Value) -> int:
    return int(event["version"])


TWO, MIXED = "glacial for two", "interglacial for three"
CLOCK, STANDING_IN, FORK = "a clock that skips", "a clock that substitutes", "a fork of a fork"

FORGERIES = (
    Forgery(TWO, "draw-wrong", better_dice),
    Forgery(TWO, "event-wrong", a_die_turned_over),
    Forgery(TWO, "draw-wrong", a_draw_left_out),
    Forgery(MIXED, "event-wrong", other_cards),
    Forgery(TWO, "event-wrong", first_seat),
    Forgery(TWO, "event-wrong", more_points),
    Forgery(TWO, "event-wrong", a_better_sum),
    Forgery(TWO, "move-refused", a_card_that_does_not_fit),
    Forgery(TWO, "event-wrong", an_effect_skipped),
    Forgery("beginner for two", "event-wrong", an_effect_invented),
    Forgery("rerolls for two", "move-refused", a_reroll_for_nothing),
    Forgery(TWO, "event-wrong", a_seat_passed_over),
    Forgery(TWO, "move-refused", another_seats_move),
    Forgery(TWO, "decision-wrong", another_decision),
    Forgery(TWO, "time-wrong", two_moves_at_once),
    Forgery(TWO, "event-wrong", more_than_is_known),
    Forgery(TWO, "event-wrong", another_winner),
    Forgery(TWO, "move-refused", ended_early),
    Forgery(TWO, "event-missing", never_ended),
    Forgery(TWO, "move-refused", gone_on),
    Forgery(TWO, "commitment-wrong", another_secret),
    Forgery(MIXED, "draw-wrong", another_secret_and_its_commitment),
    Forgery(TWO, "event-wrong", other_client_seeds),
    Forgery(MIXED, "draw-wrong", other_client_seeds_everywhere),
    Forgery(MIXED, "draw-wrong", the_game_of_another_table),
    Forgery(CLOCK, "event-wrong", more_time),
    Forgery(CLOCK, "move-refused", expired_before_its_time),
    Forgery(CLOCK, "event-wrong", another_policy),
    Forgery(CLOCK, "event-wrong", the_clock_made_him_skip),
    Forgery(STANDING_IN, "move-refused", an_illegal_answer_of_the_built_in_player),
    Forgery("left alone while playing", "move-refused", left_alone_for_too_short),
    Forgery("never begun", "move-refused", the_seat_of_nobody_left),
    Forgery(FORK, "draw-wrong", another_source),
    Forgery(FORK, "event-missing", less_inherited),
    Forgery(FORK, "draw-wrong", inherited_dice),
    Forgery(FORK, "event-wrong", inherited_points),
    Forgery(FORK, "move-refused", no_source),
    Forgery(FORK, "event-wrong", draws_that_nobody_made),
    Forgery(STANDING_IN, "event-wrong", a_level_that_was_not_laid_down),
    Forgery(FORK, "event-missing", cut_off_after_an_inherited_move),
    Forgery(STANDING_IN, "event-missing", cut_off_before_the_answer),
)
