"""What a card is expected to bring in the rolls that are left: for everything that can still be done on it, points and chance."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import erf, exp, factorial, sqrt

from rules.dice_cards.cards import Card
from rules.dice_cards.mechanisms.mechanism import Marks, Needs
from rules.dice_cards.numbers import Source, chance

ATTENTION = 0.25
"""The part of the rolls that one card gets: a little more than its sixth, since what is nearly done comes first."""

LEAST_TAKEN = 0.5
"""How often a frequent number goes to a need that it fits: other cards want it, too. A rare one is nearly always taken."""

TAKEN_IN_ORDER = 0.8
"""The same where nothing else can be done on the card."""

LATE_TICKET = 0.5
EARLY_TICKET = 1.1
"""What a ticket is worth at the end, as points, and at the beginning, for the rolls that it saves."""

_REMEMBERED = 2**12


def ticket_value(left: int) -> float:
    """The points that a ticket is worth with so many rolls left."""
    return LATE_TICKET + (EARLY_TICKET - LATE_TICKET) * min(1.0, left / 12)


@lru_cache(_REMEMBERED)
def prospect(card: Card, marks: Marks, left: int) -> float:
    """The points expected of the card, with those it has, if so many rolls are left; tickets that it may still give are counted."""
    done = card.mechanism.done(marks)
    missing = [unit for unit in range(card.mechanism.units) if unit not in done]
    needs = {unit: found for unit in missing if (found := card.mechanism.needs(marks, unit)) is not None and len(found) <= left}
    whole = _whole(card, needs.values(), left) if card.whole and len(needs) == len(missing) else 0.0
    if card.all_or_nothing:
        return whole
    odds = {unit: in_time(card, found, left) for unit, found in needs.items()}
    if card.steps:
        return _by_count(card, needs, odds, len(done), left)
    value, count, together = float(sum(card.each[unit] for unit in done)), 0, _Together()
    for unit in sorted(needs, key=lambda unit: (-card.each[unit] * odds[unit] / len(needs[unit]), unit)):
        count += len(together.add(card, needs[unit]))
        value += card.each[unit] * odds[unit] * attention(count, left)
    return value + whole + (_by_count(card, needs, odds, len(done), left) if card.tickets else 0.0)


def urgency(card: Card, marks: Marks) -> Mapping[int, float]:
    """Place -> how much it matters: more, the more units need it, and the less these need besides."""
    matters: dict[int, float] = {}
    done = card.mechanism.done(marks)
    for unit in range(card.mechanism.units):
        needs = () if unit in done else card.mechanism.needs(marks, unit) or ()
        for need in needs:
            matters[need.place] = matters.get(need.place, 0.0) + 1 / len(needs) ** 2
    return matters


def _whole(card: Card, needs: Iterable[Needs], left: int) -> float:
    """The points for a complete card."""
    together = _Together()
    every = tuple(need for unit in needs for need in together.add(card, unit))
    return card.whole * in_time(card, every, left) * attention(len(every), left)


def _by_count(card: Card, needs: Mapping[int, Needs], odds: Mapping[int, float], done: int, left: int) -> float:
    """Steps and tickets: the easiest units come first."""
    chances, enough = [1.0] * done, max([*(count for count, _ in card.steps), *card.tickets])
    together, tracked = _Together(), card.mechanism.track(0) is not None
    every: Needs = ()
    chance_of_all = 1.0
    for unit in sorted(needs, key=lambda unit: (round(-odds[unit], 2), len(needs[unit]), unit)):
        if len(chances) >= enough:
            break
        more = together.add(card, needs[unit])
        every = (*every, *more)
        chance_of_all = in_time(card, every, left) if tracked else chance_of_all * in_time(card, more, left)
        chances.append(min(chance_of_all * attention(len(every), left), *chances[-1:], 1.0))
    value, before = 0.0, 0
    for count, points in card.steps:
        value += (points - before) * (chances[count - 1] if count <= len(chances) else 0.0)
        before = points
    for count in card.tickets:
        value += ticket_value(left) * (chances[count - 1] if done < count <= len(chances) else 0.0)
    return value


class _Together:
    """The needs of some units: what they have in common is needed once."""

    def __init__(self) -> None:
        self._most: dict[int, int] = {}

    def add(self, card: Card, needs: Needs) -> Needs:
        """The needs of one more unit that are new. Where each place is a cell it is marked once; elsewhere the marks of a place count."""
        by_cell = card.mechanism.places == card.mechanism.cells
        new, counts = [], dict[int, int]()
        for need in needs:
            counts[need.place] = 1 if by_cell else counts.get(need.place, 0) + 1
            if counts[need.place] > self._most.get(need.place, 0):
                self._most[need.place] = counts[need.place]
                new.append(need)
        return tuple(new)


def in_time(card: Card, needs: Needs, left: int) -> float:
    """How likely numbers for all these needs come in so many rolls, for needs in order one after another."""
    kinds: dict[tuple[Source, frozenset[int]], int] = {}
    tracks: dict[int, list[float]] = {}
    for need in needs:
        kind, track = (card.sources[need.place], need.numbers), card.mechanism.track(need.place)
        if track is None:
            kinds[kind] = kinds.get(kind, 0) + 1
        else:
            tracks.setdefault(track, []).append(chance(*kind))
    found = 1.0
    for kind, count in kinds.items():
        found *= _so_often(chance(*kind), count, left)
    for waits in tracks.values():
        found *= _in_order(tuple(waits), left)
    return found


@lru_cache(_REMEMBERED)
def _so_often(odds: float, count: int, left: int) -> float:
    """The chance that a number of these odds comes, and is taken, so often."""
    mean = odds * max(LEAST_TAKEN, 1.0 - 1.1 * odds) * left
    return 1.0 - sum(exp(-mean) * mean**times / factorial(times) for times in range(count))


@lru_cache(_REMEMBERED)
def attention(count: int, left: int) -> float:
    """How likely a card gets so many marks in the rolls that are left."""
    if not 0 < count <= left:
        return 0.0 if count else 1.0
    return _normal((ATTENTION * left - count) / sqrt(0.6 * count + 0.5))


@lru_cache(_REMEMBERED)
def _in_order(waits: tuple[float, ...], left: int) -> float:
    """The chance that needs of these odds come in time, one after another."""
    if not all(waits):
        return 0.0
    if len(waits) == 1:
        return _so_often(waits[0], 1, left)
    mean = sum(1 / (odds * TAKEN_IN_ORDER) for odds in waits)
    spread = sum((1 - odds * TAKEN_IN_ORDER) / (odds * TAKEN_IN_ORDER) ** 2 for odds in waits)
    return _normal((left - mean) / sqrt(spread + 0.5))


def _normal(deviation: float) -> float:
    return 0.5 * (1.0 + erf(deviation / sqrt(2.0)))
