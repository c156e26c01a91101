"""Fixtures for backups: one of a busy service, made once while moves went on, and an empty place for it."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from shutil import copytree
from typing import NamedTuple

import pytest

from events.archive.place import Place
from service.processes import embedded_store
from tests.workers.backup.busy import Busy, Service, make_busy
from tests.workers.receiver import Receiver, receiving
from workers.backup.backups import Backup, Backups
from workers.backup.families import Family
from workers.backup.key_values import Keys
from workers.backup.making import MadeBackup
from workers.backup.restoring import Restored


class BackedUp(NamedTuple):
    """A busy service as it was: its backup, its keys by family, and the logs of its tables when the backup began and long after its end."""

    target: Path
    made: MadeBackup
    busy: Busy
    keys: Mapping[Family | None, Sequence[str]]
    before: Mapping[str, Sequence[bytes]]
    after: Mapping[str, Sequence[bytes]]
    tokens: Mapping[str, str]
    receiver: Receiver

    @property
    def backup(self) -> Backup:
        return Backups(Place(str(self.target))).open()


def logs(service: Service, tables: Sequence[str]) -> Mapping[str, Sequence[bytes]]:
    return {table: service.tables.store.read(table, 0, 10_000) for table in tables}


@pytest.fixture(scope="session")
def backed_up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BackedUp]:
    folder = tmp_path_factory.mktemp("backed-up")
    with embedded_store.running(tmp_path_factory.mktemp("store")) as url, receiving() as receiver:
        service = Service(url, folder / "exports")
        busy = make_busy(service, receiver)
        keys, before = Keys(service.client).by_family(), logs(service, [*busy.running, *busy.finished, *busy.archived])

        def play_on(_what: str, _done: int, _of: int) -> None:
            for table in busy.running:
                service.play(table)

        made = service.back_up(folder / "backup", play_on)
        for table in busy.running:
            service.play(table, 1000)
        tokens = {table: service.token(table) for table in busy.running}
        yield BackedUp(folder / "backup", made, busy, keys, before, logs(service, [*before]), tokens, receiver)
        service.client.close()


class Elsewhere(NamedTuple):
    """The busy service in another place, with the logs of its tables as they were restored."""

    service: Service
    result: Restored
    logs: Mapping[str, Sequence[bytes]]


@pytest.fixture(scope="session")
def elsewhere(backed_up: BackedUp, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Elsewhere]:
    with embedded_store.running(tmp_path_factory.mktemp("other-store")) as url:
        service = Service(url, tmp_path_factory.mktemp("other-exports"))
        result = service.restore(backed_up.target)
        yield Elsewhere(service, result, logs(service, [*backed_up.before]))
        service.client.close()


@pytest.fixture
def own_backup(backed_up: BackedUp, tmp_path: Path) -> Path:
    """A copy of the backup, to be spoilt."""
    return Path(copytree(backed_up.target, tmp_path / "own-backup"))


@pytest.fixture
def place(fresh_store_url: str, tmp_path: Path) -> Iterator[Service]:
    """A service without any data."""
    service = Service(fresh_store_url, tmp_path / "other-exports")
    yield service
    service.client.close()
