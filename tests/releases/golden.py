"""What is known of a data folder that an earlier release has left: its tables, and whom they belong to."""

from io import BytesIO
from pathlib import Path
from tarfile import TarFile, TarInfo
from tarfile import open as open_archive
from typing import Any, Final

import msgspec

FOLDER: Final = Path(__file__).parent
RELEASE: Final = "650c0103"
"""The commit of the release before: the last one that knows the first form only of what is stored."""


class GoldenTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table: its tokens by seat, the view of a spectator, and all events as they were sent. `file`: its JSON export if it is finished."""

    name: str
    tokens: dict[str, str]
    view: dict[str, Any]
    events: list[dict[str, Any]]
    file: str | None

    @property
    def id(self) -> str:
        return str(self.view["table"])


class Golden(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a data folder. It is in the archive of the folder's files, as `known.json`."""

    key: str
    """The API key of the owner of `bot` and `webhook`."""
    bot: str
    webhook: str
    creation: dict[str, Any]
    """The body of the first table's creation, and its key in `idempotency_key`."""
    idempotency_key: str
    tables: list[GoldenTable]

    def named(self, name: str) -> GoldenTable:
        [found] = [table for table in self.tables if table.name == name]
        return found


def write(golden: Golden, data: Path, release: str) -> None:
    """Keep what is known of a data folder, and its files."""
    with open_archive(FOLDER / f"{release}.tar.xz", "w:xz", preset=9) as archive:
        _add(archive, "known.json", msgspec.json.encode(golden))
        for path in sorted(data.rglob("*")):
            if path.is_file() and path.name not in {"store.conf", "store.log", "store.pid"}:
                _add(archive, f"data/{path.relative_to(data)}", path.read_bytes())


def _add(archive: TarFile, name: str, content: bytes) -> None:
    member = TarInfo(name)
    member.size, member.mode = len(content), 0o600
    archive.addfile(member, BytesIO(content))


def unpack(folder: Path, release: str = RELEASE) -> Golden:
    """Put the files of the data folder, as the release left them, into `data` in this folder. Returns what is known of it."""
    with open_archive(FOLDER / f"{release}.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    return msgspec.json.decode((folder / "known.json").read_bytes(), type=Golden)
