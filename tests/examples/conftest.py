"""Fixtures: a service, an owner of an API key, and example programs of that owner."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.examples.programs import Listening, listening
from tests.live import Service, api, service
from tests.service.owning import Owner, owner

__all__ = ["api", "owner", "service"]

Start: TypeAlias = Callable[[str], Listening]


@pytest.fixture
def start(owner: Owner, service: Service, tmp_path: Path) -> Iterator[Start]:
    """Starts an example that registers itself with the owner's key and ends with the test."""
    with ExitStack() as running:

        def start(example: str) -> Listening:
            here = {"SERVICE_URL": service.url, "API_KEY": owner.key}
            return running.enter_context(listening(example, tmp_path / f"{example}.log", here))

        yield start
