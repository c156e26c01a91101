"""Forgeries of a game's own events: changed one by one, with all hashes made consistent, and handed to the verifier."""

from collections.abc import Iterable, Mapping

from events.proof.verify import verify
from events.testing.forger import Forged, forged
from rules.game import AnyGame


def forgeries(game: AnyGame, files: Mapping[str, bytes]) -> Iterable[Forged]:
    """Every change of every kind of the game's events: of their data, of their order.

    Each is made in the smallest of these valid files, by name, that contains such an event.
    """
    own = {event.type for event in game.events}
    return (one for one in forged(files) if one.change.type in own and one.change.path[:1] in {("data",), ()})


def accepted(game: AnyGame, files: Mapping[str, bytes]) -> list[Forged]:
    """The forgeries that the verifier accepts. There is none if every field of an event follows from the rules and the dice."""
    return [one for one in forgeries(game, files) if verify(one.file, {game.name: game}).ok]
