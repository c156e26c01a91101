"""What the terminal can show."""

from io import BytesIO, TextIOWrapper

import pytest
from rich.console import Console

from service.terminal.paper import drawn


def console(encoding: str) -> Console:
    return Console(file=TextIOWrapper(BytesIO(), encoding=encoding))


@pytest.mark.parametrize(("face", "sign"), [(1, "⚀"), (6, "⚅"), (7, "7"), (20, "20"), (0, "0"), (-1, "-1")])
def test_a_die_shows_its_symbol_or_a_number_if_there_is_none(face: int, sign: str) -> None:
    assert drawn(face, console("utf-8")) == sign
    assert drawn(face, console("ascii")) == str(face)
