"""A duration as operators write it: `90m`, `12h`, `30d`."""

import re
from datetime import timedelta
from typing import Any, Final

import click

_UNITS: Final = {"m": "minutes", "h": "hours", "d": "days"}
_AGE: Final = re.compile(r"([0-9]{1,6})([mhd])")


class Age(click.ParamType[timedelta]):
    """A duration in whole minutes, hours or days."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> timedelta:
        if isinstance(value, timedelta):
            return value
        read = _AGE.fullmatch(str(value))
        if read is None:
            self.fail(f"{value!r} is not a duration: write 90m, 12h or 30d, for example", param, ctx)
        return timedelta(**{_UNITS[read[2]]: int(read[1])})


AGE: Final = Age()
