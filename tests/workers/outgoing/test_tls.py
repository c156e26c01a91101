import socket
import ssl
from collections.abc import Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import trustme

from tests.workers.outgoing import hostile
from tests.workers.outgoing.servers import Behaviour, RawServer, answering, read_something, sending
from workers.outgoing.client import NotAnswered, Outgoing

HERE = ip_network("127.0.0.0/8")
SOON = 0.5
LONG = 60.0


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(autouse=True)
def _trusted(authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "authority.pem"
    authority.cert_pem.write_to_path(str(file))
    monkeypatch.setenv("SSL_CERT_FILE", str(file))


def certified(issuer: trustme.CA, *names: str) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    issuer.issue_cert(*names).configure_cert(context)
    return context


def at_home(host: str, port: int, family: int, kind: int) -> Sequence[tuple[Any, ...]]:
    return [(socket.AF_INET, kind, 6, "", ("127.0.0.1", port))]


def test_the_checked_address_is_called_by_its_name(authority: trustme.CA) -> None:
    with RawServer(answering("200 OK"), tls=certified(authority, "bots.example")) as server:
        answer = Outgoing([HERE], at_home).post(f"https://bots.example:{server.port}/", b"{}", {}, LONG)

    assert (answer.status, answer.body) == (200, b'{"ok": true}')
    assert server.names == ["bots.example"]
    assert f"\r\nHost: bots.example:{server.port}\r\n".encode() in server.requests[0]


def test_an_address_may_have_a_certificate_of_its_own(authority: trustme.CA) -> None:
    with RawServer(answering("200 OK"), tls=certified(authority, "127.0.0.1")) as server:
        assert Outgoing([HERE]).post(server.url, b"{}", {}, LONG).status == 200


def test_a_large_request_and_an_answer_without_length_pass(authority: trustme.CA) -> None:
    with RawServer(sending(b"HTTP/1.1 200 OK\r\n\r\n" + b"a" * 60_000), tls=certified(authority, "bots.example")) as server:
        answer = Outgoing([HERE], at_home).post(f"https://bots.example:{server.port}/", b"b" * (1 << 20), {}, LONG)

    assert answer.body == b"a" * 60_000
    assert server.requests[0].endswith(b"\r\n\r\n" + b"b" * (1 << 20))


def test_a_certificate_of_another_name_is_not_accepted(authority: trustme.CA) -> None:
    with RawServer(answering("200 OK"), tls=certified(authority, "other.example")) as server, pytest.raises(NotAnswered) as failed:
        Outgoing([HERE], at_home).post(f"https://bots.example:{server.port}/", b"{}", {}, LONG)

    assert failed.value.reason == "unreachable"
    assert failed.value.detail.startswith("The certificate does not hold: Hostname mismatch")
    assert server.requests == []


def test_a_certificate_that_nobody_vouches_for_is_not_accepted() -> None:
    with RawServer(answering("200 OK"), tls=certified(trustme.CA(), "bots.example")) as server, pytest.raises(NotAnswered) as failed:
        Outgoing([HERE], at_home).post(f"https://bots.example:{server.port}/", b"{}", {}, LONG)

    assert failed.value.detail.startswith("The certificate does not hold: ")
    assert server.requests == []


def test_who_speaks_no_tls_is_unreachable() -> None:
    plain = sending(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    with RawServer(plain, hear=read_something) as server, pytest.raises(NotAnswered) as failed:
        Outgoing([HERE]).post(f"https://127.0.0.1:{server.port}/", b"{}", {}, LONG)

    assert (failed.value.reason, failed.value.detail) == ("unreachable", "TLS could not be agreed upon.")


def test_a_handshake_that_drips_is_left_in_time() -> None:
    with RawServer(hostile.drips_its_handshake, hear=read_something) as server, pytest.raises(NotAnswered) as failed:
        Outgoing([HERE]).post(f"https://127.0.0.1:{server.port}/", b"{}", {}, SOON)

    assert failed.value.reason == "timed-out"


@pytest.mark.parametrize("behaviour", [hostile.never_answers, hostile.drips_its_head, hostile.drips_its_body])
def test_the_time_of_the_whole_call_holds_inside_of_tls(authority: trustme.CA, behaviour: Behaviour) -> None:
    with RawServer(behaviour, tls=certified(authority, "127.0.0.1")) as server, pytest.raises(NotAnswered) as failed:
        Outgoing([HERE]).post(server.url, b"{}", {}, SOON)

    assert failed.value.reason == "timed-out"


@pytest.mark.parametrize("behaviour", [hostile.sends_two_gigabytes, hostile.promises_for_ever])
def test_no_more_is_taken_by_tls(authority: trustme.CA, behaviour: Behaviour) -> None:
    with RawServer(behaviour, tls=certified(authority, "127.0.0.1")) as server, pytest.raises(NotAnswered) as failed:
        Outgoing([HERE]).post(server.url, b"{}", {}, LONG)

    assert failed.value.reason == "unreadable"
