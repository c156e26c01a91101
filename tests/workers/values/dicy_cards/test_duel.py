"""The computed table: its parts are those of the package, and it is complete."""

from itertools import product

import numpy as np
import pytest

from rules.dicy_cards.players.duel import CERTAIN, LEVELS, SIZE, Duel, Side
from rules.dicy_cards.players.hands import HANDS, SETS, in_order
from rules.dicy_cards.setup import GLACIAL, Five
from tests.rules.dicy_cards.by_values import DUEL
from tests.rules.dicy_cards.story import INTERACTIONS
from tests.size import at_size
from workers.values.dicy_cards import PLAYED_MOST
from workers.values.dicy_cards.duel import PairSolver, table
from workers.values.shipped import shipped


def test_the_chances_before_the_last_point_are_those_of_the_package() -> None:
    solver = PairSolver(in_order(GLACIAL), 2)
    solver.solve(0, 0)

    for first, own, other in product((True, False), HANDS[::5], HANDS[::7]):
        computed = np.rint(solver.chances[1 - first, 0, 0, own, other] * LEVELS) / LEVELS
        assert DUEL.of_next(Side(99, own), Side(99, other), first=first) / CERTAIN == pytest.approx(computed, abs=1.01 / LEVELS)


@pytest.mark.parametrize("five", [GLACIAL, INTERACTIONS])
def test_in_the_last_turn_more_points_behind_are_worse_and_more_active_cards_better(five: Five) -> None:
    last = PairSolver(in_order(five), 2).last

    assert (np.diff(last, axis=0) <= 1e-6).all()
    assert all((last[:, hand] >= last[:, hand & smaller] - 1e-6).all() for hand in HANDS for smaller in HANDS)


def test_every_table_of_the_package_is_there_and_they_are_small() -> None:
    tables = [shipped(name) for name in PLAYED_MOST]

    assert [known is not None and len(known.data) for known in tables] == [SIZE] * len(PLAYED_MOST)
    assert SIZE < 1_000_000
    assert SIZE * len(PLAYED_MOST) < 3_000_000
    assert shipped("dicy-cards-1-hijkl-2") is None


def test_a_table_is_computed_with_progress() -> None:
    """It takes ten seconds: `make test` tries none."""
    for five in at_size((), (SETS[-1],)):
        done: list[float] = []

        data = table(five, 3, done.append)

        assert 0.3 < Duel(data).of_next(Side(0, 31), Side(0, 31), first=True) / CERTAIN < 0.5
        assert done == sorted(done)
        assert done[-1] == 1
