import secrets

from events.fairness.commitments import CommitmentKeys
from events.store.redis_connection import connect
from events.timestamps import now
from tests.service.command_line.conftest import Ask


def test_a_new_key_takes_over_and_its_number_is_told_but_not_the_key(rollstream: Ask, fresh_store_url: str) -> None:
    first, second = rollstream("commitments", "rotate"), rollstream("commitments", "rotate")

    with connect(fresh_store_url) as client:
        keys = CommitmentKeys(client, secrets.token_bytes, now).all()
    assert [first.exit_code, second.exit_code] == [0, 0]
    assert second.stdout == "Reservations now follow from key 3.\n"
    assert [key.number for key in keys] == [3, 2, 1]
    assert not any(key.key.hex() in first.output + second.output for key in keys)
