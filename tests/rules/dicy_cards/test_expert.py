"""The expert: its table agrees with itself, the last turns are exact, and it wins."""

from dataclasses import replace
from functools import reduce

import pytest

from rules.dice import DiceSeed, SeededDice, player_dice
from rules.dicy_cards.commands import Command, Freeze, Reset, Roll, Score, Skip
from rules.dicy_cards.players.duel import CERTAIN, Duel, Side
from rules.dicy_cards.players.hands import EVERY, hand_of, in_order
from rules.dicy_cards.players.tables import named, read_name, table_name
from rules.dicy_cards.setup import GLACIAL, MODES, Five
from rules.dicy_cards.state import State
from rules.game import BuiltInPlayer
from rules.testing.fixed_dice import Low
from rules.testing.laws.playing import a_player_who_ranks_moves_ranks_every_legal_one_the_best_first as ranks_every_legal_move
from rules.testing.whole_games import wins
from tests.rules.dicy_cards.by_chance import whole_game
from tests.rules.dicy_cards.by_values import DUEL, EXPERT, INFORMED, OF_FOUR, OF_THREE, table
from tests.rules.dicy_cards.story import BEGINNER, GAME, INTERACTIONS, all_but, dealt, play, score

ROLL = (6, 6, 1, 2, 3, 4)


def chances(state: State, seat: int = 0) -> dict[object, float]:
    """The chance to win after each command, in percent."""
    assert EXPERT.rank is not None
    return {one.command: one.value for one in EXPERT.rank(state, seat)}


def hand(*frozen: str) -> int:
    return hand_of(in_order(GLACIAL), [card for card in GLACIAL if card not in frozen])


# --- the table of values ---


def test_the_first_seat_has_a_little_less_than_half_of_the_chance() -> None:
    """The exact chance is 0.473."""
    assert DUEL.of_next(Side(0, EVERY), Side(0, EVERY), first=True) / CERTAIN == pytest.approx(0.473, abs=0.01)


@pytest.mark.parametrize(
    ("scores", "turn", "frozen"),
    [
        ((0, 0), 0, {}),
        ((0, 14), 1, {0: ("odds",)}),
        ((51, 43), 0, {0: ("odds", "straight"), 1: ("two-pairs",)}),
        ((43, 59), 1, {0: ("any-two", "odds", "straight"), 1: ("two-pairs", "all-under-six", "odds", "straight")}),
        ((75, 91), 0, {1: ("straight",)}),
        ((99, 99), 1, {1: ("any-two",)}),
    ],
)
def test_a_turn_is_worth_what_the_table_says(scores: tuple[int, int], turn: int, frozen: dict[int, tuple[str, ...]]) -> None:
    """The table is that of turns planned with it, up to its scores that are eight points apart."""
    state = dealt(turn=turn, scores=dict(enumerate(scores)), frozen=frozen)
    own, other = (Side(scores[seat], hand(*frozen.get(seat, ()))) for seat in (turn, 1 - turn))

    assert chances(state, turn)[Roll()] == pytest.approx(100 * DUEL.of_next(own, other, first=turn == 0) / CERTAIN, abs=1.0)


@pytest.mark.parametrize("data", [b"", table(GLACIAL)[:-1], b"x" + table(GLACIAL)[1:]])
def test_what_is_no_table_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="no table"):
        Duel(data)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_name_of_a_table_says_its_cards_and_seats(mode: str, seats: int) -> None:
    state = whole_game(7, seats, mode)[-1].before

    assert read_name(table_name(state)) == (in_order(state.cards), seats)


@pytest.mark.parametrize("name", ["", "dicy-cards-1-abcde", "dicy-cards-1-abcde-5", "dicy-cards-1-aabcd-2", "dicy-cards-1-edcba-2"])
def test_what_is_no_name_of_a_table_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="has the name"):
        read_name(name)


def test_the_same_cards_in_any_order_have_the_same_table() -> None:
    assert named(GLACIAL, 2) == named(GLACIAL[::-1], 2) == "dicy-cards-1-abcde-2"


# --- its choices ---


def test_the_expert_beats_greedy() -> None:
    assert wins(INFORMED, "expert", "greedy", 12, {}) >= 8


@pytest.mark.parametrize(("seats", "player"), [(3, OF_THREE), (4, OF_FOUR)])
def test_the_expert_ranks_every_legal_move_and_plays_one_of_the_best(seats: int, player: BuiltInPlayer[State, Command]) -> None:
    ranks_every_legal_move(replace(GAME, players={"random": GAME.players["random"], "expert": player}), seats)


def test_without_its_table_the_expert_plays_as_steady() -> None:
    state = dealt(dice=ROLL)

    assert GAME.players["expert"].informed(state) == (GAME.players["expert"], None)
    assert GAME.players["expert"].choose(state, 0, Low()) == GAME.players["steady"].choose(state, 0, Low())


def test_in_the_last_turn_a_sure_win_is_taken_rather_than_more_points_by_chance() -> None:
    state = dealt(turn=1, scores={0: 104, 1: 92}, dice=(6, 6, 5, 5, 1, 2))

    assert isinstance(EXPERT.choose(state, 1, Low()), Score)
    assert chances(state, 1)[score("two-pairs", 0, 1, 2, 3)] == 100
    assert chances(state, 1)[Skip()] == 0


def test_in_the_last_turn_a_tie_is_won_by_active_cards() -> None:
    """Twelve points make both have 104. The player keeps four active cards, the other one three, or five."""
    behind, ahead = (dealt(turn=1, scores={0: 104, 1: 92}, frozen={0: frozen}, dice=ROLL) for frozen in ((), GLACIAL[:2]))
    freezing = score("any-two", 0, 1)

    assert chances(ahead, 1)[freezing] == 100
    assert chances(behind, 1)[freezing] == 50  # any-two freezes one card of the other


