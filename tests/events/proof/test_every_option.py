"""Tables with every value of every option: both verifiers say that their files are right."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from events.proof.verify import verify
from rules.game import AnyGame
from rules.rejected import Rejected
from rules.table_commands import Create
from tests.events.proof.playthrough import GAMES, HUMAN, Playthrough
from tests.events.proof.second import second_verdicts


def chosen(game: AnyGame) -> Iterator[dict[str, Any]]:
    """Each value that an option names and that is valid alone; of numbers the least and the greatest."""
    for name, option in game.catalogue.options.items():
        for value in (*option.values, *((option.numbers[0], option.numbers[-1]) if option.numbers else ())):
            try:
                game.options({name: value}, game.seats[0], False)
            except Rejected:
                continue
            yield {name: value}


def beyond(game: AnyGame) -> Iterator[dict[str, Any]]:
    """Numbers just outside those that an option accepts."""
    for name, option in game.catalogue.options.items():
        if option.numbers is not None:
            yield {name: option.numbers[0] - 1}
            yield {name: option.numbers[-1] + 1}


def lenient(game: AnyGame) -> AnyGame:
    """The game as a build has it that accepts every number."""
    return replace(game, options=lambda chosen, seats, timed: {**game.options({}, seats, timed), **chosen})


def played_out(game: AnyGame, options: dict[str, Any]) -> bytes:
    playthrough = Playthrough(3, {game.name: game})
    table = playthrough.create_table(game.name, Create(options=options, seats=(HUMAN,) * game.seats[0]))
    playthrough.play(table)
    return playthrough.file(table)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_table_with_any_value_of_an_option_is_right_for_both_verifiers(game: AnyGame) -> None:
    every = [*chosen(game)]
    files = [played_out(game, options) for options in every]

    first, second = [verify(file, GAMES) for file in files], second_verdicts(files)

    for options, verdict, other in zip(every, first, second, strict=True):
        assert verdict.ok, (options, verdict.detail)
        assert other == verdict, options


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_table_with_a_number_that_an_option_does_not_accept_is_refused_by_both_verifiers(game: AnyGame) -> None:
    every = [*beyond(game)]
    files = [played_out(lenient(game), options) for options in every]

    for options, file, other in zip(every, files, second_verdicts(files), strict=True):
        found = [(verdict.status, verdict.code, verdict.version) for verdict in (verify(file, GAMES), other)]
        assert found == [("wrong", "move-refused", 1)] * 2, options
