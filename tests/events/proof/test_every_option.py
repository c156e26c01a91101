"""Tables with every value of every option: both verifiers say that their files are right."""

from collections.abc import Iterator
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


def played_out(game: AnyGame, options: dict[str, Any]) -> bytes:
    playthrough = Playthrough(3)
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
