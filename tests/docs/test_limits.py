"""docs/limits.md shows the limits of the code, and its examples are valid configurations."""

import re
import tomllib

from events.limits import Limits, read_limits
from tests.docs.limits_table import PUBLISHED, made


def test_the_table_is_that_of_the_code() -> None:
    page = PUBLISHED.read_text()

    assert page == made(page), "run `python -m tests.docs.limits_table`"


def test_the_example_can_be_used() -> None:
    example, _ = examples()

    assert example != Limits()


def test_the_example_for_a_school_allows_a_client_more() -> None:
    _, school = examples()

    for name in ("client_streams", "client_jobs", "connections"):
        assert getattr(school, name) > getattr(Limits(), name)


def examples() -> tuple[Limits, Limits]:
    """The configurations that the page shows."""
    first, school = re.findall(r"```toml\n(.*?)```", PUBLISHED.read_text(), re.DOTALL)
    return read_limits(tomllib.loads(first)["limits"]), read_limits(tomllib.loads(school)["limits"])
