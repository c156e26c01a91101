"""Forgeries of files of Ice Dice: turns, points and the end."""

import copy
from itertools import pairwise

from tests.events.proof.forging import Forgery, Value, find, of_game, version
from tests.events.proof.ice_shifts import ROLLED, SHIFTED, TAKEN, shifts

TWO, STILL, REROLLED, FORK = "ice for two", "ice that lies still", "ice rerolled to the limit", "a fork of a fork of ice"


def taken_without_a_shift(value: Value) -> int:
    shifted = version(find(value, SHIFTED)) - 1
    del value["events"][shifted]
    return shifted + 1


def shifted_twice(value: Value) -> int:
    taken = find(value, TAKEN)
    shift = list(shifts(value))[1]
    value["events"].insert(version(taken) - 1, {**copy.deepcopy(shift.event), "seat": taken["seat"], "decision": taken["decision"]})
    return version(taken)


def rerolled_after_the_shift(value: Value) -> int:
    rerolled, taken = of_game(value, "dice-rerolled"), find(value, TAKEN)
    value["events"].insert(version(taken) - 1, {**copy.deepcopy(rerolled), "seat": taken["seat"], "decision": taken["decision"]})
    return version(taken)


def one_reroll_too_many(value: Value) -> int:
    """The agreed limit is one less than the rerolls that were made."""
    for data in (find(value, "table.created")["data"]["options"], of_game(value, "board-laid")["data"]):
        data["reroll_limit"] -= 1
    return version(of_game(value, "dice-rerolled", 1))


def rerolls_without_a_limit(value: Value) -> int:
    """At a table without a clock."""
    find(value, "table.created")["data"]["options"]["reroll_limit"] = None
    return 1


def no_die_rerolled(value: Value) -> int:
    rerolled = of_game(value, "dice-rerolled")
    rerolled["data"]["positions"] = rerolled["data"]["draw"]["values"] = []
    return version(rerolled)


def the_turn_of_another_seat(value: Value) -> int:
    began = of_game(value, "turn-began", 2)
    began["seat"] = (began["seat"] + 1) % 2
    return version(began)


def a_roll_left_out(value: Value) -> int:
    rolled = version(find(value, ROLLED, 2)) - 1
    del value["events"][rolled]
    return rolled + 1


def more_points(value: Value) -> int:
    taken = find(value, TAKEN, -1)
    taken["data"]["points"][taken["seat"]] += 1
    return version(taken)


def nothing_lost_by_a_lost_majority(value: Value) -> int:
    """Another seat's points fell with a take; the event repeats the old ones."""
    takes = [event for event in value["events"] if event["type"] == TAKEN]
    for before, taken in pairwise(takes):
        for seat, points in enumerate(taken["data"]["points"]):
            if points < before["data"]["points"][seat]:
                taken["data"]["points"][seat] = before["data"]["points"][seat]
                return version(taken)
    raise LookupError("nobody has lost a majority")


def a_round_that_was_not_still(value: Value) -> int:
    began = next(event for event in value["events"] if event["data"].get("still_rounds"))
    began["data"]["still_rounds"] -= 1
    return version(began)


def still_for_too_short(value: Value) -> int:
    """The game ends a round earlier than by the rules; the rest is cut out."""
    end = version(next(event for event in value["events"] if event["data"].get("still_rounds") == 2))
    return ended_before(value, end)


def a_turn_too_early(value: Value) -> int:
    """The last seat has no last turn."""
    return ended_before(value, version(of_game(value, "turn-began", -1)))


def ended_before(value: Value, end: int) -> int:
    """Move the game's end to this version; only the table's end follows it."""
    ended = of_game(value, "game-ended")
    before = value["events"][end - 1]
    ended.update(at=before["at"], decision=before["decision"])
    value["events"][end - 1 :] = [ended, *value["events"][-2:]]
    return end


