import re

import pytest

from rules.registry import games


def test_a_setting_that_a_game_does_not_know_is_told_with_those_that_it_knows() -> None:
    with pytest.raises(ValueError, match=re.escape("game dicy-cards has no setting 'foo'; known: sets")):
        games({"dicy-cards": {"foo": 1}})
