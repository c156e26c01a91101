"""Advice: what a built-in player thinks of the commands of a seat, and why. It plays none of them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from rules.game import AnyGame, Seat
from rules.judging import Ranked, Reason
from rules.plain_numbers import short

MOST_MOVES: Final = 20
"""Moves that advice lists at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """The advice for one decision. `ranked` are all legal commands, best first. `values` is the checksum of the table of values by which
    they are ranked, None if there is none. `provisional`: the player needs a table that is not there yet, and ranks without it meanwhile.
    """

    ranked: Sequence[Ranked[Any]]
    values: str | None
    provisional: bool = False
    reason: Callable[[Ranked[Any]], Reason]
    """Why one of the ranked commands has its rank."""

    def sensible(self) -> Sequence[Ranked[Any]]:
        """The commands worth a thought, best first: the best one of each kind, then the next best ones whose value is new in their kind."""
        first = {_kind(one.command): one for one in reversed(self.ranked)}
        best = sorted(first.values(), key=self.ranked.index)[:MOST_MOVES]
        listed, seen = set(best), {(kind, one.points, one.chance) for kind, one in first.items()}
        for one in self.ranked:
            told = (_kind(one.command), one.points, one.chance)
            if len(listed) < MOST_MOVES and told not in seen:
                listed.add(one)
                seen.add(told)
        return [one for one in self.ranked if one in listed]


def advice(game: AnyGame, level: str, play: Any, seat: Seat) -> Advice:
    """The advice of this level to a seat that owes a decision. Raises LookupError for a level that ranks no moves."""
    player, values = game.players[level].informed(play)
    if player.rank is None:
        raise LookupError(f"a built-in player of level {level} ranks no moves")
    ranked = (player.rank_thoroughly or player.rank)(play, seat)
    explain = player.explain or (lambda _play, _seat, one, ranked: by_numbers(one, ranked))
    waits = values is None and game.players[level].by_table is not None
    return Advice(ranked=ranked, values=values, provisional=waits, reason=lambda one: explain(play, seat, one, ranked))


def by_numbers(one: Ranked[Any], ranked: Sequence[Ranked[Any]]) -> Reason:
    """The reason that any game has: how many points better or worse the command is than the best of the others, or both chances."""
    other = next((other for other in ranked if other.command != one.command), None)
    if other is None:
        return Reason("advice-only")
    now, than = rounded(one), rounded(other)
    place = "equal" if now == than else "best" if one.value > other.value else "worse"
    numbers = {"points": rounded_points(abs(now - than))} if one.chance is None else {"now": now, "other": than}
    return Reason("advice-compared", {"place": place, "unit": unit(one), **numbers})


def unit(one: Ranked[Any]) -> str:
    """What the player plays for: `chance` or `points`."""
    return "points" if one.chance is None else "chance"


def rounded(one: Ranked[Any]) -> float:
    """Its value as sentences say it: a chance in whole percent, points to one decimal place."""
    return rounded_points(one.points) if one.chance is None else round(one.chance)


def rounded_points(points: float) -> float:
    """Points as sentences say them: to one decimal place, whole ones without."""
    return short(points, 1)


def _kind(command: Any) -> tuple[Any, ...]:
    """What the command does, and with which cards; not with which dice, or where on a card."""
    return (type(command), *_cards(command))


def _cards(command: Any) -> Iterator[Any]:
    """Cards are fields that name them: by their texts, or by numbers that are said to be those of cards."""
    for field in fields(command):
        value = getattr(command, field.name)
        if isinstance(value, str) or field.metadata.get("names") == "card":
            yield value
