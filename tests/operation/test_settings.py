import dataclasses
import re
from ipaddress import ip_network
from pathlib import Path

import pytest

from events.limits import Limits
from events.store.addresses import without_password
from events.store.event_store import PRIMARY_ONLY, Replication
from service.settings import Settings, SettingWrong
from tests.signing import pem


def test_an_empty_environment_is_enough() -> None:
    settings = Settings.from_environment({"HOME": "/root", "ROLLSTREAM_SECRET": " "})

    assert settings == Settings()
    assert (settings.limits.requests, settings.limits.streams, settings.trusted_proxies) == ("6000/minute", 0, 0)
    assert settings.web_processes >= 1
    assert 2 <= settings.workers <= 4


def test_every_setting_can_be_given() -> None:
    settings = Settings.from_environment(
        {
            "ROLLSTREAM_REDIS_URL": "rediss://:pass@example.org:6380/2",
            "ROLLSTREAM_QUEUE_URL": "redis://queue.example.org/1",
            "ROLLSTREAM_DURABILITY": "replicated",
            "ROLLSTREAM_REPLICAS": "2",
            "ROLLSTREAM_REPLICA_TIMEOUT": "250",
            "ROLLSTREAM_FSYNC": "always",
            "ROLLSTREAM_SECRET": "s" * 32,
            "ROLLSTREAM_RATE_LIMIT": "100/second",
            "ROLLSTREAM_MAX_STREAMS": "7",
            "ROLLSTREAM_WEB_PROCESSES": "3",
            "ROLLSTREAM_WORKERS": "5",
            "ROLLSTREAM_TRUSTED_PROXIES": "2",
            "ROLLSTREAM_PROXY_NETWORKS": "192.0.2.0/24",
            "ROLLSTREAM_CORS_ORIGINS": "https://one.example, http://localhost:3000",
            "ROLLSTREAM_OUTGOING_ALLOW": "127.0.0.0/8, 10.1.0.0/16,::1/128",
        }
    )

    assert settings == Settings(
        redis_url="rediss://:pass@example.org:6380/2",
        queue_url="redis://queue.example.org/1",
        durability="replicated",
        replicas=2,
        replica_timeout=250,
        fsync="always",
        secret=b"s" * 32,
        limits=Limits(requests="100/second", streams=7),
        web_processes=3,
        workers=5,
        trusted_proxies=2,
        proxy_networks=(ip_network("192.0.2.0/24"),),
        cors_origins=("https://one.example", "http://localhost:3000"),
        outgoing_allow=(ip_network("127.0.0.0/8"), ip_network("10.1.0.0/16"), ip_network("::1/128")),
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ROLLSTREAM_REDIS_URL", "example.org:6379"),
        ("ROLLSTREAM_REDIS_URL", "redis:6379"),
        ("ROLLSTREAM_REDIS_URL", "redis://example.org:0"),
        ("ROLLSTREAM_REDIS_URL", "redis://example.org:65536"),
        ("ROLLSTREAM_REDIS_URL", "redis://example.org/notadb"),
        ("ROLLSTREAM_REDIS_URL", "unix://store.sock"),
        ("ROLLSTREAM_REDIS_URL", "unix:///store.sock?db=x"),
        ("ROLLSTREAM_QUEUE_URL", "example.org:6379"),
        ("ROLLSTREAM_QUEUE_URL", "redis+cluster://example.org:6379"),
        ("ROLLSTREAM_DURABILITY", "replicas"),
        ("ROLLSTREAM_DURABILITY", "replicated"),  # the embedded store has no replicas
        ("ROLLSTREAM_REPLICAS", "0"),
        ("ROLLSTREAM_REPLICAS", "2"),  # has no effect without ROLLSTREAM_DURABILITY
        ("ROLLSTREAM_REPLICA_TIMEOUT", "1501"),
        ("ROLLSTREAM_FSYNC", "no"),
        ("ROLLSTREAM_FSYNC", "Always"),
        ("ROLLSTREAM_FSYNC", "1"),
        ("ROLLSTREAM_SECRET", "short"),
        ("ROLLSTREAM_SIGNING_KEY", "/no/such/key.pem"),
        ("ROLLSTREAM_CONFIG", "/no/such/file.toml"),
        ("ROLLSTREAM_RATE_LIMIT", "many"),
        ("ROLLSTREAM_RATE_LIMIT", "0/minute"),
        ("ROLLSTREAM_RATE_LIMIT", "1/second;9/minute"),
        ("ROLLSTREAM_MAX_STREAMS", "-1"),
        ("ROLLSTREAM_MAX_STREAMS", "1.5"),
        ("ROLLSTREAM_WEB_PROCESSES", "-1"),
        ("ROLLSTREAM_WORKERS", "0"),
        ("ROLLSTREAM_TRUSTED_PROXIES", "١"),
        ("ROLLSTREAM_CORS_ORIGINS", "https://one.example/path"),
        ("ROLLSTREAM_OUTGOING_ALLOW", "localhost"),
        ("ROLLSTREAM_OUTGOING_ALLOW", "10.1.2.3/16"),
    ],
)
def test_a_value_that_cannot_be_is_refused_by_its_name(name: str, value: str) -> None:
    with pytest.raises(SettingWrong, match=f"^{name} "):
        Settings.from_environment({name: value})


