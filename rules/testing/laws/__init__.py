"""Laws that every game follows, each a function of a game and a number of seats that raises AssertionError where the game breaks it."""

from collections.abc import Callable
from typing import Final, TypeAlias

from rules.game import AnyGame
from rules.testing.laws import advising, description, numbers, playing, showing

Law: TypeAlias = Callable[[AnyGame, int], None]

LAWS: Final[tuple[Law, ...]] = (
    description.a_game_declares_itself,
    description.commands_are_plain_orders,
    description.events_are_plain_facts_with_names_written_by_hand,
    description.every_refusal_has_a_code_and_a_sentence,
    description.the_catalogue_says_the_same_in_both_languages,
    description.an_option_that_does_not_exist_is_refused,
    description.complete_options_are_json_and_may_be_given_back,
    description.a_game_starts_with_every_value_of_every_option,
    description.an_option_takes_nothing_beyond_what_it_names,
    numbers.no_text_says_the_number_that_an_option_sets,
    numbers.the_reason_of_the_end_names_no_number_but_that_of_the_tables_option,
    playing.a_game_starts_and_random_players_come_to_its_end,
    playing.somebody_is_to_move_until_there_is_a_result,
    playing.who_owes_a_decision_has_moves_and_nobody_else_has,
    playing.every_listed_move_is_accepted_and_listed_once,
    playing.a_move_that_is_not_listed_is_refused_with_a_known_code_or_does_what_a_listed_one_does,
    playing.a_seat_that_owes_nothing_is_refused,
    playing.the_same_move_in_the_same_state_has_the_same_dice,
    playing.draws_count_up_without_a_gap,
    playing.folding_twice_gives_the_same_state,
    playing.nothing_that_a_game_is_asked_changes_the_state,
    playing.the_default_is_a_legal_move,
    playing.every_built_in_player_makes_legal_moves_and_the_same_again,
    playing.a_player_who_ranks_moves_ranks_every_legal_one_the_best_first,
    advising.advice_lists_the_best_move_of_each_kind_the_best_first,
    advising.every_reason_is_one_sentence_in_every_language_with_the_value_of_the_move,
    playing.the_command_is_found_again_in_what_it_caused,
    playing.of_the_first_events_of_a_command_one_is_found_that_begins_with_them,
    playing.nothing_is_no_command_and_neither_is_the_beginning_of_a_game,
    playing.no_command_begins_with_what_only_follows,
    playing.a_move_closes_no_open_decision_of_another_seat,
    playing.a_seat_that_resigned_is_not_waited_for,
    showing.states_and_events_are_the_same_after_a_round_trip_through_json,
    showing.what_is_shown_are_fields_that_exist_and_views_that_are_json,
    showing.what_an_event_hides_follows_from_its_type,
    showing.the_game_says_whether_a_default_answer_is_hidden,
    showing.every_seat_has_points_and_in_the_end_those_of_the_ranking,
    showing.what_happened_is_told_in_one_sentence_or_not_at_all,
    showing.every_event_and_the_reason_of_the_end_have_a_text_in_every_language,
    showing.a_picture_shows_dice_and_every_seats_points_and_cards,
    showing.a_picture_has_the_same_dice_and_piles_throughout,
    showing.a_picture_shows_no_more_than_the_view,
    showing.what_is_written_fits_the_sheets_of_the_catalogue_at_a_table_that_begins_now,
    showing.points_in_events_are_those_of_the_state,
    showing.an_event_that_nobody_has_decided_about_is_shown_to_nobody_and_changes_nothing,
)
"""All of them. Parametrize a test with these and with `game.seats`."""
