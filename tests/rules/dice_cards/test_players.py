"""The built-in players: which moves they prefer, and that a better one wins."""

import pytest

from rules.chance import any_of
from rules.dice import Dice, DiceSeed, player_dice
from rules.dice_cards.cards import Card, most_points
from rules.dice_cards.commands import Command, Keep, Mark
from rules.dice_cards.mechanisms.mechanism import Marks
from rules.dice_cards.players.hands import hand_worth, likeness, worth
from rules.dice_cards.players.prospects import prospect, ticket_value
from rules.dice_cards.state import State
from rules.testing.fixed_dice import NO_DICE
from rules.testing.whole_games import check_ranking, wins
from tests.rules.dice_cards.story import DECK, GAME, NINE, SIX, STRIKE, choosing, exchange, mark, plain, rolling
from tests.rules.dice_cards.test_whole_games import whole_game
from tests.rules.hash_seeds import told_alike
from tests.size import at_size


def ranked(level: str, state: State, seat: int = 0) -> dict[Command, float]:
    rank = GAME.players[level].rank
    assert rank is not None
    return {one.command: one.points for one in rank(state, seat)}


def with_sheet(state: State, card: int, marks: Marks) -> State:
    """The state with these marks on a card of seat 0."""
    player = state.players[0]
    at = player.kept.index(card)
    return state._replace(players=(player._replace(sheets=(*player.sheets[:at], marks, *player.sheets[at + 1 :])), *state.players[1:]))


# --- all players ---


def test_the_random_player_judges_nothing() -> None:
    assert GAME.players["random"].rank is None


@pytest.mark.parametrize(("level", "against"), [("greedy", "random"), ("expert", "greedy")])
def test_a_better_player_wins_from_both_seats(level: str, against: str) -> None:
    assert wins(GAME, level, against, 6, {}) >= 4


@pytest.mark.parametrize("level", ["greedy", "expert"])
def test_every_legal_move_is_ranked_once_and_the_first_is_among_the_nearly_best(level: str) -> None:
    check_ranking(GAME, whole_game(5, 2, levels=(level,)), level)


def test_a_player_looks_at_its_own_cards_only() -> None:
    """What another seat has answered, in secret, changes nothing."""
    asked = rolling(SIX, SIX)
    answered = GAME.decide(asked, 1, mark(22, 2, 3), NO_DICE)[0]

    for level in ("greedy", "expert"):
        assert ranked(level, GAME.evolve(asked, answered)) == ranked(level, asked)


@pytest.mark.parametrize("deal", ["nine-keep-six", "young", "choose-any"])
@pytest.mark.parametrize("level", ["greedy", "expert"])
def test_who_knows_all_that_everybody_sees_cannot_compute_an_answer(level: str, deal: str) -> None:
    """Tables with the same log and different secrets: in a third of the rolls or more, some of their answers differ."""
    steps = whole_game(5, 1, levels=(level,), deal=deal)
    rolls = [step.before for step in steps if step.before.dice is not None]

    answers = [{answer(level, state, secret) for secret in "0123456789ab"} for state in rolls]

    assert sum(len(found) > 1 for found in answers) > len(rolls) / 3
    assert sum(len({getattr(move, "card", None) for move in found}) > 1 for found in answers) > len(rolls) / 8
    assert [answer(level, state, "a") for state in rolls] == [answer(level, state, "a") for state in rolls]


@pytest.mark.parametrize("level", ["greedy", "expert"])
def test_a_choice_by_chance_is_nearly_as_good_as_the_best(level: str) -> None:
    """The others lie below the margin, and are never chosen."""
    player = GAME.players[level]
    for step in whole_game(6, 2, levels=(level,))[:-1]:
        judged = ranked(level, step.before, step.seat)
        best, chosen = max(judged.values()), {player.choose(step.before, step.seat, chance(secret)) for secret in "0123"}
        assert all(judged[move] >= best - player.margin for move in chosen)


def test_of_more_moves_than_a_die_has_sides_each_may_be_chosen() -> None:
    chosen = {any_of(range(1000), chance(f"{number:x}")) for number in range(at_size(200, 2000))}

    assert min(chosen) < 50
    assert max(chosen) > 950


