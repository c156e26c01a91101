"""Verifiable dice: every draw is a pure function of a secret, the players' seeds, the table and a number.

The derivation is part of the stored format, because old tables are verified with it. A new version may be added, but no version ever
changes.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol


@dataclass(frozen=True, slots=True)
class Draw:
    """A random draw, as an event stores it.

    `n` is the number of the draw at its table, from 0. `kind` says how the bytes were read: `dice` (each value is a face, 1 to `of`) or
    `shuffle` (the first values of a permutation of 0 to `of`-1, all different).
    """

    n: int
    kind: Literal["dice", "shuffle"]
    of: int
    values: tuple[int, ...]


class Dice(Protocol):
    """The only source of randomness for a game. Each call is one draw and increases the draw number."""

    def roll(self, count: int, sides: int = 6) -> Draw:
        """`count` faces from 1 to `sides` (`sides` at most 256)."""

    def shuffle(self, of: int, take: int | None = None) -> Draw:
        """The first `take` numbers (default: all) of a random order of 0 to `of`-1 (`of` at most 256)."""


class DiceSeed(NamedTuple):
    """The source of a table's dice: its id and its secret, 64 hex digits (256 bits)."""

    table: str
    secret: str

    @property
    def commitment(self) -> str:
        """The SHA-256 (64 hex digits) of the secret's 32 bytes, published before the first draw."""
        return hashlib.sha256(bytes.fromhex(self.secret)).hexdigest()


def player_dice(seed: DiceSeed, seat: int, decision: int) -> "SeededDice":
    """The dice of a built-in player for one decision of one seat: the same for every request, and separate from the table's own draws.

    A separate derivation name ensures that they reveal nothing about the table's dice.
    """
    message = _compact(["rollstream-player-1", seed.table, seat, decision])
    own = hmac.digest(bytes.fromhex(seed.secret), message.encode("ascii"), "sha256")
    return SeededDice(DiceSeed(seed.table, own.hex()), (), 0)


def blinding(seed: DiceSeed, version: int) -> str:
    """128 bits (32 hex digits) for the event of this version. Nobody can guess them without the secret.

    A separate derivation name ensures that they reveal nothing about the table's dice.
    """
    message = _compact(["rollstream-blinding-1", seed.table, version])
    return hmac.digest(bytes.fromhex(seed.secret), message.encode("ascii"), "sha256")[:16].hex()


class SeededDice:
    """Draws derived by HMAC-SHA256 from a secret that is revealed when the table is finished (commit and reveal)."""

    def __init__(self, seed: DiceSeed, client_seeds: tuple[str, ...], drawn: int) -> None:
        """`client_seeds` are those in `table.started`. `drawn` is the number of draws already made."""
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
        for index in range(of if take is None else take):
            other = index + _below(of - index, numbers)
            items[index], items[other] = items[other], items[index]
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
"""JSON in ASCII without white space: the message from which each block of a draw's bytes is derived."""


def _below(bound: int, numbers: Iterator[int]) -> int:
    """A number from 0 to bound-1 (bound 1 to 256), each equally likely: bytes above the last whole multiple of `bound` are discarded."""
    limit = 256 - 256 % bound
    while True:
        number = next(numbers)
        if number < limit:
            return number % bound
