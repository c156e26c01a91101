"""The file of an archived table gives the table back as it was, or says why it does not."""

from pathlib import Path

import msgspec
import pytest
import zstandard

from events.archive.table_file import FORM, MOST_BYTES, read_file, write_file
from events.errors import BrokenLog, NewerLog
from events.store.event_store import IdempotencyRecord, KeptReceipts
from events.tables.envelope import canonical, read_line
from tests.events.archive.wholes import FILES, of_file
from tests.golden_tables.record import FOLDER

FIRST = FILES[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_golden_table_comes_back_from_its_file(path: Path) -> None:
    whole = of_file(path)

    assert read_file(write_file(whole), whole.table) == whole


def test_a_file_of_the_first_form_is_read_for_ever() -> None:
    whole = of_file(FOLDER / "dicy-cards" / "forked.json")

    assert read_file(Path(__file__).with_name("form-1.zst").read_bytes(), whole.table) == whole


def test_a_file_has_nothing_that_follows_from_the_rest() -> None:
    whole = of_file(FIRST)
    content = zstandard.ZstdDecompressor().decompress(write_file(whole))

    assert content.count(whole.table.encode()) == 1
    assert [content.count(read_line(line).hash.encode()) for line in whole.lines[:-1]] == [0] * (whole.version - 1)
    assert b"records" not in content


def test_a_table_without_snapshot_and_receipts_comes_back_without() -> None:
    whole = of_file(FIRST)._replace(snapshot=None, receipts=KeptReceipts(), creator="")

    assert read_file(write_file(whole), whole.table) == whole


def test_a_hash_and_records_that_do_not_follow_are_stated() -> None:
    """An event whose data was masked keeps the hash that it had."""
    whole = of_file(FIRST)
    second = msgspec.structs.asdict(read_line(whole.lines[1])) | {"data": {"masked": True}}
    masked = whole._replace(
        lines=[whole.lines[0], canonical(second), *whole.lines[2:]], records={"other": IdempotencyRecord("print", 1, whole.version)}
    )

    assert read_file(write_file(masked), masked.table) == masked


def test_a_member_that_the_hash_does_not_cover_is_kept() -> None:
    whole = of_file(FIRST)
    members = msgspec.json.decode(whole.lines[1]) | {"named": {"name": "Ada", "salt": "0"}}
    more = whole._replace(lines=[whole.lines[0], canonical(members), *whole.lines[2:]])

    assert read_file(write_file(more), more.table) == more


@pytest.mark.parametrize("cut", [0, 1, 40, -1])
def test_a_file_that_is_cut_off_is_damaged(cut: int) -> None:
    whole = of_file(FIRST)

    with pytest.raises(BrokenLog, match="cannot be read") as broken:
        read_file(write_file(whole)[:cut], whole.table)

    assert (broken.value.table, broken.value.version) == (whole.table, 1)


def test_a_changed_byte_is_found_wherever_it_is() -> None:
    whole = of_file(FIRST)
    data = bytearray(write_file(whole))

    for index in range(0, len(data), 97):
        data[index] ^= 1
        with pytest.raises(BrokenLog):
            read_file(bytes(data), whole.table)
        data[index] ^= 1


def test_the_file_of_another_table_is_not_taken_for_this_one() -> None:
    whole = of_file(FIRST)

    with pytest.raises(BrokenLog, match="is that of"):
        read_file(write_file(whole), "p00-" + "0" * 26)


@pytest.mark.parametrize("events", [[], [b"{}"], [b'{"at":"","type":"","schema":1,"key":"","data":{},"seat":null,"decision":null}']])
def test_events_that_do_not_lead_to_the_last_hash_are_damaged(events: list[bytes]) -> None:
    content = {"form": FORM, "table": "t", "head": "0" * 64, "events": events}

    with pytest.raises(BrokenLog):
        read_file(zstandard.ZstdCompressor().compress(msgspec.msgpack.encode(content)), "t")


def test_a_file_of_a_newer_build_is_waited_for() -> None:
    with pytest.raises(NewerLog, match=f"has the form {FORM + 1}"):
        read_file(zstandard.ZstdCompressor().compress(msgspec.msgpack.encode({"form": FORM + 1, "other": []})), "t")


def test_a_file_that_declares_too_many_bytes_is_not_read() -> None:
    bomb = b"\x28\xb5\x2f\xfd\xe0" + (MOST_BYTES + 1).to_bytes(8, "little")  # RFC 8878, 3.1.1: a frame with a size of 8 bytes

    with pytest.raises(BrokenLog, match=f"declares more than {MOST_BYTES} bytes"):
        read_file(bomb, of_file(FIRST).table)
