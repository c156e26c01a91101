"""Files of games that a verifier does not know: both check chain, dice and table, and call nothing right that they have not checked."""

from collections.abc import Callable

import pytest

from events.proof.verdict import Verdict
from events.proof.verify import verify
from events.testing.forger import FORMS, MemberChange, forged
from tests.events.proof.forging import Value, chained_anew, find, first_draw, parsed, version
from tests.events.proof.second import second_verdicts
from tests.events.proof.tables import made
from tests.events.proof.test_forger import files
from tests.size import at_size


def judged(file: bytes) -> tuple[str, str | None, int | None]:
    """Status, code and place, on which both verifiers agree, though neither knows any game."""
    first, (second,) = verify(file, {}), second_verdicts([file], games=False)
    assert told(first) == told(second), (first.detail, second.detail)
    return told(first)


def told(verdict: Verdict) -> tuple[str, str | None, int | None]:
    return verdict.status, verdict.code, verdict.version


def test_a_right_table_of_an_unknown_game_is_neither_right_nor_wrong() -> None:
    tables = list(files().values())

    first, second = [verify(file, {}) for file in tables], second_verdicts(tables, games=False)

    assert {told(verdict) for verdict in (*first, *second)} == {("partial", "game-unknown", None)}
    assert [verdict.figures for verdict in first] == [verdict.figures for verdict in second]
    assert sum(verdict.figures.draws for verdict in first) > 250


def test_moves_that_no_rule_allows_are_not_noticed_without_the_rules() -> None:
    value = parsed(made("glacial for two"))
    find(value, "dicy-cards.card-scored")["data"]["points"] += 1

    assert judged(chained_anew(value)) == ("partial", "game-unknown", None)


def another_die(value: Value) -> None:
    draw = first_draw(value)["data"]["draw"]
    draw["values"][0] = draw["values"][0] % draw["of"] + 1


def a_draw_left_out(value: Value) -> None:
    value["events"].remove(first_draw(value))


def a_draw_of_nothing(value: Value) -> None:
    first_draw(value)["data"]["draw"]["of"] = 0


def a_draw_of_too_much(value: Value) -> None:
    first_draw(value)["data"]["draw"]["of"] = 2**53 - 1


def a_draw_that_is_a_text(value: Value) -> None:
    first_draw(value)["data"]["draw"] = "six"


def a_seat_beyond_the_table(value: Value) -> None:
    find(value, "dicy-cards.card-scored")["seat"] = 9


def a_seat_taken_twice(value: Value) -> None:
    find(value, "table.seat-taken", 1)["seat"] = 0


def a_seat_taken_during_the_game(value: Value) -> None:
    value["events"].insert(9, {**find(value, "table.seat-taken"), "at": value["events"][9]["at"]})


def a_move_before_the_start(value: Value) -> None:
    value["events"].insert(1, {**find(value, "dicy-cards.turn-ended")})


def another_seed_than_was_given(value: Value) -> None:
    find(value, "table.started")["data"]["client_seeds"].append("mine")


def an_earlier_time(value: Value) -> None:
    value["events"][20]["at"] = "2001-01-01T00:00:00.000Z"


def a_second_end(value: Value) -> None:
    value["events"].insert(-1, {**find(value, "table.finished")})


def an_end_without_the_secret(value: Value) -> None:
    value["events"].pop()


def another_secret_at_the_end(value: Value) -> None:
    find(value, "table.seed-revealed")["data"]["secret"] = "0" * 64


def a_table_created_twice(value: Value) -> None:
    value["events"].insert(5, {**find(value, "table.created")})


def no_creation(value: Value) -> None:
    del value["events"][0]


def an_event_of_the_table_that_nobody_knows(value: Value) -> None:
    value["events"][9]["type"] = "table.turned-over"


def a_member_that_no_table_has(value: Value) -> None:
    find(value, "table.started")["data"]["luck"] = 7


WRONG: list[tuple[Callable[[Value], None], str]] = [
    (another_die, "draw-wrong"),
    (a_draw_left_out, "draw-wrong"),
    (a_draw_of_nothing, "draw-wrong"),
    (a_draw_of_too_much, "draw-wrong"),
    (a_draw_that_is_a_text, "malformed"),
    (a_seat_beyond_the_table, "move-refused"),
    (a_seat_taken_twice, "move-refused"),
    (a_seat_taken_during_the_game, "move-refused"),
    (a_move_before_the_start, "move-refused"),
    (another_seed_than_was_given, "event-wrong"),
    (an_earlier_time, "time-wrong"),
    (a_second_end, "event-wrong"),
    (an_end_without_the_secret, "event-missing"),
    (another_secret_at_the_end, "commitment-wrong"),
    (a_table_created_twice, "move-refused"),
    (no_creation, "event-wrong"),
    (an_event_of_the_table_that_nobody_knows, "event-unknown"),
    (a_member_that_no_table_has, "malformed"),
]


@pytest.mark.parametrize(("change", "code"), WRONG, ids=[change.__name__ for change, _ in WRONG])
def test_what_contradicts_chain_dice_or_table_is_wrong_in_any_game(change: Callable[[Value], None], code: str) -> None:
    value = parsed(made("glacial for two"))
    change(value)

    status, told_code, _ = judged(chained_anew(value))

    assert (status, told_code) == ("uncheckable" if code == "event-unknown" else "wrong", code)


def test_a_seat_resigns_once_in_any_game() -> None:
    value = parsed(made("resigned for four"))
    resigned = find(value, "table.seat-resigned")
    value["events"].insert(version(resigned), {**resigned})

    assert judged(chained_anew(value)) == ("wrong", "move-refused", version(resigned) + 1)


def more_draws_than_its_sources(value: Value) -> None:
    find(value, "table.created")["data"]["forked_from"]["sources"][-1]["draws"] += 1


def fewer_inherited_events(value: Value) -> None:
    find(value, "table.created")["data"]["forked_from"]["events"] = 3


def another_secret_of_its_source(value: Value) -> None:
    find(value, "table.created")["data"]["forked_from"]["sources"][0]["secret"] = "0" * 64


@pytest.mark.parametrize("change", [more_draws_than_its_sources, fewer_inherited_events, another_secret_of_its_source])
def test_a_fork_is_checked_against_its_sources_in_any_game(change: Callable[[Value], None]) -> None:
    value = parsed(made("a fork of a fork"))
    change(value)

    assert judged(chained_anew(value))[0] == "wrong"


def test_both_verifiers_agree_on_every_forgery_of_a_game_that_they_do_not_know() -> None:
    """A sample: what the verifiers say of a table's own events does not depend on the game, and of others they look at little."""
    every = enumerate(forged(files()))
    chosen = [one for number, one in every if number % (at_size(3, 1) if is_looked_at(one.change) else at_size(30, 1)) == 0]

    first, second = [verify(one.file, {}) for one in chosen], second_verdicts((one.file for one in chosen), games=False)

    other = [(one.table, one.change, *pair) for one, *pair in zip(chosen, first, second, strict=True) if told(pair[0]) != told(pair[1])]
    assert other == []
    assert {verdict.status for verdict in first} == {"wrong", "partial", "uncheckable"}


def is_looked_at(change: MemberChange) -> bool:
    """Whether a verifier without the game's rules looks at the changed member: envelopes, draws and all events of the table."""
    of_the_game = change.path[:1] == ("data",) and "draw" not in change.path and not change.type.startswith("table.")
    return not of_the_game and change.kind not in FORMS
