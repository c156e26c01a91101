"""Who has won, and where everybody stands."""

from rules.dicy_cards.state import State
from rules.game import Outcome, Standing


def outcome(state: State) -> Outcome | None:
    """The result once the game is over: score first, then active cards; still equal seats share their rank ("End").

    Seats that resigned come after all others, among themselves by the same two keys (D18).
    """
    if state.reason is None:
        return None
    keys = [(not player.withdrawn, player.score, len(player.active)) for player in state.players]
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    ranking = sorted((rank, seat) for seat, rank in enumerate(ranks))
    return Outcome(
        reason=state.reason,
        winners=tuple(seat for rank, seat in ranking if rank == 1),
        ranking=tuple(Standing(seat=seat, rank=rank, points=state.players[seat].score) for rank, seat in ranking),
    )


def scores(state: State) -> tuple[int, ...]:
    """The points of every seat now."""
    return tuple(player.score for player in state.players)
