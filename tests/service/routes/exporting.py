"""Asks for the files of finished tables."""

from collections.abc import Mapping
from typing import Any

from tests.live import Api, Reply


def finished(api: Api) -> str:
    """A short finished table."""
    table = api.create_table(2)
    api.leave(table.seated[0])
    return table.table


def ask(api: Api, table: str, kind: str, language: str | None = None, **headers: str) -> Reply:
    body = {"format": kind} if language is None else {"format": kind, "language": language}
    return api.post(f"/v1/tables/{table}/exports", json=body, headers=headers)


def exported(api: Api, table: str, kind: str, language: str | None = None, **headers: str) -> Mapping[str, Any]:
    """The export, once its file exists."""
    export = api.ended(ask(api, table, kind, language, **headers).headers["location"])
    assert export["status"] == "finished", export
    return export


def content(api: Api, export: Mapping[str, Any]) -> bytes:
    return api.http.get(api.url + export["file"]["url"], timeout=30).content
