"""Random changes of every kind, with consistent hashes: both verifiers give the same verdict on each, and neither ever fails."""

import copy
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

from events.proof.verify import verify
from tests.events.proof.forging import Value, chained_anew, parsed
from tests.events.proof.second import second_verdicts
from tests.events.proof.tables import DICY, GAMES, ICE, made
from tests.events.proof.test_forger import TABLES as SHORT
from tests.size import ALL, at_size

STRANGE: tuple[Any, ...] = (None, True, False, 0, 1, -1, 3, 99, 2**53 - 1, "", "x", [], {})
WORDS = (
    *("straight", "odds", "any-two", "reroll", "effect", "scored", "skip", "freeze", "custom"),
    *("young", "experienced", "children", "red", "violet", "+", "-", "*", "/"),
    *("human", "ai", "bot", "resign", "greedy", "failed", "expired", "gone"),
)
CHANGES = at_size(130, 1000)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value inside."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inside:
        yield (*path, name)
        yield from places(part, (*path, name))


def another(value: Any, chance: Random) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + chance.choice([-2, -1, 1, 2, 5])
        case str():
            return chance.choice([*WORDS, value[:-1] + "0", "2026-11-27T18:00:00.000Z"])
        case [*items] if items:
            chance.shuffle(items)
            return items[chance.randrange(2) :]
        case {**members} if members:
            del members[chance.choice(list(members))]
            return members
        case _:
            return chance.choice(STRANGE)


def change(value: Value, chance: Random) -> None:
    events = value["events"]
    match chance.randrange(8):
        case 0:
            del events[chance.randrange(len(events))]
        case 1:
            events.insert(chance.randrange(len(events)), copy.deepcopy(chance.choice(events)))
        case 2:
            place = chance.randrange(len(events) - 1)
            events[place : place + 2] = events[place + 1], events[place]
        case 3:
            del events[chance.randrange(1, len(events)) :]
        case _:
            event = events[chance.randrange(min(12, len(events)) if chance.random() < 0.3 else len(events))]
            *way, name = chance.choice([path for path in places(event) if path not in {("version",), ("hash",)}])
            for step in way:
                event = event[step]
            event[name] = chance.choice(STRANGE) if chance.random() < 0.2 else another(event[name], chance)


@pytest.mark.parametrize("tables", [DICY, ICE], ids=["dicy-cards", "ice-dice"])
def test_both_verifiers_say_the_same_of_any_change(tables: Iterable[str]) -> None:
    chance, files = Random(20261128), []
    names = [name for name in tables if name in SHORT or ALL]
    for _ in range(CHANGES):
        value = parsed(made(chance.choice(names)))
        change(value, chance)
        files.append(chained_anew(value))

    verdicts = [(verify(file, GAMES), second) for file, second in zip(files, second_verdicts(files), strict=True)]

    for first, second in verdicts:
        assert (second.status, second.code, second.version) == (first.status, first.code, first.version), (first.detail, second.detail)
    met = Counter(first.code for first, _ in verdicts)
    assert met.keys() >= {"malformed", "event-unknown", "draw-wrong", "event-wrong", "move-refused", "decision-wrong", "event-missing"}
    assert met[None] < CHANGES / 10
