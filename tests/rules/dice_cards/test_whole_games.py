"""Whole games of built-in players, with every deal and with seats that resign: invariants that no move may break."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice_cards.cards import after, points, tickets
from rules.dice_cards.events import AnswersRevealed, CardKept, CardsExchanged, DiceRolled, Event, GameEnded, RollAnswered
from rules.dice_cards.mechanisms.mechanism import Marks, Writing
from rules.dice_cards.numbers import Faces, prices
from rules.dice_cards.setup import DEALS
from rules.dice_cards.state import State
from rules.testing import whole_games
from tests.rules.dice_cards.story import DECK, GAME
from tests.size import at_size

Step: TypeAlias = whole_games.Step[State, Event]


def whole_game(
    seed: int, seats: int, deal: str = "nine-keep-six", *, leaving: bool = False, levels: Sequence[str] = ("random",)
) -> list[Step]:
    """A game of built-in players, as `whole_games.whole_game` plays it."""
    return whole_games.whole_game(GAME, seed, seats, {"deal": deal}, leaving=leaving, levels=levels)


def told(steps: list[Step]) -> list[AnswersRevealed]:
    return [event for step in steps for event in step.events if isinstance(event, AnswersRevealed)]


def a_seat_has_one_event_for_each_of_its_moves_whatever_it_does(steps: list[Step]) -> None:
    own = (RollAnswered, CardKept, CardsExchanged)
    for _, seat, events in steps[:-1]:
        assert [event.seat for event in events if isinstance(event, own)] in ([seat], [])


def every_seat_that_stays_answers_every_roll_once_and_all_are_told_together(steps: list[Step]) -> None:
    answered = Counter((step.before.roll, event.seat) for step in steps for event in step.events if isinstance(event, RollAnswered))
    assert set(answered.values()) <= {1}
    for answers in told(steps):
        seats = {seat for seat, answer in enumerate(answers.answers) if answer is not None}
        assert seats == {seat for roll, seat in answered if roll == answers.roll}


def what_is_told_is_worth_what_a_second_account_says(steps: list[Step]) -> None:
    """Each seat's marks are made again from the answers alone."""
    end = steps[-1].before
    for seat, player in enumerate(end.players):
        sheets: dict[int, Marks] = {card: DECK[card].empty for card in player.kept if player.sheets}
        left = 0
        for answers in told(steps):
            answer = answers.answers[seat]
            if answer is not None and answer.card is not None:
                card, before = DECK[answer.card], sheets[answer.card]
                sheets[answer.card] = after(card, before, Writing(answer.place, answer.number))
                assert answer.earned == tickets(card, sheets[answer.card]) - tickets(card, before)
                assert answer.spent <= left
                left += answer.earned - answer.spent
            assert answers.tickets[seat] == left
            assert answers.points[seat] == sum(points(DECK[number], marks) for number, marks in sheets.items())
        assert player.sheets == tuple(sheets.values())
        assert player.points == sum(points(DECK[number], marks) for number, marks in sheets.items()) + left // 2


def a_mark_costs_the_cheapest_way_from_the_dice_that_lie(steps: list[Step]) -> None:
    for state, _, events in steps:
        for event in events:
            if isinstance(event, RollAnswered) and event.answer.card is not None and state.dice is not None:
                source = DECK[event.answer.card].sources[event.answer.place]
                assert prices(Faces(*state.dice), source)[event.answer.number] == event.answer.spent


def points_of_the_cards_never_fall(steps: list[Step]) -> None:
    every = told(steps)
    for earlier, later in pairwise(every):
        assert all(before <= now for before, now in zip(earlier.points, later.points, strict=True))


def there_are_fifty_rolls_or_everybody_but_one_has_left(steps: list[Step]) -> None:
    events = [event for step in steps for event in step.events]
    rolls = [event.roll for event in events if isinstance(event, DiceRolled)]
    end = steps[-1].before
    assert rolls == list(range(1, len(rolls) + 1))
    assert isinstance(events[-1], GameEnded)
    staying = [player for player in end.players if not player.withdrawn]
    if end.reason == "all-rolls":
        assert (len(rolls), bool(staying)) == (50, True)
    else:
        assert len(staying) == (0 if end.reason == "given-up" else 1)


INVARIANTS: list[Callable[[list[Step]], None]] = [
    a_seat_has_one_event_for_each_of_its_moves_whatever_it_does,
    every_seat_that_stays_answers_every_roll_once_and_all_are_told_together,
    what_is_told_is_worth_what_a_second_account_says,
    a_mark_costs_the_cheapest_way_from_the_dice_that_lie,
    points_of_the_cards_never_fall,
    there_are_fifty_rolls_or_everybody_but_one_has_left,
]


@given(st.builds(whole_game, st.integers(0, 10**6), st.integers(1, 8), st.sampled_from(DEALS), leaving=st.booleans()))
@settings(max_examples=at_size(6, 100), deadline=None)
def test_no_move_breaks_what_holds_in_every_game(steps: list[Step]) -> None:
    whole_games.check_invariants(GAME, steps, INVARIANTS)


def test_the_command_of_every_move_is_found_again() -> None:
    whole_games.check_commands(GAME, whole_game(3, 2, levels=("expert", "greedy")))


def test_an_unattended_game_takes_as_many_moves_as_there_are_decisions() -> None:
    """For each of eight seats: an exchange, six cards, fifty answers."""
    steps = whole_game(1, 8)

    assert len(steps[:-1]) == 8 * (1 + 6 + 50)
