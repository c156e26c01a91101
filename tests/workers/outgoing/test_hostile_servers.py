import traceback
import tracemalloc
from ipaddress import ip_network

import pytest

from tests.workers.outgoing import hostile
from tests.workers.outgoing.servers import Behaviour, RawServer, answering
from workers.outgoing.client import NotAnswered, Outgoing

HERE = ip_network("127.0.0.0/8")
SOON = 0.5
LONG = 60.0
FLAT = 32 << 20
"""Bytes that other threads of this process may allocate meanwhile; far less than the server sends."""


@pytest.fixture
def outgoing() -> Outgoing:
    return Outgoing([HERE])


@pytest.mark.parametrize(
    "behaviour",
    [
        hostile.never_answers,
        hostile.drips_its_head,
        hostile.drips_its_body,
        hostile.drips_a_body_without_length,
        hostile.drips_chunks,
        hostile.keeps_open_what_has_no_length,
    ],
)
def test_who_is_slow_is_left_when_the_time_of_the_whole_call_is_over(outgoing: Outgoing, behaviour: Behaviour) -> None:
    with RawServer(behaviour) as server, pytest.raises(NotAnswered) as failed:
        outgoing.post(server.url, b"{}", {}, SOON)

    assert failed.value.reason == "timed-out"
    assert failed.value.ms >= SOON * 1000


@pytest.mark.parametrize(
    "behaviour",
    [
        hostile.sends_headers_for_ever,
        hostile.sends_a_header_without_end,
        hostile.promises_for_ever,
        hostile.sends_two_gigabytes,
        hostile.sends_two_gigabytes_without_saying,
        hostile.sends_chunks_for_ever,
        hostile.sends_a_gzip_bomb,
    ],
)
def test_who_sends_too_much_is_cut_off_and_fills_no_memory(outgoing: Outgoing, behaviour: Behaviour) -> None:
    with RawServer(behaviour) as server:
        tracemalloc.start()
        before, _ = tracemalloc.get_traced_memory()

        with pytest.raises(NotAnswered) as failed:
            outgoing.post(server.url, b"{}", {}, LONG)

        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()

    assert failed.value.reason == "unreadable"
    assert peak - before < FLAT


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        (hostile.resets, "unreachable"),
        (hostile.resets_in_its_body, "unreachable"),
        (hostile.hangs_up, "unreachable"),
        (hostile.promises_more_than_it_sends, "unreadable"),
        (hostile.says_two_lengths, "unreadable"),
        (hostile.says_a_length_that_is_none, "unreadable"),
        (hostile.packs_its_transfer, "unreadable"),
        (hostile.speaks_no_http, "unreadable"),
        (hostile.breaks_off_its_head, "unreadable"),
        (hostile.changes_the_protocol, "unreadable"),
        (hostile.writes_bad_headers, "unreadable"),
    ],
)
def test_who_breaks_http_has_not_answered_and_is_not_quoted(outgoing: Outgoing, behaviour: Behaviour, reason: str) -> None:
    with RawServer(behaviour) as server, pytest.raises(NotAnswered) as failed:
        outgoing.post(server.url, b"{}", {}, LONG)

    assert failed.value.reason == reason
    assert "canary" not in "".join(traceback.format_exception(failed.value))


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_an_answer_and_not_followed(outgoing: Outgoing, status: int) -> None:
    with RawServer(answering("200 OK")) as canary, RawServer(answering(f"{status} Go", f"Location: {canary.url}\r\n")) as server:
        answer = outgoing.post(server.url, b"{}", {}, LONG)

    assert answer.status == status
    assert canary.connections == 0


def test_neither_a_header_nor_a_page_that_refreshes_is_followed(outgoing: Outgoing) -> None:
    with RawServer(answering("200 OK")) as canary:
        page = f'<meta http-equiv="refresh" content="0; url={canary.url}">'.encode()
        with RawServer(answering("200 OK", f"Refresh: 0; url={canary.url}\r\n", page)) as server:
            answer = outgoing.post(server.url, b"{}", {}, LONG)

    assert answer.body == page
    assert canary.connections == 0
