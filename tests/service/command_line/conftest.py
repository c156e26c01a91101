"""Fixtures for the command line: `rollstream` on an empty store, a table's file, and the real service."""

from collections.abc import Callable
from pathlib import Path

import click.testing
import pytest

from service.command_line import main
from tests.events.proof.tables import made
from tests.live import service

__all__ = ["service"]

Ask = Callable[..., click.testing.Result]


@pytest.fixture
def rollstream(fresh_store_url: str) -> Ask:
    """Runs `rollstream …` on an empty store."""

    def run(*arguments: str, store: str | None = fresh_store_url) -> click.testing.Result:
        return click.testing.CliRunner().invoke(main, arguments, env={"ROLLSTREAM_REDIS_URL": store})

    return run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The exported file of a finished table."""
    path = tmp_path / "game.json"
    path.write_bytes(made("glacial for two"))
    return path
