"""Export jobs are shared fairly between clients: one file does not wait for all those of another client."""

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import pytest

from tests.live import Api
from tests.service.in_process import Application, application, work
from tests.service.keys import mint
from tests.service.owning import Owner

FORMATS = ("csv", "html", "json", "ndjson", "svg", "txt")
FLOOD = 15


@pytest.fixture
def service(fresh_store_url: str, tmp_path: Path) -> Iterator[Application]:
    """A service without workers."""
    with application(fresh_store_url, {"client_jobs": FLOOD}, exports_url=str(tmp_path)) as service:
        yield service


def finished(api: Api) -> str:
    """A finished table."""
    table = api.create_table(2)
    api.leave(table.seated[0])
    return table.table


def flooded(api: Api, flood: Owner) -> Sequence[str]:
    """The paths of all exports that one client may request at once."""
    tables = [finished(api) for _ in range(FLOOD // len(FORMATS) + 1)]
    asked = [flood.ask("POST", f"/v1/tables/{table}/exports", json={"format": kind}) for table, kind in product(tables, FORMATS)]
    assert {reply.code for reply in asked} == {None, "too-many-jobs"}
    return [reply.headers["location"] for reply in asked if reply.status == 202]


def in_order(api: Api, exports: Sequence[str], folder: Path) -> Sequence[str]:
    """The exports in the order in which their files were made; all are."""
    made = {file.name: file.stat().st_mtime_ns for file in folder.rglob("*.*")}
    return sorted(exports, key=lambda export: made[api.ended(export)["file"]["address"]])


def test_a_file_of_somebody_else_is_made_while_all_of_one_client_still_wait(service: Application, tmp_path: Path) -> None:
    api = service.api()
    flood, stranger = Owner(api, mint(service, None)), Owner(api, mint(service, None))
    asked = flooded(api, flood)
    table = finished(api)
    own = stranger.ask("POST", f"/v1/tables/{table}/exports", json={"format": "json"}).headers["location"]

    work(service, str(tmp_path))

    order = in_order(api, [*asked, own], tmp_path)
    assert len(order) == FLOOD + 1
    assert own in order[:2]


def test_a_file_that_is_the_last_of_a_flood_is_made_soon_if_somebody_else_asks_for_it(service: Application, tmp_path: Path) -> None:
    api = service.api()
    flood, stranger = Owner(api, mint(service, None)), Owner(api, mint(service, None))
    asked = flooded(api, flood)
    table, _, kind = asked[-1].rpartition("/")[2].rpartition("-")
    again = stranger.ask("POST", f"/v1/tables/{table}/exports", json={"format": kind})

    work(service, str(tmp_path))

    order = in_order(api, asked, tmp_path)
    assert (again.status, again.headers["location"]) == (202, asked[-1])
    assert asked[-1] in order[:2]
