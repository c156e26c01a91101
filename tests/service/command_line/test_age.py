"""Durations as operators write them."""

from datetime import timedelta

import click
import pytest

from service.command_line._age import AGE


@pytest.mark.parametrize(
    ("written", "meant"), [("90m", timedelta(minutes=90)), ("12h", timedelta(hours=12)), ("30d", timedelta(days=30)), ("0m", timedelta())]
)
def test_a_duration_is_in_minutes_hours_or_days(written: str, meant: timedelta) -> None:
    assert AGE.convert(written, None, None) == meant


@pytest.mark.parametrize("written", ["90", "90s", "1.5h", "-1d", "9999999m", "12 h", ""])
def test_any_other_is_refused_with_the_three_ways_to_write_one(written: str) -> None:
    with pytest.raises(click.BadParameter, match="write 90m, 12h or 30d"):
        AGE.convert(written, None, None)
