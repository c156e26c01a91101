"""A backup whose checksums fit and that no release has written so is refused by the check, before anything is written."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
import zstandard

from events.archive.place import Place
from tests.workers.backup.busy import Service, silent
from workers.backup.backups import MANIFEST, Backups
from workers.backup.checking import check
from workers.backup.parts import MOST_PART_BYTES, BackupUnusable, sha256

FLAG, SIGNING_KEYS, STUBS = "rs:{service}:bots", "rs:{service}:signing-keys", "rs:{p00}:archived:00"


def with_part(target: Path, kind: str, data: bytes, records: int) -> None:
    """Replace the parts of a kind."""
    manifest = next(target.glob(f"2*/{MANIFEST}"))
    name = f"{kind}-00001.zst"
    (manifest.parent / name).write_bytes(data)
    content = msgspec.json.decode(manifest.read_bytes())
    content["parts"][kind] = [{"name": name, "size": len(data), "sha256": sha256(data), "records": records}]
    manifest.write_bytes(msgspec.json.encode(content))


def part_of(*records: Any) -> bytes:
    encoded = [msgspec.msgpack.encode(record) for record in records]
    return zstandard.compress(b"".join(len(one).to_bytes(4, "big") + one for one in encoded))


def refused(target: Path, place: Service, why: str) -> None:
    with pytest.raises(BackupUnusable, match=why):
        check(Backups(Place(str(target))).open(), place.tables.codecs, silent)
    assert place.client.dbsize() == 0


@pytest.mark.parametrize("kind", ["early", "tables", "late", "files"])
@pytest.mark.parametrize("data", [b"no frame", part_of("no record"), part_of([1, 2]), zstandard.compress(b"\0\0\0\x09cut")])
def test_a_part_that_cannot_be_read_is_named(own_backup: Path, place: Service, kind: str, data: bytes) -> None:
    with_part(own_backup, kind, data, 1)

    refused(own_backup, place, rf"{kind}-00001\.zst is badly written")


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ([FLAG, "module", -1, [b"one"]], "unknown type module"),
        ([FLAG, "hash", -1, [b"one"]], "half a pair"),
        ([SIGNING_KEYS, "list", -1, [b"{}"]], "badly written: KeyError"),
        ([SIGNING_KEYS, "list", -1, [b"{"]], "badly written: DecodeError"),
        ([STUBS, "hash", -1, [b"00", b"no stub"]], "badly written: ValueError"),
    ],
)
def test_a_key_that_no_service_has_is_refused(own_backup: Path, place: Service, key: Sequence[Any], why: str) -> None:
    with_part(own_backup, "late", part_of(key), 1)

    refused(own_backup, place, why)


def test_a_table_that_is_there_twice_is_refused(own_backup: Path, place: Service) -> None:
    whole = next(Backups(Place(str(own_backup))).open().tables())
    with_part(own_backup, "tables", part_of(whole, whole), 2)

    refused(own_backup, place, f"contains {whole.table} twice")


def test_a_backup_without_a_kind_of_parts_is_refused(own_backup: Path, place: Service) -> None:
    manifest = next(own_backup.glob(f"2*/{MANIFEST}"))
    content = msgspec.json.decode(manifest.read_bytes())
    del content["parts"]["late"]
    manifest.write_bytes(msgspec.json.encode(content))

    refused(own_backup, place, "badly written: KeyError")


def test_a_part_that_declares_too_many_bytes_is_not_read(own_backup: Path, place: Service) -> None:
    header = b"\x28\xb5\x2f\xfd\xe0" + (MOST_PART_BYTES + 1).to_bytes(8, "little")  # RFC 8878, 3.1.1: a frame with a size of 8 bytes
    with_part(own_backup, "tables", header, 1)

    refused(own_backup, place, f"declares more than {MOST_PART_BYTES} bytes")
