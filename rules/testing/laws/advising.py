"""Laws about advice: what is listed, and the sentence that gives the reason."""

from collections.abc import Iterator
from typing import Any, Final

from rules.advice import MOST_MOVES, Advice, advice, rounded, rounded_points
from rules.game import AnyGame
from rules.judging import Ranked
from rules.testing.walks import sampled
from rules.texts.advising import advised
from rules.texts.files import LANGUAGES
from rules.texts.texts import of_game

_LONGEST: Final = 240
"""The most characters of a sentence."""


def advice_lists_the_best_move_of_each_kind_the_best_first(game: AnyGame, seats: int) -> None:
    for _, given in _advices(game, seats):
        listed, values = given.sensible(), [one.value for one in given.sensible()]

        assert 0 < len(listed) <= MOST_MOVES
        assert len({one.command for one in listed}) == len(listed)
        assert listed[0] == given.ranked[0]
        assert values == sorted(values, reverse=True)
        kinds = {type(one.command) for one in listed}
        assert len(listed) == MOST_MOVES or kinds == {type(one.command) for one in given.ranked}


def every_reason_is_one_sentence_in_every_language_with_the_value_of_the_move(game: AnyGame, seats: int) -> None:
    for language in LANGUAGES:
        texts = of_game(game, language)
        for state, given in _advices(game, seats):
            for one in (*given.sensible(), given.ranked[-1]):
                sentence = advised(game, texts, state, one.command, given.reason(one))
                assert sentence.endswith(".")
                assert sentence.count(". ") == 0
                assert len(sentence) <= _LONGEST
                assert any(said(number, language) in sentence for number in numbers(one, given)) or is_alone_or_equal(one, given)


def numbers(one: Ranked[Any], given: Advice) -> Iterator[float]:
    """The value of a command, and in points also by how much it differs from another."""
    yield rounded(one)
    if one.chance is None:
        yield from {abs(rounded_points(rounded(one) - rounded(other))) for other in given.ranked} - {0}


def said(number: float, language: str) -> str:
    """A number as a sentence of this language says it."""
    return str(number) if language == "en" else str(number).replace(".", ",")


def is_alone_or_equal(one: Ranked[Any], given: Advice) -> bool:
    """Whether nothing else can be done, or something else is worth as much."""
    return all(other is one for other in given.ranked) or any(other is not one and rounded(other) == rounded(one) for other in given.ranked)


def _advices(game: AnyGame, seats: int) -> Iterator[tuple[Any, Advice]]:
    for level, player in game.players.items():
        if player.rank is not None:
            yield from ((step.state, advice(game, level, step.state, step.seat)) for step in sampled(game, seats))
