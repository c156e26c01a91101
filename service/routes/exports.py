"""Finished tables as files: asked for once for each table and format, made by a worker, found by their content."""

import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from flask import Blueprint, Response, request

from events.errors import BrokenLog, TableUnknown
from events.store.keys import is_table_id
from rules.rejected import Rejected
from service.http.body import read_object
from service.http.caching import PRIVATE, of_file
from service.http.charging import charge, count_job, exporting, sending
from service.http.fields import load
from service.http.problems import Problem
from service.http.replies import json_reply
from service.http.requester import creator, idempotency_key
from service.routes.jobs import job_error, plain_number
from service.tables.room import refuse_if_full
from service.tables.table_schemas import ExportSchema
from service.wiring import wired
from workers.exports.exported import Export
from workers.exports.file_store import FileStoreUnusable
from workers.exports.format import formats
from workers.jobs.queues import JobState

routes = Blueprint("exports", __name__, url_prefix="/v1")

EXPORT = ExportSchema()
INERT = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""The Content-Security-Policy of a file that runs nothing, should a browser show it as a page."""
SHOWN_INLINE = frozenset({"html", "svg", "txt"})
"""Formats that a browser shows; it keeps the others."""

log = logging.getLogger(__name__)

_OWN_POLICY = re.compile(rb'<meta http-equiv="Content-Security-Policy" content="([ !#-~]+)">')


class RequestedExport(NamedTuple):
    """A table in a format."""

    table: str
    format: str

    @property
    def id(self) -> str:
        return f"{self.table}-{self.format}"

    @property
    def job(self) -> str:
        return f"export-{self.id}"


@routes.post("/tables/<table>/exports")
def ask_for_file(table: str) -> Response:
    wanted = RequestedExport(table, load(EXPORT, read_object())["format"])
    idempotency_key()  # may be given; there is one export of a kind anyway
    opened = wired().tables.open(table)
    if opened.table.status != "finished":
        raise Rejected("table-not-finished", "This table is still being played; it can be exported when it is finished.")
    headers = {"Location": f"/v1/exports/{wanted.id}"}
    export = _on_shelf(wanted)
    if export is not None:
        return json_reply(_told(wanted, export, None), 200, headers)
    known = wired().jobs.find(wanted.job)
    if known is None or known.status in {"failed", "finished"}:
        refuse_if_full()
        charge(exporting(opened.table.version))
        count_job(wanted.job)
    if not wired().jobs.enqueue("export", *wanted, job_id=wanted.job, creator=creator()):
        wired().jobs.ask_too("export", wanted.job, creator())
    state = wired().jobs.find(wanted.job) or JobState(wanted.job, "export", wanted, "queued")
    return json_reply(_told(wanted, None, state), 202, headers)


@routes.get("/exports/<export>")
def show_export(export: str) -> Response:
    wanted = _named(export)
    return json_reply(_told(wanted, *_known(wanted)), headers={"Cache-Control": "no-store"})


@routes.get("/exports/<export>/file")
def file(export: str) -> Response:
    wanted = _named(export)
    made, state = _known(wanted)
    if made is None:
        raise Problem("export-not-ready", f"The export is {'not there' if state is None else state.status}.")
    sha256, _, extension = made.address.partition(".")
    headers = {"ETag": f'"{sha256}"', **_keeping(wanted.table)}
    if request.if_none_match.contains_weak(sha256):
        return Response(status=304, headers=headers)
    charge(sending(made.size))
    content = _content(wanted, made)
    shown = "inline" if wanted.format in SHOWN_INLINE else "attachment"
    headers["Content-Disposition"] = f'{shown}; filename="rollstream-{wanted.table}.{extension}"'
    headers["Content-Security-Policy"] = _policy(content) if wanted.format == "html" else INERT
    return Response(content, headers=headers, content_type=made.media_type)


def _keeping(table: str) -> Mapping[str, str]:
    """How long the table's files may be kept: what is damaged may be mended, and what has just ended may still be lost."""
    try:
        return of_file(wired().tables.open(table), wired().tables.now())
    except BrokenLog:
        return {"Cache-Control": PRIVATE}
    except TableUnknown:  # it was removed in this moment
        raise _unknown() from None


def _named(export: str) -> RequestedExport:
    table, _, name = export.rpartition("-")
    if name not in formats() or not is_table_id(table):
        raise _unknown()
    return RequestedExport(table, name)


def _known(wanted: RequestedExport) -> tuple[Export | None, JobState | None]:
    """The file, or the job that makes it. What cannot be found any more can be asked for again."""
    export = _on_shelf(wanted)
    if export is not None:
        return export, None
    state = wired().jobs.find(wanted.job)
    if state is not None and state.status != "finished":
        return None, state
    export = _on_shelf(wanted)  # the job may have ended, and been forgotten, in between
    if export is None:
        raise _unknown()
    return export, None


def _on_shelf(wanted: RequestedExport) -> Export | None:
    export = wired().exported.find(*wanted)
    with _reaching():
        return None if export is None or wired().file_store.size(export.address) != export.size else export


def _content(wanted: RequestedExport, made: Export) -> bytes:
    """The file, if it is the one that was made; another one in its place is forgotten, so that it can be made anew."""
    with _reaching():
        with suppress(FileNotFoundError):
            return wired().file_store.read(made.address)
        wired().exported.delete(*wanted)
        raise _unknown()


@contextmanager
def _reaching() -> Iterator[None]:
    """What a file store that does not do its work is to the client."""
    try:
        yield
    except (OSError, FileStoreUnusable) as error:
        log.warning("the files cannot be reached: %s", error)
        raise Problem("store-unavailable", "The files cannot be reached now.") from None


def _policy(page: bytes) -> str:
    """What the page lays down for itself, and that it has nothing to do with the pages of this service."""
    own = _OWN_POLICY.search(page[:2048])
    return INERT if own is None else f"{own[1].decode()}; sandbox allow-scripts"


def _unknown() -> Problem:
    return Problem("export-unknown", "There is no export with this id, or its file is gone; it can be asked for again.")


def _told(wanted: RequestedExport, export: Export | None, state: JobState | None) -> dict[str, Any]:
    return {
        "export": wanted.id,
        "table": wanted.table,
        "format": wanted.format,
        "status": "finished" if state is None else state.status,
        "progress": 1 if state is None else plain_number(state.progress),
        "error": None if state is None else job_error(state),
        "file": None if export is None else _file(wanted, export),
    }


def _file(wanted: RequestedExport, export: Export) -> dict[str, Any]:
    url = f"/v1/exports/{wanted.id}/file"
    return {"address": export.address, "bytes": export.size, "media_type": export.media_type, "url": url}
