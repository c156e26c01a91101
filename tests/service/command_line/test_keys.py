from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from events.access.api_keys import ApiKeys
from events.store.redis_connection import connect
from service.processes import embedded_store
from tests.service.command_line.conftest import Ask
from workers.bots.registry import Bot, Bots
from workers.outgoing.signing import Secret
from workers.webhooks.registry import Webhook, Webhooks

NOBODY = "unix:///nowhere/store.sock"


def test_a_minted_key_is_printed_once_and_opens_the_service(rollstream: Ask, fresh_store_url: str) -> None:
    minted = rollstream("keys", "mint", "--name", "  Ada's bots ", "--limit", "120")

    assert minted.exit_code == 0, minted.output
    text = minted.stdout.strip()
    with connect(fresh_store_url) as client:
        key = ApiKeys(client).look_up(text)
    assert key is not None
    assert (key.name, key.limit) == ("Ada's bots", 120)
    assert "not shown again" in minted.stderr


def test_only_a_digest_of_a_key_is_kept(rollstream: Ask, fresh_store_url: str) -> None:
    secret = rollstream("keys", "mint", "--name", "Ada").stdout.strip().split("_", 2)[2]

    with Redis.from_url(fresh_store_url) as client:
        dumps = b"".join(client.dump(name) or b"" for name in client.scan_iter())
    listed = rollstream("keys", "list").output

    assert secret.encode() not in dumps
    assert secret not in listed


def test_keys_are_listed_with_id_time_limit_and_name(rollstream: Ask) -> None:
    rollstream("keys", "mint", "--name", "Ada")
    rollstream("keys", "mint", "--name", "Ben", "--limit", "7")

    header, first, second = rollstream("keys", "list").stdout.splitlines()

    assert header.split() == ["id", "made", "a", "minute", "name"]
    assert header.index("name") == first.index("Ada") == second.index("Ben")
    assert first.split()[2:] == ["default", "Ada"]
    assert second.split()[2:] == ["7", "Ben"]
    assert first.split()[1].endswith("Z")


def test_a_revoked_key_is_unknown_from_then_on(rollstream: Ask, fresh_store_url: str) -> None:
    text = rollstream("keys", "mint", "--name", "Ada").stdout.strip()
    identity = rollstream("keys", "list").stdout.splitlines()[1].split()[0]

    revoked = rollstream("keys", "revoke", identity)

    assert revoked.exit_code == 0
    with connect(fresh_store_url) as client:
        assert ApiKeys(client).look_up(text) is None
    assert "There are no keys" in rollstream("keys", "list").stderr


def test_what_a_revoked_key_owns_goes_with_it(rollstream: Ask, fresh_store_url: str) -> None:
    rollstream("keys", "mint", "--name", "Ada")
    owner = rollstream("keys", "list").stdout.splitlines()[1].split()[0]
    common: Any = {
        "owner": owner,
        "url": "https://example.org",
        "created_at": "2026-01-01T00:00:00.000Z",
        "secrets": (Secret("whsec_old"),),
    }
    with connect(fresh_store_url) as client:
        Bots(client).add(Bot(id="bot_1", name="Ada", games=("dicy-cards",), avatar="A", **common))
        Webhooks(client).add(Webhook(id="whk_1", types=("*",), table=None, **common))

        revoked = rollstream("keys", "revoke", owner)

        dumps = b"".join(client.dump(name) or b"" for name in client.scan_iter())
    assert b"whsec_old" not in dumps
    assert revoked.stderr == ""
    assert revoked.stdout == f"Key {owner} is revoked; 1 bot and 1 webhook deleted.\n"


def test_revoking_a_key_that_is_not_there_is_an_error(rollstream: Ask) -> None:
    result = rollstream("keys", "revoke", "abcdefgh")

    assert result.exit_code == 1
    assert result.stderr == "Error: there is no key 'abcdefgh'; `rollstream keys list` shows all\n"


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "a\nb", "\x1b[31mred", "x" * 41])
def test_a_name_that_nobody_could_read_is_refused(rollstream: Ask, name: str) -> None:
    result = rollstream("keys", "mint", "--name", name)

    assert result.exit_code == 2
    assert "--name" in result.stderr


@pytest.mark.parametrize("limit", ["0", "-1", "1.5", "many"])
def test_a_limit_is_a_number_of_requests(rollstream: Ask, limit: str) -> None:
    assert rollstream("keys", "mint", "--name", "Ada", "--limit", limit).exit_code == 2


@pytest.mark.parametrize("arguments", [("keys", "list"), ("keys", "mint", "--name", "Ada"), ("keys", "revoke", "abcdefgh"), ("rebuild",)])
def test_a_store_that_is_away_is_said_in_words(rollstream: Ask, arguments: tuple[str, ...]) -> None:
    result = rollstream(*arguments, store=NOBODY)

    assert result.exit_code == 1
    assert "the store is not available" in result.stderr


@pytest.mark.parametrize("arguments", [("keys", "list"), ("rebuild",), ("projector",)])
def test_without_a_store_to_work_on_both_ways_out_are_named(rollstream: Ask, arguments: tuple[str, ...], tmp_path: Path) -> None:
    result = rollstream(*arguments, "--data", str(tmp_path), store=None)

    assert result.exit_code == 1
    assert f"ROLLSTREAM_REDIS_URL is not set, and no service runs on {tmp_path}: set it" in result.stderr
    assert "--data" in result.stderr


def test_the_store_of_a_running_service_is_found_by_its_folder(rollstream: Ask, tmp_path: Path) -> None:
    with embedded_store.running(tmp_path):
        minted = rollstream("keys", "mint", "--name", "Ada", "--data", str(tmp_path), store=None)
        listed = rollstream("keys", "list", "--data", str(tmp_path), store=None)
        rebuilt = rollstream("rebuild", "--data", str(tmp_path), store=None)
        elsewhere = rollstream("keys", "list", "--data", str(tmp_path))

    assert minted.exit_code == 0, minted.output
    assert "Ada" in listed.stdout
    assert "The lists and due times are rebuilt." in rebuilt.stdout
    assert "There are no keys" in elsewhere.stderr, "ROLLSTREAM_REDIS_URL goes first"
