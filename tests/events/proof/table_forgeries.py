"""Forgeries of clocks, built-in players, seats and forks at tables of any game: see `forgeries`."""

from typing import NamedTuple

from tests.events.proof.forging import Forgery, Value, find, first_draw, of_game, version

ILLEGAL = {
    "dice-cards": ("dice-cards.card-kept", {"card": 51, "blinding": "0" * 32}),
    "dicy-cards": ("dicy-cards.card-frozen", {"card": "odds", "cause": "reroll", "forced": False}),
    "ice-dice": (
        "ice-dice.dice-rerolled",
        {"positions": [], "dice": [6, 6, 6], "draw": {"n": 0, "kind": "dice", "of": 6, "values": []}},
    ),
}
"""For each game, an event with which a move can begin, with illegal content."""


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


def the_clock_made_him_resign(value: Value) -> int:
    """By the table's settings, the game's default move follows."""
    expired = find(value, "table.decision-expired")
    answer = value["events"][version(expired)]
    answer["type"], answer["data"] = "table.seat-resigned", {}
    return version(answer)


def no_answer_of_the_built_in_player(value: Value) -> int:
    """The next event is not an answer."""
    substituted = find(value, "table.seat-substituted")
    answer = value["events"][version(substituted)]
    answer["type"], answer["data"] = f"{value['game']}.seat-withdrawn", {}
    return version(answer)


def an_illegal_answer_of_the_built_in_player(value: Value) -> int:
    answer = value["events"][version(find(value, "table.seat-substituted"))]
    answer["type"], answer["data"] = ILLEGAL[value["game"]]
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
    return version(first_draw(value))


def less_inherited(value: Value) -> int:
    """The last inherited event counts as the fork's own."""
    find(value, "table.created")["data"]["forked_from"]["events"] -= 1
    return version(find(value, "table.started")) + int(find(value, "table.created")["data"]["forked_from"]["events"]) + 1


def inherited_dice(value: Value) -> int:
    rolled = of_game(value, "dice-rolled")
    rolled["data"]["dice"][0] = rolled["data"]["draw"]["values"][0] = rolled["data"]["dice"][0] % 6 + 1
    return version(rolled)


def no_source(value: Value) -> int:
    find(value, "table.created")["data"]["forked_from"]["sources"] = []
    return version(first_draw(value))


def draws_that_nobody_made(value: Value) -> int:
    find(value, "table.created")["data"]["forked_from"]["sources"][-1]["draws"] += 1
    return 1


def a_level_that_was_not_laid_down(value: Value) -> int:
    find(value, "table.created")["data"]["on_expiry"]["level"] = "kind"
    return version(find(value, "table.decision-expired")) + 1


def cut_off_before_the_answer(value: Value) -> int:
    substituted = version(find(value, "table.seat-substituted", 1))
    del value["events"][substituted:]
    return substituted + 1


class Kinds(NamedTuple):
    """The names of a game's tables, by their kind."""

    clock: str
    standing_in: str
    left_alone: str
    never_begun: str
    fork: str


def at_tables(kinds: Kinds) -> tuple[Forgery, ...]:
    """All forgeries of this module, for these tables."""
    return (
        Forgery(kinds.clock, "event-wrong", more_time),
        Forgery(kinds.clock, "move-refused", expired_before_its_time),
        Forgery(kinds.clock, "event-wrong", another_policy),
        Forgery(kinds.clock, "event-wrong", the_clock_made_him_resign),
        Forgery(kinds.standing_in, "move-refused", no_answer_of_the_built_in_player),
        Forgery(kinds.standing_in, "move-refused", an_illegal_answer_of_the_built_in_player),
        Forgery(kinds.standing_in, "event-wrong", a_level_that_was_not_laid_down),
        Forgery(kinds.standing_in, "event-missing", cut_off_before_the_answer),
        Forgery(kinds.left_alone, "move-refused", left_alone_for_too_short),
        Forgery(kinds.never_begun, "move-refused", the_seat_of_nobody_left),
        Forgery(kinds.fork, "draw-wrong", another_source),
        Forgery(kinds.fork, "event-missing", less_inherited),
        Forgery(kinds.fork, "draw-wrong", inherited_dice),
        Forgery(kinds.fork, "move-refused", no_source),
        Forgery(kinds.fork, "event-wrong", draws_that_nobody_made),
    )
