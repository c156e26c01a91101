"""Checks a backup without a store: every file, and every table from its first event to its last, with its receipts."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

import msgspec

from events.archive.table_file import read_file
from events.damaged.damage import UNEXPECTED_DATA_ERRORS
from events.errors import BrokenLog, NewerLog, printable
from events.fairness.receipts import Receipt, read
from events.fairness.signing import thumbprint
from events.store.keys import service_key
from events.store.memory_store import MemoryStore
from events.store.whole_table import WholeTable
from events.tables.codec import Codec
from events.tables.log_reader import examine, read_line_at
from workers.backup.backups import Backup, StoredFile
from workers.backup.copying import is_file, stubs_in
from workers.backup.families import family_of
from workers.backup.key_values import KEY_TYPES, KeyValue
from workers.backup.making import Progress
from workers.backup.parts import BackupUnusable

_SIGNING_KEYS: Final = service_key("signing-keys")
_LONGEST_TABLE_ID: Final = 30


class CheckedBackup(NamedTuple):
    """What is in a backup, all of it undamaged: the number of tables that are in the store, and of archived ones.

    `broken` are tables that were damaged before the backup was made, `newer` those that this release cannot read, with the reasons.
    """

    tables: int
    archived: int
    broken: Mapping[str, str]
    newer: Mapping[str, str]


def check(backup: Backup, codecs: Mapping[str, Codec], progress: Progress) -> CheckedBackup:
    """Read the whole backup. `codecs` are those of the known games, by name. Raises `BackupUnusable` for a file that is missing or damaged,
    for one that is badly written, and `OSError`.
    """
    try:
        return _check(backup, codecs, progress)
    except (msgspec.DecodeError, BrokenLog, *UNEXPECTED_DATA_ERRORS) as error:
        raise BackupUnusable(f"the backup is badly written: {type(error).__name__}: {printable(str(error))}") from error


def _check(backup: Backup, codecs: Mapping[str, Codec], progress: Progress) -> CheckedBackup:
    late = [_known(value) for value in backup.keys("late")]
    for value in backup.keys("early"):
        _known(value)
    stubs = stubs_in(late)
    examining = _Examining(codecs, _public_keys(late))
    tables = set[str]()
    for number, whole in enumerate(backup.tables(), 1):
        if whole.table in tables:
            raise BackupUnusable(f"the backup contains {printable(whole.table)} twice")
        tables.add(whole.table)
        examining.examine(whole)
        progress("tables are checked", number, backup.manifest.count("tables"))
    names = set[str]()
    for done, file in enumerate(backup.files(), 1):
        names.add(_checked_file(backup, file, examining))
        progress("files are checked", done, backup.manifest.count("files"))
    missing = {table: f"the backup does not contain {name}" for table, name in stubs.items() if name not in names}
    return CheckedBackup(len(tables), len(stubs), {**backup.manifest.damaged, **missing, **examining.broken}, examining.newer)


class _Examining:
    """Reads tables, and notes which cannot be read."""

    def __init__(self, codecs: Mapping[str, Codec], public_keys: Mapping[str, str]) -> None:
        self.broken, self.newer = dict[str, str](), dict[str, str]()
        self._codecs, self._public_keys = codecs, public_keys

    def examine(self, whole: WholeTable) -> None:
        store = MemoryStore()
        store.put_back(whole, 0)
        try:
            examine(store, self._codecs, whole.table, store.load(whole.table, None, 0))
            self._check_receipts(whole)
        except NewerLog as newer:
            self.newer[whole.table] = newer.why
        except BrokenLog as broken:
            self.broken[whole.table] = broken.why

    def examine_file(self, table: str, content: bytes) -> None:
        try:
            whole = read_file(content, table)
        except BrokenLog as broken:
            self.broken[table] = broken.why
        else:
            self.examine(whole)

    def _check_receipts(self, whole: WholeTable) -> None:
        receipts = read(whole.receipts, whole.table)
        for receipt in (receipts.created, receipts.finished):
            if receipt is not None and not self._fits(receipt, whole):
                raise BrokenLog(f"the receipt of version {receipt.version} is not one of this service and table", whole.table)

    def _fits(self, receipt: Receipt, whole: WholeTable) -> bool:
        if receipt.table != whole.table or not 0 < receipt.version <= whole.version:
            return False
        signed = read_line_at(whole.lines[receipt.version - 1], receipt.version, whole.table)
        return signed.hash == receipt.head and receipt.is_signed_by(self._public_keys.get(receipt.key, ""))


def _known(value: KeyValue) -> KeyValue:
    """The key, which a backup of this release may contain. Raises `BackupUnusable`."""
    family = family_of(value.name)
    if family is None or family.decision in {"derived", "left"}:
        raise BackupUnusable(f"the backup contains {printable(value.name)}, which is no part of one")
    if value.type not in KEY_TYPES:
        raise BackupUnusable(f"the backup contains {printable(value.name)} of the unknown type {printable(value.type)}")
    if value.type in {"hash", "zset"} and len(value.values) % 2:
        raise BackupUnusable(f"the backup contains {printable(value.name)} with half a pair")
    return value


def _checked_file(backup: Backup, file: StoredFile, examining: _Examining) -> str:
    """The name of a file after a check of its content."""
    if not is_file(file.name):
        raise BackupUnusable(f"the backup contains {printable(file.name)}, which is no part of one")
    content = backup.content(file)
    if file.name.endswith(".zst"):
        examining.examine_file(file.name.rpartition("/")[2][:_LONGEST_TABLE_ID], content)
    return file.name


def _public_keys(keys: Iterable[KeyValue]) -> Mapping[str, str]:
    """The public keys that have signed receipts, by their ids."""
    entries = (entry for value in keys if value.name == _SIGNING_KEYS for entry in value.values)
    found = (msgspec.json.decode(entry)["x"] for entry in entries)
    return {thumbprint(x): x for x in found}
