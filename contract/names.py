"""The lists of names that the code has, for the enums of the parts: `enum: rules.dicy_cards.cards.CardId`."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import chain
from typing import Any, get_args, get_type_hints

from rules.game import AnyGame
from rules.registry import games
from rules.table import REJECTIONS
from rules.table_events import TABLE_EVENTS
from rules.texts.texts import of_game
from service.http.problem_codes import CODES, JOB_ERRORS
from workers.webhooks.kinds import KINDS
from workers.webhooks.registry import ALL_TYPES


def values(source: str) -> list[str]:
    """The names under a path such as `rules.table_events.Kind`: a `Literal`, a collection, or a function that returns one."""
    module, _, name = source.rpartition(".")
    found: Any = getattr(import_module(module), name)
    return [*get_args(found)] or [*(found() if callable(found) else found)]


def pascal(*parts: str) -> str:
    """The name of a schema: `ice-dice` and `dice-rolled` are `IceDiceDiceRolled`."""
    return "".join(word[:1].upper() + word[1:] for part in parts for word in part.replace("_", "-").replace(".", "-").split("-"))


def problem_codes() -> Sequence[str]:
    """Every code of a problem: the service's own, then those of the rules."""
    return [*dict.fromkeys((*CODES, *REJECTIONS, *chain.from_iterable(sorted(game.rejections) for game in _games())))]


def job_codes() -> Sequence[str]:
    """Every code with which a job fails."""
    return [*problem_codes(), *JOB_ERRORS]


def message_types() -> Sequence[str]:
    """Every type of message that a webhook can ask for, and what stands for all."""
    return [
        ALL_TYPES,
        *(kind.type for kind in KINDS),
        *(event.type for event in (*TABLE_EVENTS, *chain.from_iterable(g.events for g in _games()))),
    ]


def levels() -> Sequence[str]:
    """Every level of a built-in player."""
    return [*dict.fromkeys(chain.from_iterable(game.players for game in _games()))]


def judging_levels() -> Sequence[str]:
    """Every level that can rank moves."""
    judging = (level for game in _games() for level, player in game.players.items() if player.rank is not None)
    return [*dict.fromkeys(judging)]


def reasons() -> Sequence[str]:
    """Every reason for which a game ends."""
    return [*dict.fromkeys((*chain.from_iterable(map(_reasons, _games())), "abandoned", "inactive", "closed"))]


def reasons_told() -> str:
    """What each of these reasons means, in the words of its game or of all games."""
    texts = [of_game(game, "en") for game in _games()]
    told = {reason: next(text.text(f"reason-{reason}") for text in texts if text.has(f"reason-{reason}")) for reason in reasons()}
    return " ".join(f"`{reason}`: {words}." for reason, words in told.items())


def _reasons(game: AnyGame) -> Iterator[str]:
    """The reasons that the game's last event gives."""
    return chain.from_iterable(get_args(hint) for name, hint in get_type_hints(game.events[-1]).items() if name == "reason")


def _games() -> Sequence[AnyGame]:
    return [*known_games().values()]


@cache
def known_games() -> Mapping[str, AnyGame]:
    """The games that the contract describes, by name."""
    return games()
