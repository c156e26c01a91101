"""The winners and the final ranking."""

from rules.dicy_cards.state import State
from rules.game import Outcome
from rules.ranking import ranked


def outcome(state: State) -> Outcome | None:
    """The result once the game is over: ranked by score, then by active cards. Seats that are still tied share their rank ("End").

    Seats that resigned come after all others, ranked among themselves by the same two keys (D18).
    """
    if state.reason is None:
        return None
    keys = [(not player.withdrawn, player.score, len(player.active)) for player in state.players]
    return ranked(state.reason, keys, scores(state))


def scores(state: State) -> tuple[int, ...]:
    """The points of every seat now."""
    return tuple(player.score for player in state.players)