def answer(level: str, state: State, secret: str) -> Command:
    """What seat 0 of this level answers at a table with this secret."""
    return GAME.players[level].choose(state, 0, chance(secret))


def chance(secret: str) -> Dice:
    """What decides for seat 0 at a table with this secret."""
    return player_dice(DiceSeed("p00-table", secret.rjust(64, "0")), 0, 17)


def test_every_process_judges_alike() -> None:
    program = """
from rules.dice_cards import game
from rules.testing.walks import sampled
for level in ("greedy", "expert"):
    for step in sampled(game(), 2)[::4]:
        for move, *worth in game().players[level].rank(step.state, step.seat):
            parts = [getattr(move, name) for name in move.__slots__]
            print(type(move), [sorted(part) if isinstance(part, frozenset) else part for part in parts], worth)
"""

    assert len(told_alike(program).splitlines()) > 50


# --- greedy ---


def test_greedy_takes_points_before_progress_and_progress_before_a_strike() -> None:
    judged = ranked("greedy", rolling(SIX, dice=(3, 5)))

    assert judged[mark(22, 2, 3)] == 1.25
    assert judged[mark(9, 1, 3)] == 0.25
    assert judged[STRIKE] == 0


def test_greedy_keeps_the_card_with_the_most_points() -> None:
    state = GAME.evolve(choosing(1), GAME.decide(choosing(1), 0, exchange(), NO_DICE)[0])

    best = next(iter(ranked("greedy", state)))

    assert isinstance(best, Keep)
    assert most_points(DECK[best.card]) == max(most_points(DECK[card]) for card in NINE)


# --- expert ---


def chances(card: Card, marks: Marks, lefts: tuple[int, ...]) -> list[float]:
    return [round(prospect(card, marks, left), 3) for left in lefts]


def test_what_is_expected_grows_with_the_rolls_that_are_left() -> None:
    card = plain(score={"all": 12})

    expected = chances(card, (0, 0, 0), (0, 2, 3, 10, 30, 50))

    assert expected == sorted(expected)
    assert (expected[0], expected[1]) == (0, 0)
    assert expected[-1] > 11


def test_what_is_complete_is_worth_its_points_and_what_is_lost_nothing() -> None:
    royal = DECK[49]

    assert prospect(royal, (1, 1, 1, 1, 2, 2, 2, 3, 3), 10) == royal.whole
    assert prospect(royal, royal.empty, 8) == 0


def test_a_ticket_is_worth_half_a_point_at_the_end_and_more_before() -> None:
    assert [ticket_value(left) for left in (0, 12, 50)] == [0.5, pytest.approx(1.1), pytest.approx(1.1)]


def test_the_expert_completes_an_all_or_nothing_card_rather_than_taking_a_point() -> None:
    """One number is missing and few rolls are left; this one has it, and it would also give a point elsewhere."""
    state = with_sheet(rolling((9, 22, 24, 27, 40, 50), dice=(2, 6), roll=45), 50, (1, 2, 3, 4, 5, 0, 1, 6))

    assert next(iter(ranked("expert", state))) == mark(50, 5, 6)


def test_the_expert_gives_up_what_can_no_longer_be_completed() -> None:
    """Three rolls are left: a card that needs eight marks gets none of them."""
    judged = ranked("expert", rolling((9, 22, 24, 27, 40, 50), dice=(2, 6), roll=47))

    assert all(value <= 0 for move, value in judged.items() if isinstance(move, Mark) and move.card == 50)
    assert max(judged.values()) > 0


def test_cards_that_want_different_rolls_go_better_together() -> None:
    deck = tuple(DECK.values())

    assert likeness(DECK[10], DECK[10]) == pytest.approx(1)
    assert likeness(DECK[8], DECK[33]) < likeness(DECK[10], DECK[37])
    assert hand_worth([DECK[10], DECK[8]], deck) != hand_worth([DECK[10], DECK[37]], deck)


def test_the_cards_of_the_deck_are_expected_to_bring_about_the_same() -> None:
    """So that none is a must and none is dead: what decides is which cards come together."""
    assert all(13.5 <= worth(card) < 16.5 for card in DECK.values())
