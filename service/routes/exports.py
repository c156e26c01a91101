"""`/v1/tables/{table}/exports` and `/v1/exports`: exports of finished tables as files. A worker creates each once per table,
format and language.
"""

import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from flask import Blueprint, Response, request

from events.archive.place import FileStoreUnusable
from events.errors import BrokenLog, TableUnknown
from events.store.keys import is_table_id
from events.strict_schema import load
from rules.plain_numbers import plain
from rules.rejected import Rejected
from service.http.accept import language
from service.http.body import read_object
from service.http.caching import CACHE_PRIVATE, of_file
from service.http.charging import charge, count_job, exporting, sending
from service.http.problems import Problem
from service.http.replies import json_reply
from service.http.requester import creator, idempotency_key
from service.routes.jobs import job_error
from service.tables.room import refuse_if_full
from service.tables.table_schemas import ExportSchema
from service.wiring import web_parts
from workers.exports.exported import Export
from workers.exports.format import Kind, kind, kinds
from workers.jobs.queues import JobState

routes = Blueprint("exports", __name__, url_prefix="/v1")

EXPORT = ExportSchema()
INERT = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""The Content-Security-Policy of a file that runs no script, in case a browser shows it as a page."""
SHOWN_INLINE = frozenset({"html", "svg", "txt"})
"""Formats that a browser displays; it saves the others."""

log = logging.getLogger(__name__)

_ID = re.compile(r"(?P<table>[^-]+-[^-]+)-(?P<name>.+)")
_OWN_POLICY = re.compile(rb'<meta http-equiv="Content-Security-Policy" content="([ !#-~]+)">')


class RequestedExport(NamedTuple):
    """A table as a kind of file, by its name."""

    table: str
    name: str

    @property
    def kind(self) -> Kind:
        return kinds()[self.name]

    @property
    def id(self) -> str:
        return f"{self.table}-{self.name}"

    @property
    def job(self) -> str:
        return f"export-{self.id}"


@routes.post("/tables/<table>/exports")
def ask_for_file(table: str) -> Response:
    body = load(EXPORT, read_object())
    wanted = RequestedExport(table, kind(body["format"], body.get("language") or language()).name)
    idempotency_key()  # only checks it: there is one export per table, format and language anyway
    loaded = web_parts().tables.open(table)
    if loaded.table.status != "finished":
        raise Rejected("table-not-finished", "This table is still being played; it can be exported when it is finished.")
    headers = {"Location": f"/v1/exports/{wanted.id}"}
    export = _stored_file(wanted)
    if export is not None:
        return json_reply(_present(wanted, export, None), 200, headers)
    known = web_parts().jobs.find(wanted.job)
    if known is None or known.status in {"failed", "finished"}:
        refuse_if_full()
        charge(exporting(loaded.table.version))
        count_job(wanted.job)
    if not web_parts().jobs.enqueue("export", *wanted, job_id=wanted.job, creator=creator()):
        web_parts().jobs.add_requester("export", wanted.job, creator())
    state = web_parts().jobs.find(wanted.job) or JobState(wanted.job, "export", wanted, "queued")
    return json_reply(_present(wanted, None, state), 202, headers)


@routes.get("/exports/<export>")
def show_export(export: str) -> Response:
    wanted = _named(export)
    return json_reply(_present(wanted, *_known(wanted)), headers={"Cache-Control": "no-store"})


@routes.get("/exports/<export>/file")
def file(export: str) -> Response:
    wanted = _named(export)
    made, state = _known(wanted)
    if made is None:
        raise Problem("export-not-ready", f"The export is {'not there' if state is None else state.status}.")
    sha256, _, extension = made.address.partition(".")
    headers = {"ETag": f'"{sha256}"', **_cache_headers(wanted.table)}
    if request.if_none_match.contains_weak(sha256):
        return Response(status=304, headers=headers)
    charge(sending(made.size))
    content = _content(wanted, made)
    disposition = "inline" if wanted.kind.format in SHOWN_INLINE else "attachment"
    name = wanted.table if wanted.kind.format == extension else f"{wanted.table}-{wanted.kind.format}"
    headers["Content-Disposition"] = f'{disposition}; filename="rollstream-{name}.{extension}"'
    headers["Content-Security-Policy"] = _policy(content) if wanted.kind.format == "html" else INERT
    if wanted.kind.language is not None:
        headers["Content-Language"] = wanted.kind.language
    return Response(content, headers=headers, content_type=made.media_type)


def _cache_headers(table: str) -> Mapping[str, str]:
    """Cache headers of the table's files: a damaged table may be repaired, and a recent end may still be lost."""
    try:
        return of_file(web_parts().tables.open(table), web_parts().tables.now())
    except BrokenLog:
        return {"Cache-Control": CACHE_PRIVATE}
    except TableUnknown:  # it has just been removed
        raise _unknown() from None


def _named(export: str) -> RequestedExport:
    read = _ID.fullmatch(export)
    if read is None or read["name"] not in kinds() or not is_table_id(read["table"]):
        raise _unknown()
    return RequestedExport(read["table"], read["name"])


def _known(wanted: RequestedExport) -> tuple[Export | None, JobState | None]:
    """The stored file, or the job that creates it. Raises the problem `export-unknown` if there is neither."""
    export = _stored_file(wanted)
    if export is not None:
        return export, None
    state = web_parts().jobs.find(wanted.job)
    if state is not None and state.status != "finished":
        return None, state
    export = _stored_file(wanted)  # the job may have ended, and been deleted, in between
    if export is None:
        raise _unknown()
    return export, None


def _stored_file(wanted: RequestedExport) -> Export | None:
    export = web_parts().exported.find(*wanted)
    with _store_errors_as_problems():
        return None if export is None or web_parts().file_store.size(export.address) != export.size else export


def _content(wanted: RequestedExport, made: Export) -> bytes:
    """The content of the stored file. If it has been lost or changed, its record is deleted, so that the export can be created again."""
    with _store_errors_as_problems():
        with suppress(FileNotFoundError):
            return web_parts().file_store.read(made.address)
        web_parts().exported.delete(*wanted)
        raise _unknown()


@contextmanager
def _store_errors_as_problems() -> Iterator[None]:
    """Turns errors of the file store into the problem `store-unavailable`."""
    try:
        yield
    except (OSError, FileStoreUnusable) as error:
        log.warning("the files cannot be reached: %s", error)
        raise Problem("store-unavailable", "The files cannot be reached now.") from None


def _policy(page: bytes) -> str:
    """The policy that an HTML export contains, plus a sandbox that separates it from the pages of this service."""
    own = _OWN_POLICY.search(page[:2048])
    return INERT if own is None else f"{own[1].decode()}; sandbox allow-scripts"


def _unknown() -> Problem:
    return Problem("export-unknown", "There is no export with this id, or its file is gone; it can be asked for again.")


def _present(wanted: RequestedExport, export: Export | None, state: JobState | None) -> dict[str, Any]:
    return {
        "export": wanted.id,
        "table": wanted.table,
        "format": wanted.kind.format,
        "language": wanted.kind.language,
        "status": "finished" if state is None else state.status,
        "progress": 1 if state is None else plain(state.progress),
        "error": None if state is None else job_error(state),
        "file": None if export is None else _file(wanted, export),
    }


def _file(wanted: RequestedExport, export: Export) -> dict[str, Any]:
    url = f"/v1/exports/{wanted.id}/file"
    return {"address": export.address, "bytes": export.size, "media_type": export.media_type, "url": url}
