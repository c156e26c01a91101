"""The file of the package is what its program computes."""

import numpy as np
import pytest

from rules.dicy_cards.players.hands import SETS, in_order
from rules.dicy_cards.players.solitaire import UNIT, worth
from rules.dicy_cards.setup import GLACIAL, STAND_INS
from workers.values.dicy_cards.solitaire import solved


def test_the_values_of_the_package_are_those_that_are_computed() -> None:
    sets = [in_order(five) for five in (GLACIAL, *STAND_INS.values())] + [SETS[0], SETS[-1]]

    computed = np.rint(solved(sets).T * UNIT)

    for five, of_hand in zip(sets, computed, strict=True):
        assert worth(five) == pytest.approx(of_hand.tolist(), abs=2)
