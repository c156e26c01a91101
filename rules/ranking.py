"""The winners and the ranking of any game."""

from collections.abc import Sequence
from typing import Any

from rules.game import Outcome, Standing


def ranked(reason: str, keys: Sequence[Any], points: Sequence[int]) -> Outcome:
    """The outcome. `keys` has one key per seat (greater is better), `points` its points. Equal keys share a rank."""
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    ranking = sorted((rank, seat) for seat, rank in enumerate(ranks))
    return Outcome(
        reason=reason,
        winners=tuple(seat for rank, seat in ranking if rank == 1),
        ranking=tuple(Standing(seat=seat, rank=rank, points=points[seat]) for rank, seat in ranking),
    )
