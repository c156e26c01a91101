from pathlib import Path

import pytest
from redis import Redis

from events.fairness.signing import SigningKey
from events.store.keys import service_key
from tests.service.command_line.conftest import Ask
from tests.signing import pem


def test_a_service_that_has_not_signed_yet_has_no_keys(rollstream: Ask) -> None:
    listed = rollstream("signing-keys", "list")

    assert (listed.exit_code, listed.stdout) == (0, "")
    assert "There are no keys" in listed.stderr


def test_a_rotated_key_is_the_first_of_the_list_and_the_one_before_it_has_an_end(rollstream: Ask) -> None:
    old, new = (rollstream("signing-keys", "rotate").stdout.strip() for _ in range(2))

    header, first, second = rollstream("signing-keys", "list").stdout.splitlines()

    assert header.split() == ["id", "from", "until"]
    assert first.split()[::2] == [new, "now"]
    assert second.split()[0] == old
    assert second.split()[2] == first.split()[1]


def test_no_command_shows_the_private_part(rollstream: Ask, fresh_store_url: str) -> None:
    rotated = rollstream("signing-keys", "rotate")
    with Redis.from_url(fresh_store_url) as client:
        seed = client.get(service_key("signing-key"))

    assert isinstance(seed, bytes)
    assert SigningKey(seed).id == rotated.stdout.strip()
    assert seed.hex() not in rotated.output + rollstream("signing-keys", "list").output


def test_the_operators_own_key_is_not_rotated_here(rollstream: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "key.pem"
    file.write_bytes(pem(b"o" * 32))
    monkeypatch.setenv("ROLLSTREAM_SIGNING_KEY", str(file))

    rotated = rollstream("signing-keys", "rotate")

    assert rotated.exit_code == 1
    assert "ROLLSTREAM_SIGNING_KEY names the key" in rotated.stderr
    assert rollstream("signing-keys", "list").stdout == ""


@pytest.mark.parametrize("asked", ["list", "rotate"])
def test_a_store_that_is_away_is_said_in_words(rollstream: Ask, asked: str) -> None:
    result = rollstream("signing-keys", asked, store="unix:///nowhere/store.sock")

    assert result.exit_code == 1
    assert "the store is not available" in result.stderr
