"""Behaviours of bad servers."""

import socket
import struct
import threading
import zlib
from collections.abc import Iterator
from functools import cache
from itertools import repeat
from typing import Final

from tests.listening import Line
from tests.workers.outgoing.servers import Behaviour, sending, wait_for_the_end

PAUSE: Final = 0.02
"""Seconds between the bytes of a server that sends slowly."""

_OK: Final = b"HTTP/1.1 200 OK\r\n"
_MEGABYTE: Final = bytes(1 << 20)


def never_answers(line: Line) -> None:
    wait_for_the_end(line)


def drips_its_head(line: Line) -> None:
    _drip(line, _OK + b"X-Filler: ")


def drips_its_body(line: Line) -> None:
    _drip(line, _OK + b"Content-Length: 1000000\r\n\r\n")


def drips_a_body_without_length(line: Line) -> None:
    _drip(line, _OK + b"\r\n")


def drips_chunks(line: Line) -> None:
    _drip(line, _OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n")


def drips_its_handshake(line: Line) -> None:
    """An incomplete TLS record."""
    _drip(line, b"\x16\x03\x03\x40\x00\x02")


def keeps_open_what_has_no_length(line: Line) -> None:
    """Complete JSON, but the HTTP response does not end."""
    line.sendall(_OK + b'Content-Type: application/json\r\n\r\n{"move": {"type": "skip"}}')
    wait_for_the_end(line)


def sends_headers_for_ever(line: Line) -> None:
    _pour(line, _OK, repeat(b"X-Filler: aaaaaaaaaaaaaaaaaaaaaaaa\r\n" * 1000))


def sends_a_header_without_end(line: Line) -> None:
    _pour(line, _OK + b"X-Filler: ", repeat(b"a" * 10_000))


def promises_for_ever(line: Line) -> None:
    """100 Continue, again and again."""
    _pour(line, b"", repeat(b"HTTP/1.1 100 Continue\r\n\r\n" * 1000))


def sends_two_gigabytes(line: Line) -> None:
    _pour(line, _OK + b"Content-Length: 2147483648\r\n\r\n", repeat(_MEGABYTE, 2048))


def sends_two_gigabytes_without_saying(line: Line) -> None:
    _pour(line, _OK + b"\r\n", repeat(_MEGABYTE, 2048))


def sends_chunks_for_ever(line: Line) -> None:
    _pour(line, _OK + b"Transfer-Encoding: chunked\r\n\r\n", repeat(b"1\r\na\r\n" * 1000))


def sends_a_gzip_bomb(line: Line) -> None:
    line.sendall(_OK + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(_bomb()) + _bomb())


def resets(line: Line) -> None:
    """No answer but RST."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def resets_in_its_body(line: Line) -> None:
    line.sendall(_OK + b'Content-Length: 100\r\n\r\n{"move":')
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


hangs_up: Behaviour = sending(b"")
promises_more_than_it_sends: Behaviour = sending(_OK + b"Content-Length: 100\r\n\r\n{}")
says_two_lengths: Behaviour = sending(_OK + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}")
says_a_length_that_is_none: Behaviour = sending(_OK + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n{}")
packs_its_transfer: Behaviour = sending(_OK + b"Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n")
speaks_no_http: Behaviour = sending(b"SSH-2.0-canary-words\r\n")
breaks_off_its_head: Behaviour = sending(_OK + b"Content-")
changes_the_protocol: Behaviour = sending(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: canary\r\nConnection: Upgrade\r\n\r\n")
writes_bad_headers: Behaviour = sending(_OK + b"X canary: words\r\nContent-Length: 0\r\n\r\n")


def _drip(line: Line, first: bytes, then: bytes = b"a") -> None:
    """Send `then` every few milliseconds until the client disconnects."""
    line.sendall(first)
    pause = threading.Event()
    while not pause.wait(PAUSE):
        line.sendall(then)


def _pour(line: Line, first: bytes, parts: Iterator[bytes]) -> None:
    """Send everything as fast as the client accepts it."""
    line.sendall(first)
    for part in parts:
        line.sendall(part)


@cache
def _bomb() -> bytes:
    """Fifty kilobytes that decompress to fifty megabytes."""
    packer = zlib.compressobj(9, wbits=31)
    return b"".join(packer.compress(_MEGABYTE) for _ in range(50)) + packer.flush()
