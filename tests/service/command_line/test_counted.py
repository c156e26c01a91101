"""Messages name numbers of things in the singular and the plural."""

import pytest

from service.command_line._counted import counted


@pytest.mark.parametrize(("number", "text"), [(0, "0 tables"), (1, "1 table"), (2, "2 tables")])
def test_one_thing_is_in_the_singular_and_any_other_number_in_the_plural(number: int, text: str) -> None:
    assert counted(number, "table") == text


def test_a_plural_of_its_own_is_given() -> None:
    assert [counted(number, "entry", "entries") for number in (1, 5)] == ["1 entry", "5 entries"]
