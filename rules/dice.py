"""Chance that anybody can check: every draw is a pure function of a secret, the players' seeds, the table and a number.

The derivation is part of the stored format: an old table's dice are checked with it for ever. It may gain a new version,
never change.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol


@dataclass(frozen=True, slots=True)
class Draw:
    """One outcome of chance, as an event stores it.

    `n` is the number of the draw at its table, from 0; `kind` says how the bytes were read: `dice` (each value is a face,
    1..`of`) or `shuffle` (the first values of a permutation of 0..`of`-1, all different).
    """

    n: int
    kind: Literal["dice", "shuffle"]
    of: int
    values: tuple[int, ...]


class Dice(Protocol):
    """The only source of chance that a game may use; each call is one draw and counts up."""

    def roll(self, count: int, sides: int = 6) -> Draw:
        """`count` faces of 1..`sides` (`sides` at most 256)."""

    def shuffle(self, of: int, take: int | None = None) -> Draw:
        """The first `take` (default: all) of a random order of 0..`of`-1 (`of` at most 256)."""


class DiceSeed(NamedTuple):
    """What makes one table's dice its own: its id and its secret, 64 hex digits (256 bits)."""

    table: str
    secret: str

    @property
    def commitment(self) -> str:
        """The SHA-256 (64 hex digits) of the secret's 32 bytes, published before the first draw."""
        return hashlib.sha256(bytes.fromhex(self.secret)).hexdigest()


def player_dice(seed: DiceSeed, seat: int, decision: int) -> "SeededDice":
    """The chance of a built-in player who answers this decision of this seat: the same whoever asks, and no part of the table's own draws.

    Derived under a name of its own, so that nothing about the table's dice follows from it.
    """
    message = _compact(["rollstream-player-1", seed.table, seat, decision])
    own = hmac.digest(bytes.fromhex(seed.secret), message.encode("ascii"), "sha256")
    return SeededDice(DiceSeed(seed.table, own.hex()), (), 0)


def blinding(seed: DiceSeed, version: int) -> str:
    """128 bits (32 hex digits) for the event of this version, which nobody can guess who does not know the secret.

    Derived under a name of its own, so that nothing about the table's dice follows from it.
    """
    message = _compact(["rollstream-blinding-1", seed.table, version])
    return hmac.digest(bytes.fromhex(seed.secret), message.encode("ascii"), "sha256")[:16].hex()


class SeededDice:
    """Draws derived by HMAC-SHA256 from a secret that is published when the table is over (commit and reveal)."""

    def __init__(self, seed: DiceSeed, client_seeds: tuple[str, ...], drawn: int) -> None:
        """`client_seeds` as listed in `table.started`; `drawn` draws are already made."""
        self._key = bytes.fromhex(seed.secret)
        self._table = seed.table
        self._client_seeds = client_seeds
        self._next = drawn

    def roll(self, count: int, sides: int = 6) -> Draw:
        n, numbers = self._open()
        return Draw(n, "dice", sides, tuple(_below(sides, numbers) + 1 for _ in range(count)))

    def shuffle(self, of: int, take: int | None = None) -> Draw:
        n, numbers = self._open()
        items = list(range(of))
        for place in range(of if take is None else take):
            other = place + _below(of - place, numbers)
            items[place], items[other] = items[other], items[place]
        return Draw(n, "shuffle", of, tuple(items[:take]))

    def _open(self) -> tuple[int, Iterator[int]]:
        n = self._next
        self._next += 1
        return n, self._bytes(n)

    def _bytes(self, n: int) -> Iterator[int]:
        block = 0
        while True:
            message = _compact(["rollstream-dice-1", self._client_seeds, self._table, n, block])
            yield from hmac.digest(self._key, message.encode("ascii"), "sha256")
            block += 1


_compact = json.JSONEncoder(separators=(",", ":")).encode
"""JSON in ASCII without white space: the message that each block of a draw's bytes is derived from."""


def _below(bound: int, numbers: Iterator[int]) -> int:
    """A number in 0..bound-1 (bound 1..256), each equally likely: bytes above the last whole multiple of `bound` are thrown away."""
    limit = 256 - 256 % bound
    while True:
        number = next(numbers)
        if number < limit:
            return number % bound
