"""Says in one sentence what a built-in player thinks of a command."""

from dataclasses import fields
from typing import Any

from rules.game import AnyGame
from rules.judging import Reason
from rules.texts.texts import Texts


def phrase(game: AnyGame, texts: Texts, state: Any, command: Any) -> str:
    """The command in a few words: `Freeze Odds and reroll the 1 and the 2`. A game without phrases has the name of the move."""
    message = f"command-{command.type}"
    if not texts.has(message):
        return texts.text(f"move-{command.type}")
    own = {field.name: getattr(command, field.name) for field in fields(command)}
    return texts.text(message, **{**own, **game.phrase(state, command)})


def advised(game: AnyGame, texts: Texts, state: Any, command: Any, reason: Reason) -> str:
    """The command, and why it has its rank, in one sentence."""
    return texts.text(reason.message, move=phrase(game, texts, state, command), **reason.arguments)
