"""`rollstream backup` and `rollstream restore`, as operators call them."""

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click.testing
import pytest

from events.tables import keyed_orders
from events.tables.keyed_orders import Holder
from rules.registry import games
from rules.table_commands import Create, SeatRequest
from service.command_line import main
from service.processes import embedded_store
from tests.service.command_line.conftest import Ask
from workers.exports.task import export
from workers.jobs.parts import worker_parts

SECRET = "a secret that is long enough for it"
TABLE = "p07-abcdefghjkmnpqrstvwxyz0123"


def create_table(url: str, table: str = TABLE) -> None:
    order = keyed_orders.create(table, "dicy-cards", Create(options={}, seats=(SeatRequest(kind="human"),) * 2))
    worker_parts(url, games(), {}).handler.create(order, "dicy-cards")


@contextmanager
def tables_in(folder: Path) -> Iterator[list[str]]:
    """The tables in the store of a data folder."""
    with embedded_store.running(folder) as url:
        yield list(worker_parts(url, games(), {}).tables.store.tables())


@pytest.fixture
def secretly(fresh_store_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A store with a table, whose service has its secret by a setting."""
    monkeypatch.setenv("ROLLSTREAM_SECRET", SECRET)
    monkeypatch.chdir(tmp_path)
    create_table(fresh_store_url)
    return fresh_store_url


@pytest.mark.usefixtures("secretly")
def test_a_service_is_backed_up_and_restored_in_a_new_data_folder(rollstream: Ask, tmp_path: Path) -> None:
    made = rollstream("backup", "backups")
    assert made.exit_code == 0, made.output
    assert "is complete: 1 table, 0 archived tables and 0 files" in made.stdout
    assert "tables: 1 of 1" in made.stderr
    assert "keep ROLLSTREAM_SECRET" in made.stderr

    checked = rollstream("restore", "backups", "--check", store=None)
    assert checked.exit_code == 0, checked.output
    assert "is whole: 1 table, 0 archived tables" in checked.stdout

    restored = rollstream("restore", "backups", "--data", str(tmp_path / "new"), store=None)
    assert restored.exit_code == 0, restored.output
    start = f"Start the service: rollstream serve --data {tmp_path / 'new'}"
    assert f"1 table and 0 archived tables restored. {start}" in restored.stdout
    with tables_in(tmp_path / "new") as tables:
        assert tables == [TABLE]


@pytest.mark.usefixtures("secretly")
def test_only_the_owner_can_read_a_backup_and_what_is_restored(rollstream: Ask, tmp_path: Path) -> None:
    rollstream("backup", "deep/backups")
    rollstream("restore", "deep/backups", "--data", str(tmp_path / "new"), store=None)

    found = [path for folder in ("deep", "new") for path in (tmp_path / folder).rglob("*") if not path.is_socket()]
    assert len(found) > 5
    assert [path for path in found if stat.S_IMODE(path.stat().st_mode) & 0o077] == []


@pytest.mark.usefixtures("secretly")
def test_old_backups_are_deleted_on_request(rollstream: Ask, tmp_path: Path) -> None:
    for _ in range(2):
        rollstream("backup", "backups")

    made = rollstream("backup", "backups", "--keep", "1")

    assert "2 old backups deleted." in made.stdout
    assert len([*(tmp_path / "backups").glob("2*/manifest.json")]) == 1
    assert "1 old backup deleted." in rollstream("backup", "backups", "--keep", "1").stdout


@pytest.mark.usefixtures("secretly")
def test_a_store_that_is_not_empty_is_left_as_it_is(rollstream: Ask) -> None:
    rollstream("backup", "backups")

    refused = rollstream("restore", "backups")

    assert refused.exit_code == 1
    assert "Error: the store is not empty" in refused.stderr
    assert "restore into an empty one" in refused.stderr


@pytest.mark.usefixtures("secretly")
def test_another_secret_is_refused_before_anything_is_written(rollstream: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rollstream("backup", "backups")
    monkeypatch.setenv("ROLLSTREAM_SECRET", "another " + SECRET)
    other = rollstream("restore", "backups", "--data", "new", store=None)
    monkeypatch.delenv("ROLLSTREAM_SECRET")
    none = rollstream("restore", "backups", "--data", "new", store=None)

    assert (other.exit_code, none.exit_code) == (1, 1)
    assert "ROLLSTREAM_SECRET is not the secret of the backup" in other.stderr
    assert "set ROLLSTREAM_SECRET as it was there" in none.stderr
    assert not (tmp_path / "new").exists()


def test_a_damaged_table_makes_the_check_fail_and_not_the_restore(rollstream: Ask, secretly: str, tmp_path: Path) -> None:
    worker_parts(secretly, games(), {}).client.xadd(f"rs:{{p07}}:{TABLE}:log", {"e": "no event"}, id="9-0")
    made = rollstream("backup", "backups")

    checked = rollstream("restore", "backups", "--check", store=None)
    restored = rollstream("restore", "backups", "--data", "new", store=None)

    assert f"damaged, copied as it is: {TABLE}" in made.stderr
    assert (checked.exit_code, restored.exit_code) == (1, 0)
    assert f"damaged: {TABLE}" in checked.stderr
    with tables_in(tmp_path / "new") as tables:
        assert tables == [TABLE]


@pytest.mark.usefixtures("secretly")
def test_a_place_that_cannot_be_written_is_named(rollstream: Ask, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    refused = rollstream("backup", "file")

    assert refused.exit_code == 1
    assert "the backup failed: [Errno 20] Not a directory" in refused.stderr


def test_a_restore_whose_files_cannot_be_written_can_be_repeated(rollstream: Ask, secretly: str, tmp_path: Path) -> None:
    parts = worker_parts(secretly, games(), {}, str(tmp_path / "data" / "exports"))
    parts.handler.execute(keyed_orders.leave(TABLE, Holder(0, parts.tables.open(TABLE).table.seats[0].taken)))
    export(parts, TABLE, "json")
    rollstream("backup", "backups")
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "exports").write_text("in the way")
    failed = rollstream("restore", "backups", "--data", "new", store=None)
    assert failed.exit_code == 1
    assert "the restore failed: [Errno 20] Not a directory" in failed.stderr
    assert "run it again" in failed.stderr

    (tmp_path / "new" / "exports").unlink()
    assert rollstream("restore", "backups", "--data", "new", store=None).exit_code == 0
    assert len([*(tmp_path / "new" / "exports").glob("*.*")]) == 1


@pytest.mark.parametrize("arguments", [("backup", "backups"), ("restore", "backups"), ("restore", "backups", "--check")])
def test_what_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]) -> None:
    monkeypatch.chdir(tmp_path)

    refused = click.testing.CliRunner().invoke(main, arguments, env={"ROLLSTREAM_REDIS_URL": None})

    assert refused.exit_code == 1
    expected = "data has no store" if arguments[0] == "backup" else "there is no backup at backups"
    assert expected in refused.stderr
    assert [*tmp_path.iterdir()] == []


@pytest.mark.usefixtures("secretly")
def test_the_folder_of_one_backup_says_how_to_choose_it(rollstream: Ask, tmp_path: Path) -> None:
    rollstream("backup", "backups")
    [one] = (tmp_path / "backups").glob("2*")

    refused = rollstream("restore", f"backups/{one.name}", "--check", store=None)

    assert refused.exit_code == 1
    assert f"there is no backup at backups/{one.name}: it is one of the backups" in refused.stderr
    assert f"to choose one: --at {one.name}" in refused.stderr
    assert rollstream("restore", "backups", "--check", "--at", one.name, store=None).exit_code == 0


def test_archived_tables_are_counted(rollstream: Ask, secretly: str, tmp_path: Path) -> None:
    parts = worker_parts(secretly, games(), {}, str(tmp_path / "data" / "exports"))
    for table in ("p07-abcdefghjkmnpqrstvwxyz0124", "p07-abcdefghjkmnpqrstvwxyz0125"):
        create_table(secretly, table)
        parts.handler.execute(keyed_orders.close(table))
        assert parts.archiving.archive(table)

    made = rollstream("backup", "backups")
    restored = rollstream("restore", "backups", "--data", "new", store=None)

    assert "is complete: 1 table, 2 archived tables and 2 files" in made.stdout
    assert "1 table and 2 archived tables restored. Start the service: rollstream serve --data new" in restored.stdout
