"""Who has won, and where everybody stands."""

from rules.game import Outcome, Standing
from rules.ice_dice.state import State


def outcome(state: State) -> Outcome | None:
    """The result once the game is over: by points; equal seats share their rank ("End and score"), resigned ones come after all others."""
    if state.reason is None:
        return None
    keys = [(not player.withdrawn, player.points) for player in state.players]
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    ranking = sorted((rank, seat) for seat, rank in enumerate(ranks))
    return Outcome(
        reason=state.reason,
        winners=tuple(seat for rank, seat in ranking if rank == 1),
        ranking=tuple(Standing(seat=seat, rank=rank, points=state.players[seat].points) for rank, seat in ranking),
    )


def scores(state: State) -> tuple[int, ...]:
    """The points of every seat now."""
    return tuple(player.points for player in state.players)
