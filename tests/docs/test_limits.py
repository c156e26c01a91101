"""docs/limits.md shows the limits that the code has, and its example is a configuration."""

import re
import tomllib

from events.limits import Limits, read_limits
from tests.docs.limits_table import PUBLISHED, made


def test_the_table_is_that_of_the_code() -> None:
    page = PUBLISHED.read_text()

    assert page == made(page), "run `python -m tests.docs.limits_table`"


def test_the_example_can_be_used() -> None:
    [example] = re.findall(r"```toml\n(.*?)```", PUBLISHED.read_text(), re.DOTALL)

    assert read_limits(tomllib.loads(example)["limits"]) != Limits()