def test_a_move_waits_for_replicas_only_where_that_is_chosen() -> None:
    chosen = {"ROLLSTREAM_REDIS_URL": "redis://h", "ROLLSTREAM_DURABILITY": "replicated"}

    assert Settings.from_environment({}).replication == PRIMARY_ONLY
    assert Settings.from_environment(chosen).replication == Replication(1, 1000)
    assert Settings.from_environment({**chosen, "ROLLSTREAM_REPLICAS": "3"}).replication == Replication(3, 1000)


def test_a_name_that_is_not_known_is_refused_with_those_that_are() -> None:
    with pytest.raises(SettingWrong, match=r"ROLLSTREAM_RATELIMIT is not a setting; known: .*ROLLSTREAM_RATE_LIMIT"):
        Settings.from_environment({"ROLLSTREAM_RATELIMIT": "1/minute"})


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("[games.dicy-cards]\nfoo = 1", "game dicy-cards has no setting 'foo'; known: sets"),
        ("[games.dicy-cards]\nsets = 5", "sets: a name and five cards"),
        ("[games.no-such-game]\nx = 1", "no such game"),
        ("[games.dicy-cards]\nno-such-setting = 1", "no-such-setting"),
        ("[other]\nx = 1", re.escape("nothing but tables [games.<name>]")),
        ("games = 1", "nothing but tables"),
        ("not toml", "no TOML"),
        ("\udcff", "no TOML"),
    ],
)
def test_a_configuration_file_that_no_game_takes_is_refused(tmp_path: Path, content: str, complaint: str) -> None:
    file = tmp_path / "rollstream.toml"
    file.write_bytes(content.encode(errors="surrogateescape"))

    with pytest.raises(SettingWrong, match=f"^ROLLSTREAM_CONFIG names {file}.*{complaint}"):
        Settings.from_environment({"ROLLSTREAM_CONFIG": str(file)})


def test_a_signing_key_is_read_from_its_file_and_shown_nowhere(tmp_path: Path) -> None:
    file = tmp_path / "key.pem"
    file.write_bytes(pem(b"s" * 32))

    settings = Settings.from_environment({"ROLLSTREAM_SIGNING_KEY": str(file)})

    assert settings.signing_key == b"s" * 32
    assert "ssss" not in repr(settings)


def test_a_file_that_holds_no_signing_key_is_refused_without_its_content(tmp_path: Path) -> None:
    file = tmp_path / "key.pem"
    file.write_text("a secret that is no key")

    with pytest.raises(SettingWrong, match=f"^ROLLSTREAM_SIGNING_KEY names {file}, which holds no private key in PEM") as refused:
        Settings.from_environment({"ROLLSTREAM_SIGNING_KEY": str(file)})
    assert "a secret" not in str(refused.value)


def test_a_configuration_file_gives_each_game_its_table(tmp_path: Path) -> None:
    file = tmp_path / "rollstream.toml"
    file.write_text("[games.dicy-cards]\n")

    assert Settings.from_environment({"ROLLSTREAM_CONFIG": str(file)}).games == {"dicy-cards": {}}


def test_what_is_secret_is_not_shown() -> None:
    shown = repr(Settings(redis_url="redis://:pass@example.org", secret=b"marker" * 10))

    assert "pass" not in shown
    assert "marker" not in shown
    assert all(field.name in shown or not field.repr for field in dataclasses.fields(Settings))


@pytest.mark.parametrize("url", ["redis://:marker@example.org:0", "redis://:mar/ker@example.org", "redis://:marker@[example.org"])
def test_a_store_that_cannot_be_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(SettingWrong) as refused:
        Settings.from_environment({"ROLLSTREAM_REDIS_URL": url})

    assert "mar" not in str(refused.value)


@pytest.mark.parametrize("url", ["redis://h", "redis://u:p@h:1/0", "rediss://h/", "unix:///a/b.sock", "unix://u:p@/a.sock?db=2"])
def test_a_store_may_be_named_with_and_without_port_password_and_database(url: str) -> None:
    assert Settings.from_environment({"ROLLSTREAM_REDIS_URL": url}).redis_url == url


def test_an_address_is_shown_without_its_password() -> None:
    assert without_password("redis://user:marker@example.org:6380/2") == "redis://example.org:6380/2"
    assert without_password("unix:///a/store.sock") == "unix:///a/store.sock"
