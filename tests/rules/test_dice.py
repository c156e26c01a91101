"""Dice that anyone can check: a second implementation of the derivation, from its description."""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterator

import pytest

from rules.dice import DiceSeed, SeededDice
from rules.registry import games

SEED = DiceSeed("p00-table", "0123456789abcdef" * 4)
SEEDS = ("heads", "tails")


def numbers(n: int, bound: int) -> Iterator[int]:
    """Numbers below `bound` from the bytes of draw `n`; bytes that would make some of them more likely are skipped."""
    block = 0
    while True:
        message = json.dumps(["rollstream-dice-1", list(SEEDS), SEED.table, n, block], separators=(",", ":")).encode()
        for byte in hmac.new(bytes.fromhex(SEED.secret), message, hashlib.sha256).digest():
            if byte < 256 // bound * bound:
                yield byte % bound
        block += 1


def test_faces_are_derived_as_described() -> None:
    dice = SeededDice(SEED, SEEDS, 7)

    for n, sides in ((7, 6), (8, 6), (9, 2), (10, 256), (11, 100)):
        draw, expected = dice.roll(50, sides), numbers(n, sides)
        assert (draw.n, draw.kind, draw.of) == (n, "dice", sides)
        assert list(draw.values) == [next(expected) + 1 for _ in range(50)]


def test_a_shuffle_is_every_item_once_and_its_beginning_is_the_same_however_much_is_taken() -> None:
    whole = SeededDice(SEED, SEEDS, 3).shuffle(100)
    part = SeededDice(SEED, SEEDS, 3).shuffle(100, take=9)

    assert sorted(whole.values) == list(range(100))
    assert whole.values[:9] == part.values
    assert (part.n, part.kind, part.of) == (3, "shuffle", 100)


def test_everything_that_goes_in_changes_the_dice() -> None:
    def rolled(seed: DiceSeed = SEED, seeds: tuple[str, ...] = SEEDS, n: int = 0) -> tuple[int, ...]:
        return SeededDice(seed, seeds, n).roll(20).values

    others = [
        rolled(seed=DiceSeed("p00-other", SEED.secret)),
        rolled(seed=DiceSeed(SEED.table, "f" * 64)),
        rolled(seeds=("heads",)),
        rolled(seeds=("tails", "heads")),
        rolled(n=1),
    ]
    assert rolled() == rolled()
    assert len({rolled(), *others}) == 6


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert SEED.commitment == hashlib.sha256(bytes.fromhex(SEED.secret)).hexdigest()


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 100])
def test_every_face_comes_as_often_as_the_others(sides: int) -> None:
    counts = Counter(SeededDice(SEED, SEEDS, 0).roll(600 * sides, sides).values)

    chi_square = sum((counts[face] - 600) ** 2 / 600 for face in range(1, sides + 1))

    assert set(counts) == set(range(1, sides + 1))
    assert chi_square < sides - 1 + 4 * (2 * (sides - 1)) ** 0.5


def test_a_setting_for_a_game_that_does_not_exist_names_those_that_do() -> None:
    with pytest.raises(ValueError, match=r"chess; known: .*dicy-cards"):
        games({"chess": {}})


def test_a_setting_that_a_game_knows_reaches_it() -> None:
    beginner = ["odds", "straight", "sixes", "alike-x5", "any-two"]

    game = games({"dicy-cards": {"sets": {"beginner": beginner}}})["dicy-cards"]

    chosen = game.setup(game.options({"mode": "beginner"}, 2, False), 2, SeededDice(SEED, (), 0))[0]
    assert list(chosen.cards) == beginner
