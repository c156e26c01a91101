"""The life of a table around a game: created, seated, started, left, resigned, finished, revealed."""

from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

import pytest

from events.timestamps import instant
from rules.dice import DiceSeed, SeededDice
from rules.registry import games
from rules.rejected import Rejected
from rules.table import REJECTIONS, Decided, create, decide
from rules.table_commands import Create, Leave, SeatRequest, Sit, Start
from rules.table_events import TABLE_EVENTS, SeedRevealed, TableFinished, TableStarted
from rules.table_state import Table, fold
from rules.table_view import hidden_fields, view, visible

GAME = games()["dicy-cards"]
SEED = DiceSeed("p00-table", "ab" * 32)
NOW = instant(datetime(2026, 11, 28, tzinfo=UTC))
HUMAN, OPEN = SeatRequest(kind="human"), SeatRequest(kind="open")


def created_table(*seats: SeatRequest, **order: Any) -> Decided:
    return create(GAME, Create(options={}, seats=seats, **order), SEED, NOW)


def after(table: Table[Any], seat: int | None, *orders: Any) -> Decided:
    decided = Decided([], table)
    for order in orders:
        decided = decide(GAME, decided.table, seat, order, SEED, NOW)
    return decided


def types(decided: Decided) -> list[str]:
    return [fact.type for fact in decided.facts]


def refused(table: Table[Any], seat: int | None, order: Any) -> str:
    with pytest.raises(Rejected) as refusal:
        decide(GAME, table, seat, order, SEED, NOW)
    return refusal.value.code


def test_a_table_with_all_seats_named_starts_by_itself() -> None:
    decided = created_table(HUMAN, HUMAN)

    assert types(decided)[:4] == ["table.created", "table.seat-taken", "table.seat-taken", "table.started"]
    assert decided.table.status == "playing"
    assert decided.table.commitment == SEED.commitment
    assert sum(map(bool, decided.table.decisions)) == 1


def test_a_table_with_an_open_seat_waits_and_starts_when_it_is_taken() -> None:
    waiting = created_table(HUMAN, OPEN)
    assert types(waiting) == ["table.created", "table.seat-taken"]

    decided = after(waiting.table, None, Sit(name="Second", client_seed="heads"))

    assert types(decided)[:2] == ["table.seat-taken", "table.started"]
    assert decided.table.seats[1].name == "Second"
    assert decided.table.seats[1].taken == waiting.table.version + 1


def test_a_table_that_does_not_start_by_itself_waits_for_the_order() -> None:
    full = created_table(HUMAN, HUMAN, auto_start=False)
    assert full.table.status == "open"

    started = after(full.table, 0, Start())

    assert types(started)[0] == "table.started"
    assert refused(started.table, 0, Start()) == "table-started"


def test_a_game_cannot_start_while_a_seat_is_open() -> None:
    assert refused(created_table(HUMAN, OPEN).table, 0, Start()) == "seats-open"


def test_nobody_sits_down_at_a_full_or_running_table() -> None:
    assert refused(created_table(HUMAN, HUMAN, auto_start=False).table, None, Sit()) == "table-full"
    assert refused(created_table(HUMAN, HUMAN).table, None, Sit()) == "table-started"


def test_the_number_of_seats_is_the_games() -> None:
    for seats in (0, 1, 5):
        with pytest.raises(Rejected) as refusal:
            created_table(*[HUMAN] * seats)
        assert (refusal.value.code, refusal.value.field) == ("seat-count", "seats")


def test_all_client_seeds_are_listed_when_the_game_starts_the_creators_first() -> None:
    waiting = created_table(HUMAN, OPEN, OPEN, client_seed="creator")

    decided = after(after(waiting.table, None, Sit(client_seed="one")).table, None, Sit(client_seed="two"))

    started = next(fact for fact in decided.facts if isinstance(fact, TableStarted))
    assert started.client_seeds == ("creator", "one", "two") == decided.table.client_seeds


def test_client_seeds_change_the_dice() -> None:
    def first_seat(seed: str) -> Any:
        return created_table(HUMAN, HUMAN, HUMAN, HUMAN, client_seed=seed).table.play

    assert len({repr(first_seat(f"seed-{number}")) for number in range(20)}) > 1


def test_whoever_leaves_before_the_start_frees_the_seat_for_another() -> None:
    waiting = created_table(HUMAN, OPEN, OPEN)
    two = after(waiting.table, None, Sit(name="Second"))

    left = after(two.table, 1, Leave())
    again = after(left.table, None, Sit(name="Third"))

    assert types(left) == ["table.seat-left"]
    assert left.table.open_seats == (1, 2)
    assert again.table.seats[1].name == "Third"
    assert again.table.seats[1].taken > two.table.seats[1].taken


def test_a_table_that_the_last_person_leaves_before_the_start_is_closed() -> None:
    decided = after(created_table(HUMAN, OPEN).table, 0, Leave())

    assert types(decided) == ["table.seat-left", "table.finished", "table.seed-revealed"]
    assert decided.table.outcome is not None
    assert decided.table.outcome.reason == "abandoned"
    assert refused(decided.table, None, Sit()) == "table-finished"


