"""Forgeries of files of any game. Each changes the values of a file and returns the version of the event that becomes wrong."""

import copy
import hashlib
from itertools import pairwise

from tests.events.proof.forging import Forgery, Value, answered, find, first_draw, of_game, version


def better_dice(value: Value) -> int:
    rolled = of_game(value, "dice-rolled", 3)
    rolled["data"]["dice"] = rolled["data"]["draw"]["values"] = [6 for _ in rolled["data"]["dice"]]
    return version(rolled)


def a_die_turned_over(value: Value) -> int:
    rolled = of_game(value, "dice-rolled", 2)
    rolled["data"]["dice"][0] = rolled["data"]["dice"][0] % 6 + 1
    return version(rolled)


def a_draw_left_out(value: Value) -> int:
    """A repeated draw, because the first dice were bad."""
    rolled = of_game(value, "dice-rolled", 1)
    rolled["data"]["draw"]["n"] += 1
    return version(rolled)


def first_seat(value: Value) -> int:
    begun = of_game(value, "first-seat-chosen")
    begun["data"]["first"] = (begun["data"]["first"] + 1) % 2
    return version(begun)


def another_seats_move(value: Value) -> int:
    move = answered(value, 5)
    move["seat"] = (move["seat"] + 1) % 2
    return version(move)


def another_decision(value: Value) -> int:
    move = answered(value, 6)
    move["decision"] -= 1
    return version(move)


def two_moves_at_once(value: Value) -> int:
    pairs = pairwise(value["events"])
    following = next(event for before, event in pairs if event["decision"] and event["decision"] == before["decision"])
    following["at"] = "2026-11-27T19:00:00.000Z"
    return version(following)


def more_than_is_known(value: Value) -> int:
    rolled = of_game(value, "dice-rolled")
    rolled["data"]["by"] = "the house"
    return version(rolled)


def another_winner(value: Value) -> int:
    finished = find(value, "table.finished")
    finished["data"]["outcome"]["winners"] = [1 - finished["data"]["outcome"]["winners"][0]]
    return version(finished)


def ended_early(value: Value) -> int:
    """Everything from the tenth answer on is cut off, and the table finishes there."""
    end = version(answered(value, 10)) - 1
    del value["events"][end:-2]
    return end + 1


def never_ended(value: Value) -> int:
    del value["events"][-2:]
    return len(value["events"]) + 1


def gone_on(value: Value) -> int:
    value["events"].append(copy.deepcopy(answered(value, 4)))
    return len(value["events"])


def another_secret(value: Value) -> int:
    value["secret"] = find(value, "table.seed-revealed")["data"]["secret"] = "5" * 64
    return len(value["events"])


def another_secret_and_its_commitment(value: Value) -> int:
    another_secret(value)
    find(value, "table.created")["data"]["commitment"] = hashlib.sha256(bytes.fromhex("5" * 64)).hexdigest()
    return version(first_draw(value))


def other_client_seeds(value: Value) -> int:
    started = find(value, "table.started")
    started["data"]["client_seeds"] = ["ours"]
    return version(started)


def other_client_seeds_everywhere(value: Value) -> int:
    other_client_seeds(value)
    find(value, "table.created")["data"]["client_seed"] = "ours"
    return version(first_draw(value))


def the_game_of_another_table(value: Value) -> int:
    value["table"] = value["table"][:-1] + "z"
    return version(first_draw(value))


def with_dice(two: str, drawn: str) -> tuple[Forgery, ...]:
    """All forgeries of this module, for a table of two and for one that begins with more than one die."""
    return (
        Forgery(two, "draw-wrong", better_dice),
        Forgery(two, "event-wrong", a_die_turned_over),
        Forgery(two, "draw-wrong", a_draw_left_out),
        Forgery(two, "event-wrong", first_seat),
        Forgery(two, "move-refused", another_seats_move),
        Forgery(two, "decision-wrong", another_decision),
        Forgery(two, "time-wrong", two_moves_at_once),
        Forgery(two, "malformed", more_than_is_known),
        Forgery(two, "event-wrong", another_winner),
        Forgery(two, "move-refused", ended_early),
        Forgery(two, "event-missing", never_ended),
        Forgery(two, "move-refused", gone_on),
        Forgery(two, "commitment-wrong", another_secret),
        Forgery(drawn, "draw-wrong", another_secret_and_its_commitment),
        Forgery(two, "event-wrong", other_client_seeds),
        Forgery(drawn, "draw-wrong", other_client_seeds_everywhere),
        Forgery(drawn, "draw-wrong", the_game_of_another_table),
    )
