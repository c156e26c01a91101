import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.store import keys


@given(st.binary(min_size=17, max_size=17))
def test_any_17_bytes_make_a_table_id(chance: bytes) -> None:
    table = keys.new_table_id(chance)

    assert keys.is_table_id(table)
    assert keys.partition_of(table) in keys.PARTITIONS
    assert table == keys.new_table_id(chance)
    assert keys.table_of(keys.log_key(table)) == table


def test_134_bits_of_chance_show_in_a_table_id() -> None:
    made = {keys.new_table_id((1 << bit).to_bytes(17, "big")) for bit in range(134)}

    assert len(made | {keys.new_table_id(bytes(17))}) == 135


def test_all_partitions_are_used_evenly() -> None:
    made = [keys.partition_of(keys.new_table_id(os.urandom(17))) for _ in range(4800)]

    assert all(200 < made.count(partition) < 400 for partition in keys.PARTITIONS)


@pytest.mark.parametrize("size", [0, 16, 18])
def test_a_table_id_takes_17_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="17 bytes"):
        keys.new_table_id(bytes(size))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "p07",
        "p16-" + "0" * 26,
        "p07-" + "0" * 25,
        "p07-" + "0" * 27,
        "p07-" + "l" * 26,
        "P07-" + "0" * 26,
        "p07-" + "A" * 26,
        "p07-" + "0" * 26 + "\n",
        "p٠٧-" + "0" * 26,
    ],
)
def test_other_text_is_no_table_id(text: str) -> None:
    assert not keys.is_table_id(text)


def test_an_id_without_partition_has_no_keys() -> None:
    for name in (keys.log_key, keys.state_key, keys.keys_key, keys.secret_key, keys.connected_key, keys.exports_key):
        with pytest.raises(ValueError, match="partition"):
            name("x07-" + "0" * 26)


def test_names_are_as_the_design_says() -> None:
    table = "p07-" + "0" * 26

    assert keys.log_key(table) == f"rs:{{p07}}:{table}:log"
    assert keys.feed_key("p07") == "rs:{p07}:feed"
    assert keys.due_key("p07") == "rs:{p07}:due"
    assert keys.partition_of_feed("rs:{p07}:feed") == "p07"
    assert keys.service_key("secret") == "rs:{service}:secret"