def a_turn_too_late(value: Value) -> int:
    """One more turn begins where the game should end."""
    ended, seats = of_game(value, "game-ended"), len(value["seats"])
    began, rolled = (copy.deepcopy(of_game(value, name, -1)) for name in ("turn-began", "dice-rolled"))
    began["data"].update(round=began["data"]["round"] + 1, turns=began["data"]["turns"] + 1)
    rolled["data"]["draw"]["n"] += 1
    for event in (began, rolled):
        event.update(at=ended["at"], decision=ended["decision"], seat=(event["seat"] + 1) % seats)
    value["events"][version(ended) - 1 :] = [began, rolled]
    return version(ended)


def another_reason(value: Value) -> int:
    ended = of_game(value, "game-ended")
    ended["data"]["reason"] = "stalemate" if ended["data"]["reason"] == "eight-left" else "eight-left"
    return version(ended)


def set_up_by_somebody_else(value: Value) -> int:
    """The seat after the next one continues to place tokens."""
    chosen = of_game(value, "first-seat-chosen", 1)
    chosen["data"]["first"] = (chosen["data"]["first"] + 1) % len(value["seats"])
    return version(chosen)


def more_than_the_clock_takes(value: Value) -> int:
    """The time had run out, and a token is taken all the same."""
    passed = value["events"][version(find(value, "table.decision-expired"))]
    shifted = value["events"][version(passed) - 3]
    passed.update(type=TAKEN, data={**copy.deepcopy(shifted["data"]), "points": [1, 1]})
    return version(passed)


def inherited_points(value: Value) -> int:
    taken = find(value, TAKEN)
    taken["data"]["points"][0] += 50
    return version(taken)


def an_inherited_number(value: Value) -> int:
    shifted = find(value, SHIFTED)
    shifted["data"]["expression"]["left"] = shifted["data"]["expression"]["right"]
    return version(shifted)


def a_roll_that_no_source_has(value: Value) -> int:
    """The draw belongs to the last inherited move, so nothing of that move can be inherited."""
    source = find(value, "table.created")["data"]["forked_from"]["sources"][-1]
    source["draws"] -= 1
    rolled = next(event for event in value["events"] if (event["data"].get("draw") or {"n": -1})["n"] == source["draws"])
    assert rolled["type"] == ROLLED
    return version(rolled) - 2


def cut_off_after_an_inherited_move(value: Value) -> int:
    end = version(find(value, ROLLED, 3))
    del value["events"][end:]
    return end + 1


TURN_FORGERIES = (
    Forgery(TWO, "move-refused", taken_without_a_shift),
    Forgery(TWO, "move-refused", shifted_twice),
    Forgery("aimless ice for two", "move-refused", rerolled_after_the_shift),
    Forgery(REROLLED, "move-refused", one_reroll_too_many),
    Forgery(REROLLED, "event-wrong", rerolls_without_a_limit),
    Forgery("a fork of ice", "move-refused", rerolls_without_a_limit),
    Forgery(REROLLED, "move-refused", no_die_rerolled),
    Forgery(TWO, "event-wrong", the_turn_of_another_seat),
    Forgery(TWO, "event-wrong", a_roll_left_out),
    Forgery(TWO, "event-wrong", more_points),
    Forgery(TWO, "event-wrong", nothing_lost_by_a_lost_majority),
    Forgery(STILL, "event-wrong", a_round_that_was_not_still),
    Forgery(STILL, "event-wrong", still_for_too_short),
    Forgery(TWO, "event-wrong", a_turn_too_early),
    Forgery(TWO, "event-wrong", a_turn_too_late),
    Forgery(STILL, "event-wrong", a_turn_too_late),
    Forgery(TWO, "event-wrong", another_reason),
    Forgery("ice set up by three", "event-wrong", set_up_by_somebody_else),
    Forgery("ice, expired after the shift", "event-wrong", more_than_the_clock_takes),
    Forgery(FORK, "event-wrong", inherited_points),
    Forgery(FORK, "move-refused", an_inherited_number),
    Forgery(FORK, "move-refused", a_roll_that_no_source_has),
    Forgery(FORK, "event-missing", cut_off_after_an_inherited_move),
)