def test_whoever_leaves_a_running_game_resigns_and_the_last_one_wins() -> None:
    running = created_table(HUMAN, HUMAN, HUMAN)

    first = after(running.table, 0, Leave())
    assert types(first)[0] == "table.seat-resigned"
    assert first.table.status == "playing"
    assert refused(first.table, 0, Leave()) == "seat-resigned"

    second = after(first.table, 2, Leave())
    assert types(second)[-2:] == ["table.finished", "table.seed-revealed"]
    assert second.table.outcome is not None
    assert second.table.outcome.reason == "resignation"
    assert second.table.outcome.winners == (1,)


def test_nothing_happens_after_the_end() -> None:
    over = after(after(created_table(HUMAN, HUMAN).table, 0, Leave()).table, 1).table
    for order in (Sit(), Start(), Leave(), *[command() for command in GAME.commands.values() if not command.__slots__]):
        assert refused(over, 1, order) == "table-finished"


def test_nobody_moves_before_the_start() -> None:
    assert refused(created_table(HUMAN, OPEN).table, 0, GAME.commands["roll"]()) == "table-not-started"


def test_the_secret_is_told_by_the_last_event_and_not_before() -> None:
    running = created_table(HUMAN, HUMAN)
    assert SEED.secret not in repr((running.facts, running.table))
    assert view(GAME, SEED.table, running.table, 0)["fairness"]["secret"] is None

    over = after(running.table, 0, Leave())

    assert over.facts[-1] == SeedRevealed(secret=SEED.secret)
    assert view(GAME, SEED.table, over.table, None)["fairness"]["secret"] == SEED.secret


def test_folding_event_by_event_ends_where_folding_all_at_once_does() -> None:
    running = created_table(HUMAN, HUMAN, HUMAN)
    over = after(after(running.table, 2, Leave()).table, 0, Leave())
    facts = [*running.facts, *after(running.table, 2, Leave()).facts, *over.facts]

    table: Table[Any] | None = None
    for fact in facts:
        table = fold(GAME, table, [fact])

    assert table == fold(GAME, None, facts) == over.table
    assert fold(GAME, None, []) is None


def test_folding_refuses_nothing_not_even_a_table_that_is_laid_twice() -> None:
    created, *rest = created_table(HUMAN, OPEN).facts

    table = fold(GAME, None, [created, *rest, created])

    assert table is not None
    assert (table.version, table.open_seats) == (3, (0, 1))


def test_every_table_event_has_fields_that_anybody_may_see_and_no_field_is_forgotten() -> None:
    running = created_table(HUMAN, OPEN, client_seed="x")
    over = after(running.table, 0, Leave())
    moved = GAME.setup(over.table.options, 2, SeededDice(SEED, (), 0))
    for fact in (*running.facts, *over.facts, TableStarted(client_seeds=()), *moved):
        assert set(visible(GAME, fact, None)) == set(fact.__slots__) - {"seat"}


def test_the_outcome_in_the_view_is_the_one_that_finished_the_table() -> None:
    over = after(created_table(HUMAN, HUMAN).table, 0, Leave())
    finished = next(fact for fact in over.facts if isinstance(fact, TableFinished))

    shown = view(GAME, SEED.table, over.table, None)

    assert shown["status"] == "finished"
    assert shown["owed"] == []
    assert shown["outcome"]["winners"] == finished.outcome.winners == (1,)
    assert [standing["rank"] for standing in shown["outcome"]["ranking"]] == [1, 2]


def test_every_refusal_of_the_table_is_documented() -> None:
    assert set(REJECTIONS) == {
        "seat-count",
        "table-full",
        "seats-open",
        "table-started",
        "table-not-started",
        "table-finished",
        "seat-resigned",
        "level-unknown",
        "nothing-owed",
        "seat-not-automatic",
        "clock-missing",
        "not-expired",
        "table-not-finished",
        "fork-too-late",
        "fork-inherited",
        "fork-clock",
        "bot-missing",
        "substitute-required",
        "seat-no-bot",
        "advice-off",
        "advice-unannounced",
    }


@pytest.mark.parametrize("event", TABLE_EVENTS, ids=lambda event: event.type)
def test_nothing_that_happens_to_a_table_itself_is_secret(event: type[Any]) -> None:
    told = event(**{field.name: None for field in fields(event)})

    assert {"seat", *visible(GAME, told, None)} == {"seat", *(field.name for field in fields(event))}


def test_what_a_game_hides_is_known_before_anything_has_happened() -> None:
    known = games()

    assert hidden_fields(known["dicy-cards"]) == {}
    assert hidden_fields(known["dice-cards"]) == {
        "dice-cards.deck-shuffled": ("draw",),
        "dice-cards.hand-dealt": ("cards", "reserve", "draw"),
        "dice-cards.cards-exchanged": ("given", "taken"),
        "dice-cards.card-kept": ("card",),
        "dice-cards.roll-answered": ("answer",),
    }
