"""The winners, the final ranking, and the rank of a player who played alone."""

from typing import Literal, TypeAlias

from rules.dice_cards.state import State
from rules.game import Outcome
from rules.ranking import ranked

Rank: TypeAlias = Literal["lord", "scholar", "master", "expert", "novice", "practice-run"]

_RANKS: tuple[tuple[int, Rank], ...] = ((90, "lord"), (87, "scholar"), (84, "master"), (81, "expert"), (70, "novice"))
"""The fewest points of each rank."""


def outcome(state: State) -> Outcome | None:
    """The result once the game is over: ranked by points, then by tickets. Seats that are still tied share their rank. Seats that resigned
    come after all others, ranked among themselves in the same way.
    """
    if state.reason is None:
        return None
    keys = [(not player.withdrawn, player.points, player.tickets) for player in state.players]
    return ranked(state.reason, keys, scores(state))


def scores(state: State) -> tuple[int, ...]:
    """The points of every seat now, as everybody knows them."""
    return tuple(player.points for player in state.players)


def solo_rank(state: State) -> Rank | None:
    """The rank of a player who was alone and played all rolls."""
    if len(state.players) != 1 or state.reason != "all-rolls":
        return None
    return rank_of(state.players[0].points)


def rank_of(points: int) -> Rank:
    """The rank that these points make."""
    return next((rank for least, rank in _RANKS if points >= least), "practice-run")