def test_in_the_last_turn_the_chance_is_exact() -> None:
    """With the last card the player needs a roll without a six, of 25 points at least: 462 of 46,656 rolls win, and 30 more tie."""
    state = dealt(turn=1, scores={0: 105, 1: 80}, frozen={1: all_but(GLACIAL, "all-under-six")[0]})
    rolls = [roll for roll in _rolls() if 6 not in roll]

    won = sum(sum(roll) > 25 for roll in rolls)

    assert chances(state, 1)[Roll()] == pytest.approx(100 * won / 6**6, abs=0.05)


def _rolls() -> list[tuple[int, ...]]:
    return reduce(lambda rolls, _: [(*roll, face) for roll in rolls for face in range(1, 7)], range(6), [()])


def test_the_other_seat_chooses_what_is_worst_for_the_player() -> None:
    freezing = play(dealt(dice=ROLL), 0, score("any-two", 0, 1)).state

    choice = EXPERT.choose(freezing, 1, Low())

    assert isinstance(choice, Freeze)
    assert chances(freezing, 1)[choice] == pytest.approx(100 - chances(dealt(dice=ROLL))[score("any-two", 0, 1)], abs=0.01)


def test_a_seat_that_may_thaw_a_card_takes_the_one_that_helps_it_most() -> None:
    thawing = play(dealt(frozen={0: GLACIAL, 1: GLACIAL}), 0, Skip()).state

    chances_of = {
        card: DUEL.of_next(Side(0, hand(*(other for other in GLACIAL if other != card))), Side(0, EVERY), first=False) for card in GLACIAL
    }

    assert EXPERT.choose(thawing, 1, Low()) == Reset(card=max(GLACIAL, key=chances_of.__getitem__))


def test_a_last_poor_card_is_skipped_on_purpose() -> None:
    assert EXPERT.choose(dealt(scores={0: 40, 1: 40}, frozen=all_but(GLACIAL, "any-two"), dice=(1, 1, 2, 2, 3, 3)), 0, Low()) == Skip()


def test_equal_scores_are_chosen_among_by_the_seats_own_chance() -> None:
    state = dealt(frozen=all_but(GLACIAL, "any-two"), scores={0: 95, 1: 60}, turn=1, dice=(6, 6, 6, 1, 2, 3))
    last = dealt(frozen={1: all_but(GLACIAL, "any-two")[0]}, scores={0: 101, 1: 95}, turn=1, dice=(6, 6, 6, 1, 2, 3))

    answers = {EXPERT.choose(last, 1, player_dice(DiceSeed("t", f"{secret:064x}"), 1, 5)) for secret in range(40)}

    assert len(answers) > 1
    assert EXPERT.choose(state, 1, SeededDice(DiceSeed("t", "00" * 32), (), 0)) == EXPERT.choose(
        state, 1, SeededDice(DiceSeed("t", "00" * 32), (), 0)
    )


# --- more seats ---


def test_who_has_no_turn_left_has_the_chance_that_the_last_seat_leaves_it() -> None:
    """The third of three seats has the last turn. The second one is ahead of the first, who has ended the game."""
    state = dealt(seats=3, turn=1, scores={0: 101, 1: 95, 2: 20}, dice=(6, 6, 5, 5, 1, 2))
    assert OF_THREE.rank is not None

    ranked = {one.command: one.chance for one in OF_THREE.rank(state, 1)}

    assert ranked[score("two-pairs", 0, 1, 2, 3)] == 100
    assert ranked[score("any-two", 4, 5)] == 0


def test_of_two_turns_that_a_third_seat_leaves_each_counts() -> None:
    """The first of four seats has ended the game by any-two; the second freezes a card and has a turn to come, as has the fourth."""
    scored = play(dealt(seats=4, scores={0: 95, 1: 93, 3: 90}, dice=(6, 6, 1, 2, 3, 4)), 0, score("any-two", 0, 1)).state
    assert OF_FOUR.rank is not None

    ranked = OF_FOUR.rank(scored, 1)

    assert {one.command for one in ranked} == set(GAME.legal(scored, 1))
    assert 0 < ranked[-1].value < ranked[0].value < 100


def test_a_seat_that_has_resigned_is_no_rival() -> None:
    state = dealt(seats=3, turn=1, scores={0: 99, 1: 50, 2: 40}, withdrawn=(0,), dice=(6, 6, 5, 5, 1, 2))
    assert OF_THREE.rank is not None

    assert OF_THREE.rank(state, 1)[0].value > 50


@pytest.mark.parametrize("cards", [BEGINNER, INTERACTIONS])
def test_the_tables_of_other_cards_are_read_too(cards: Five) -> None:
    duel = Duel(table(cards))

    assert 0.4 < duel.of_next(Side(0, EVERY), Side(0, EVERY), first=True) / CERTAIN < 0.5


@pytest.mark.parametrize("first", [True, False])
def test_the_chance_for_many_scores_is_that_for_each(first: bool) -> None:
    own, others, other = range(37), range(63, 100), Side(58, hand_of(in_order(GLACIAL), GLACIAL[1:]))
    mine = Side(41, EVERY)

    by_own = DUEL.of_next_by_own_score(own, EVERY, other, first=first)
    by_other = DUEL.of_next_by_other_score(mine, other.hand, others, first=first)

    assert by_own == [DUEL.of_next_by_other_score(Side(score, EVERY), other.hand, range(58, 59), first=first)[0] for score in own]
    assert by_other == [DUEL.of_next(mine, Side(score, other.hand), first=first) for score in others]
    assert list(by_own) == sorted(by_own)
