"""An operator who wants sixes: the creator's seed prevents it only with a reservation. The tests show the remaining cases too."""

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from events.fairness.commitments import CommitmentKey, Commitments
from events.store.keys import new_table_id
from events.store.memory_store import MemoryStore
from events.tables import keyed_orders
from events.tables.handler import Answer, Handler
from events.tables.keyed_orders import Holder
from events.tables.opening import Tables
from rules.dice import DiceSeed, SeededDice
from rules.registry import games
from rules.table_commands import Create, SeatRequest, Sit
from tests.events.world import GAME, NOON

SEED = "8c1f0d7b5a2e49639f1d3c5b7a908172"
"""The creator's random client seed."""
WANTED = (6, 6, 6, 6)
"""The wanted beginning of the first roll."""

HUMAN, OPEN = SeatRequest(kind="human"), SeatRequest(kind="open")
KEY = CommitmentKey(1, b"the operator chose this key, too", "2026-01-01T00:00:00.000Z")


def numbered(number: int) -> Callable[[int], bytes]:
    return lambda size: number.to_bytes(size, "big")


def first_roll(seed: DiceSeed, *client_seeds: str) -> tuple[int, ...]:
    return SeededDice(seed, client_seeds, 0).roll(6).values


def pleases(seed: DiceSeed, *client_seeds: str) -> bool:
    return first_roll(seed, *client_seeds)[: len(WANTED)] == WANTED


class Operator:
    """Runs the service, knows every secret, and chooses the random bytes."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self.commitments = Commitments(lambda: [KEY], lambda size: next(self._numbers).to_bytes(size, "big"), lambda: NOON)

    def create(self, table: str, *seats: SeatRequest, chance: Callable[[int], bytes], secret: str | None = None, **wanted: Any) -> Answer:
        self.handler = Handler(Tables(MemoryStore(), games(), lambda: NOON), chance)
        order = Create(options={"first_seat": "creator"}, seats=seats, reserved=secret is not None, **wanted)
        return self.handler.create(keyed_orders.create(table, GAME.name, order), GAME.name, secret)

    def rolled(self, created: Answer) -> tuple[int, ...]:
        """The first roll at the table, as the first player sees it."""
        loaded = self.handler.tables.open(created.loaded.id)
        holder = Holder(0, loaded.table.seats[0].taken)
        answer = self.handler.execute(keyed_orders.move(loaded.id, holder, GAME.commands["roll"](), loaded.table.decisions[0]))
        values: tuple[int, ...] = answer.events[0].event.draw.values
        return values


def tried(table: str) -> Iterator[tuple[int, DiceSeed]]:
    """Candidate secrets, each with the number whose random bytes give it."""
    return ((number, DiceSeed(table, numbered(number)(32).hex())) for number in count(1))


def test_without_a_reservation_the_operator_chooses_the_dice_after_seeing_the_seed() -> None:
    operator, table = Operator(), new_table_id(bytes(17))

    chosen = next(number for number, seed in tried(table) if pleases(seed, SEED))
    created = operator.create(table, HUMAN, HUMAN, chance=numbered(chosen), client_seed=SEED)

    assert operator.rolled(created)[:4] == WANTED
    assert not created.loaded.table.reserved


def test_with_a_reservation_nothing_that_comes_after_the_seed_changes_the_dice() -> None:
    operator = Operator()
    reservation = operator.commitments.reserve()
    fixed = operator.commitments.secret(reservation)

    chosen = next(number for number, seed in tried(reservation.table) if pleases(seed, SEED))
    rolls = set()
    for chance in (chosen, 0, 1, 2):
        created = operator.create(reservation.table, HUMAN, HUMAN, chance=numbered(chance), secret=fixed, client_seed=SEED)
        rolls.add(operator.rolled(created))
        assert created.loaded.table.commitment == reservation.commitment

    assert rolls == {first_roll(DiceSeed(reservation.table, fixed), SEED)}
    assert next(iter(rolls))[:4] != WANTED


def test_the_reserved_secret_is_the_same_for_every_seed() -> None:
    operator = Operator()
    reservation = operator.commitments.reserve()
    secrets = {operator.commitments.secret(reservation) for _ in range(3)}

    tables = [
        operator.create(reservation.table, HUMAN, HUMAN, chance=numbered(number), secret=next(iter(secrets)), client_seed=f"seed-{number}")
        for number in range(20)
    ]

    assert len(secrets) == 1
    assert {created.loaded.table.commitment for created in tables} == {reservation.commitment}


def test_an_operator_who_puts_another_secret_in_its_place_is_found_by_the_commitment_that_was_kept() -> None:
    operator = Operator()
    kept = operator.commitments.reserve()

    other = next(seed.secret for _, seed in tried(kept.table) if pleases(seed, SEED))
    created = operator.create(kept.table, HUMAN, HUMAN, chance=numbered(0), secret=other, client_seed=SEED)

    assert operator.rolled(created)[:4] == WANTED
    assert created.loaded.table.reserved, "so it says"
    assert created.loaded.table.commitment != kept.commitment


def test_whoever_joins_last_and_is_told_the_secret_still_chooses() -> None:
    operator = Operator()
    reservation = operator.commitments.reserve()
    seed = DiceSeed(reservation.table, operator.commitments.secret(reservation))
    created = operator.create(reservation.table, HUMAN, OPEN, chance=numbered(0), secret=seed.secret, client_seed=SEED)

    own = next(text for text in (f"accomplice-{number}" for number in count()) if pleases(seed, SEED, text))
    operator.handler.execute(keyed_orders.sit(reservation.table, Sit(client_seed=own), "x" * 16))

    assert operator.rolled(created)[:4] == WANTED


def test_without_any_seed_a_reservation_is_worth_nothing() -> None:
    operator = Operator()

    reservations = (operator.commitments.reserve() for _ in count())
    found = next(one for one in reservations if pleases(DiceSeed(one.table, operator.commitments.secret(one))))
    created = operator.create(found.table, HUMAN, HUMAN, chance=numbered(0), secret=operator.commitments.secret(found))

    assert operator.rolled(created)[:4] == WANTED
