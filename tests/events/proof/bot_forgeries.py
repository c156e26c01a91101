"""Forgeries of files of tables with bots: see `forgeries`."""

from tests.events.proof.forging import Forgery, Value, find, version
from tests.events.proof.table_forgeries import ILLEGAL

FAILED = "table.bot-failed"


def failed_at_another_seat(value: Value) -> int:
    """A person's seat fails instead of the bot's."""
    failed = find(value, FAILED)
    failed["seat"] = 1
    return version(failed)


def more_failures(value: Value) -> int:
    failed = find(value, FAILED)
    failed["data"]["failures"] += 1
    return version(failed)


def a_failure_with_another_policy(value: Value) -> int:
    failed = find(value, FAILED)
    failed["data"]["policy"] = "resign"
    return version(failed)


def a_failure_of_another_kind(value: Value) -> int:
    failed = find(value, FAILED)
    failed["data"]["reason"] = "bored"
    return version(failed)


def a_failure_of_nothing_that_was_owed(value: Value) -> int:
    """The bot fails at a seat whose turn it is not, so that it resigns."""
    failed = find(value, FAILED)
    failed["seat"] = 2 - failed["seat"]
    return version(failed)


def a_failure_told_as_an_expiry(value: Value) -> int:
    failed = find(value, FAILED)
    failed["type"], failed["data"] = "table.decision-expired", {"policy": "substitute", "expiries": failed["data"]["failures"]}
    return version(failed)


def stood_in_for_another_cause(value: Value) -> int:
    """As if a player had requested the substitution."""
    substituted = value["events"][version(find(value, FAILED))]
    substituted["data"]["cause"] = "asked"
    return version(substituted)


def a_better_player_stands_in(value: Value) -> int:
    substituted = value["events"][version(find(value, FAILED))]
    substituted["data"]["level"] = "unbeatable"
    return version(substituted)


def an_illegal_answer_for_the_bot(value: Value) -> int:
    answer = value["events"][version(find(value, FAILED)) + 1]
    answer["type"], answer["data"] = ILLEGAL[value["game"]]
    return version(answer)


def cut_off_before_the_answer_for_the_bot(value: Value) -> int:
    end = version(find(value, FAILED)) + 1
    del value["events"][end:]
    return end + 1


def resigned_too_early(value: Value) -> int:
    """By the table's settings, the game's default move follows."""
    answer = value["events"][version(find(value, FAILED))]
    answer["type"], answer["data"] = "table.seat-resigned", {}
    return version(answer)


def more_time_for_bots(value: Value) -> int:
    find(value, "table.created")["data"]["bot_seconds"] += 10
    return version(find(value, "table.clock-started"))


def more_time_for_bots_than_for_people(value: Value) -> int:
    find(value, "table.created")["data"]["bot_seconds"] = 61
    return 1


def time_for_bots_at_a_table_without(value: Value) -> int:
    find(value, "table.created")["data"]["bot_seconds"] = 30
    return 1


def a_seat_of_no_bot(value: Value) -> int:
    taken = find(value, "table.seat-taken")
    taken["data"]["bot"] = None
    return 1


def a_bot_in_a_persons_seat(value: Value) -> int:
    taken = find(value, "table.seat-taken", 1)
    taken["data"]["bot"] = "bot_six"
    return version(taken)


def all_clocks_in_one(value: Value) -> int:
    """Bots get the time of people."""
    started = find(value, "table.clock-started")
    started["data"]["deadline"] = started["data"]["deadline"].replace("00:20", "01:00").replace(":2", ":5", 1)
    return version(started)


def a_bot_that_leaves_before_the_start(value: Value) -> int:
    """Only people may; then the last of them leaves, too."""
    left = find(value, "table.seat-left")
    value["events"].insert(version(left) - 1, {**left, "seat": 1})
    return version(left)


def bots_at(stood_in: str, resigning: str, skipping: str, without: str) -> tuple[Forgery, ...]:
    """All forgeries of this module, for tables of a game by what happens to their bots, and for one without bots."""
    return (
        Forgery(stood_in, "move-refused", failed_at_another_seat),
        Forgery(stood_in, "event-wrong", more_failures),
        Forgery(stood_in, "event-wrong", a_failure_with_another_policy),
        Forgery(stood_in, "malformed", a_failure_of_another_kind),
        Forgery(resigning, "move-refused", a_failure_of_nothing_that_was_owed),
        Forgery(stood_in, "move-refused", a_failure_told_as_an_expiry),
        Forgery(stood_in, "event-wrong", stood_in_for_another_cause),
        Forgery(stood_in, "event-wrong", a_better_player_stands_in),
        Forgery(stood_in, "move-refused", an_illegal_answer_for_the_bot),
        Forgery(stood_in, "event-missing", cut_off_before_the_answer_for_the_bot),
        Forgery(resigning, "event-wrong", resigned_too_early),
        Forgery(stood_in, "event-wrong", more_time_for_bots),
        Forgery(stood_in, "event-wrong", more_time_for_bots_than_for_people),
        Forgery(without, "move-refused", time_for_bots_at_a_table_without),
        Forgery(skipping, "move-refused", a_seat_of_no_bot),
        Forgery(stood_in, "event-wrong", a_bot_in_a_persons_seat),
        Forgery(stood_in, "event-wrong", all_clocks_in_one),
    )
