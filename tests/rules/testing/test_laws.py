"""A game that breaks a law is found by it, and by name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules.catalogue import Option
from rules.dice import Dice
from rules.dicy_cards.commands import Command, Roll
from rules.dicy_cards.events import Event
from rules.dicy_cards.state import State
from rules.game import Game, Options, Outcome
from rules.registry import games
from rules.rejected import Rejected
from rules.sheet import Sheet, SheetCell, WrittenCard
from rules.testing.laws import LAWS, Law
from tests.rules.dicy_cards.story import GAME

Broken = Callable[[], Game[State, Command, Event]]


def who_forgets_a_move() -> Game[State, Command, Event]:
    def legal(state: State, seat: int) -> Sequence[Command]:
        return [move for move in GAME.legal(state, seat) if not isinstance(move, Roll)]

    return replace(GAME, legal=legal)


def who_lists_what_is_refused() -> Game[State, Command, Event]:
    def decide(state: State, seat: int, command: Command, dice: Dice) -> Sequence[Event]:
        if isinstance(command, Roll):
            raise Rejected("not-your-turn", "Nobody rolls.")
        return GAME.decide(state, seat, command, dice)

    return replace(GAME, decide=decide)


def who_keeps_a_secret_code() -> Game[State, Command, Event]:
    return replace(GAME, rejections=[code for code in GAME.rejections if code != "not-your-turn"])


def who_shows_what_is_not_there() -> Game[State, Command, Event]:
    return replace(GAME, visible=lambda _event, _viewer: ("no-such-field",))


def who_hides_sixes() -> Game[State, Command, Event]:
    def visible(event: Event, viewer: int | None) -> tuple[str, ...]:
        return () if 6 in (getattr(event, "dice", None) or ()) else GAME.visible(event, viewer)

    return replace(GAME, visible=visible)


def who_says_that_its_defaults_are_hidden() -> Game[State, Command, Event]:
    return replace(GAME, hides_default=True)


def who_refuses_without_words() -> Game[State, Command, Event]:
    return replace(GAME, rejections=[*GAME.rejections, "no-such-code"])


def who_finds_no_command() -> Game[State, Command, Event]:
    return replace(GAME, command_of=lambda _events: Roll())


def who_draws_what_the_view_hides() -> Game[State, Command, Event]:
    def picture(state: State, viewer: int | None) -> Mapping[str, Any]:
        return {**GAME.picture(state, viewer), "dice": [state.turns]}

    return replace(GAME, picture=picture)


def who_draws_dice_when_they_are_rolled() -> Game[State, Command, Event]:
    def picture(state: State, viewer: int | None) -> Mapping[str, Any]:
        drawn = GAME.picture(state, viewer)
        return {**drawn, "dice": [face for face in drawn["dice"] if face is not None]}

    return replace(GAME, picture=picture)


def who_began_with_other_cards_than_its_catalogue_has() -> Game[State, Command, Event]:
    return replace(GAME, sheets=lambda state: {"1": Sheet(width=100, height=100, cells=[SheetCell(x=0, y=0)], places=[[0]])})


def who_writes_on_cards_that_have_no_sheet() -> Game[State, Command, Event]:
    blank = WrittenCard(0, (0,))
    return replace(GAME, written=lambda state: [[blank for _ in seat["cards"]] for seat in GAME.picture(state, None)["seats"]])


def who_gives_points_in_secret() -> Game[State, Command, Event]:
    return replace(GAME, scores=lambda state: tuple(2 * points for points in GAME.scores(state)))


def who_counts_draws_from_one() -> Game[State, Command, Event]:
    def setup(options: Options, seats: int, dice: Dice) -> Sequence[Event]:
        dice.roll(1)
        return GAME.setup(options, seats, dice)

    return replace(GAME, setup=setup)


def who_ends_for_no_reason() -> Game[State, Command, Event]:
    def outcome(state: State) -> Outcome | None:
        result = GAME.outcome(state)
        return None if result is None else replace(result, reason="no-reason")

    return replace(GAME, outcome=outcome)


def who_takes_any_option() -> Game[State, Command, Event]:
    return replace(GAME, options=lambda chosen, seats, timed: {**GAME.options({}, seats, timed), **chosen})


def who_has_an_option_that_changes_nothing() -> Game[State, Command, Event]:
    goal = Option(default=50, numbers=range(20, 501), before=100)

    def options(chosen: Mapping[str, Any], seats: int, timed: bool) -> Options:
        known = {name: value for name, value in chosen.items() if name != "goal"}
        return {**GAME.options(known, seats, timed), "goal": chosen.get("goal", goal.default)}

    return replace(GAME, options=options, catalogue=replace(GAME.catalogue, options={**GAME.catalogue.options, "goal": goal}))


@pytest.mark.parametrize(
    ("broken", "law"),
    [
        (who_has_an_option_that_changes_nothing, "no_text_says_the_number_that_an_option_sets"),
        (who_has_an_option_that_changes_nothing, "the_reason_of_the_end_names_no_number_but_that_of_the_tables_option"),
        (who_lists_what_is_refused, "every_listed_move_is_accepted_and_listed_once"),
        (who_keeps_a_secret_code, "a_seat_that_owes_nothing_is_refused"),
        (who_shows_what_is_not_there, "what_is_shown_are_fields_that_exist_and_views_that_are_json"),
        (who_hides_sixes, "what_an_event_hides_follows_from_its_type"),
        (who_says_that_its_defaults_are_hidden, "the_game_says_whether_a_default_answer_is_hidden"),
        (who_refuses_without_words, "every_refusal_has_a_code_and_a_sentence"),
        (who_finds_no_command, "the_command_is_found_again_in_what_it_caused"),
        (who_finds_no_command, "nothing_is_no_command_and_neither_is_the_beginning_of_a_game"),
        (who_forgets_a_move, "a_move_that_is_not_listed_is_refused_with_a_known_code_or_does_what_a_listed_one_does"),
        (who_finds_no_command, "no_command_begins_with_what_only_follows"),
        (who_takes_any_option, "an_option_takes_nothing_beyond_what_it_names"),
        (who_ends_for_no_reason, "every_event_and_the_reason_of_the_end_have_a_text_in_every_language"),
        (who_draws_what_the_view_hides, "a_picture_shows_no_more_than_the_view"),
        (who_draws_dice_when_they_are_rolled, "a_picture_has_the_same_dice_and_piles_throughout"),
        (who_began_with_other_cards_than_its_catalogue_has, "what_is_written_fits_the_sheets_of_the_catalogue_at_a_table_that_begins_now"),
        (who_writes_on_cards_that_have_no_sheet, "what_is_written_fits_the_sheets_of_the_catalogue_at_a_table_that_begins_now"),
        (who_gives_points_in_secret, "points_in_events_are_those_of_the_state"),
        (who_counts_draws_from_one, "draws_count_up_without_a_gap"),
    ],
)
def test_a_broken_game_breaks_its_law(broken: Broken, law: str) -> None:
    assert is_broken(broken(), next(one for one in LAWS if one.__name__ == law))


def test_a_game_that_shows_a_turn_while_several_seats_decide_breaks_the_law_about_pictures() -> None:
    sound = games()["dice-cards"]
    eager = replace(sound, picture=lambda state, viewer: {**sound.picture(state, viewer), "turn": next(iter(sound.to_move(state)), None)})

    law = next(one for one in LAWS if one.__name__ == "a_picture_shows_dice_and_every_seats_points_and_cards")

    assert [is_broken(game, law) for game in (sound, eager)] == [False, True]


def is_broken(game: Game[Any, Any, Any], law: Law) -> bool:
    """Whether a game for two breaks the law."""
    try:
        law(game, 2)
    except (AssertionError, LookupError, Rejected):
        return True
    return False


def test_a_sound_game_breaks_none() -> None:
    assert [law.__name__ for law in LAWS if is_broken(games()["dicy-cards"], law)] == []
