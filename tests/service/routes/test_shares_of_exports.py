"""Export jobs are shared fairly between clients: one file does not wait for the hundred of another client."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path

from service.processes import embedded_store
from tests.live import FEWEST, Api, Service, running
from tests.service.keys import mint
from tests.service.owning import Owner

FORMATS = ("csv", "html", "json", "ndjson", "svg", "txt")
FLOOD = 100


@contextmanager
def without_workers(folder: Path) -> Iterator[Service]:
    with embedded_store.running(folder / "store") as url, running(url, folder, FEWEST) as service:
        yield service


@contextmanager
def a_worker(service: Service, folder: Path) -> Iterator[None]:
    """Run one worker on the store of a service for the block."""
    (folder / "worker").mkdir()
    with running(service.store_url, folder / "worker", ("worker", "web"), exports_url=str(folder / "exports")):
        yield


def finished(api: Api) -> str:
    """A finished table."""
    table = api.create_table(2)
    api.leave(table.seated[0])
    return table.table


def flooded(api: Api, flood: Owner) -> Sequence[str]:
    """The paths of a hundred exports that one client has requested."""
    tables = [finished(api) for _ in range(FLOOD // len(FORMATS) + 1)]
    asked = [flood.ask("POST", f"/v1/tables/{table}/exports", json={"format": kind}) for table, kind in product(tables, FORMATS)]
    assert {reply.code for reply in asked} == {None, "too-many-jobs"}
    return [reply.headers["location"] for reply in asked if reply.status == 202]


def in_order(api: Api, exports: Sequence[str], folder: Path) -> Sequence[str]:
    """The exports in the order in which their files were made."""
    made = {file.name: file.stat().st_mtime_ns for file in (folder / "exports").rglob("*.*")}
    return sorted(exports, key=lambda export: made[api.ended(export)["file"]["address"]])


def test_a_file_of_somebody_else_is_made_while_a_hundred_of_one_client_still_wait(tmp_path: Path) -> None:
    with without_workers(tmp_path) as service, Api(service.url) as api:
        flood, stranger = Owner(api, mint(service, None)), Owner(api, mint(service, None))
        asked = flooded(api, flood)
        table = finished(api)
        own = stranger.ask("POST", f"/v1/tables/{table}/exports", json={"format": "json"}).headers["location"]

        with a_worker(service, tmp_path):
            for export in (*asked, own):
                assert api.ended(export)["status"] == "finished"
        order = in_order(api, [*asked, own], tmp_path)

    assert len(order) == FLOOD + 1
    assert own in order[:2]


def test_a_file_that_is_the_last_of_a_flood_is_made_soon_if_somebody_else_asks_for_it(tmp_path: Path) -> None:
    with without_workers(tmp_path) as service, Api(service.url) as api:
        flood, stranger = Owner(api, mint(service, None)), Owner(api, mint(service, None))
        asked = flooded(api, flood)
        table, _, kind = asked[-1].rpartition("/")[2].rpartition("-")
        again = stranger.ask("POST", f"/v1/tables/{table}/exports", json={"format": kind})

        with a_worker(service, tmp_path):
            for export in asked:
                assert api.ended(export)["status"] == "finished"
        order = in_order(api, asked, tmp_path)

    assert (again.status, again.headers["location"]) == (202, asked[-1])
    assert asked[-1] in order[:2]
