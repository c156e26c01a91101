"""The winners and the final ranking."""

from rules.game import Outcome
from rules.ice_dice.state import State
from rules.ranking import ranked


def outcome(state: State) -> Outcome | None:
    """The result once the game is over: ranked by points. Tied seats share their rank ("End and score"); resigned seats come after all
    others.
    """
    if state.reason is None:
        return None
    return ranked(state.reason, [(not player.withdrawn, player.points) for player in state.players], scores(state))


def scores(state: State) -> tuple[int, ...]:
    """The points of every seat now."""
    return tuple(player.points for player in state.players)
