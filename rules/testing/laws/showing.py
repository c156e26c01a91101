"""Laws about what is stored and shown: JSON, views, points, sentences, pictures."""

import re
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import fields
from typing import Any

import msgspec

from rules.game import AnyGame, Seat
from rules.table_view import hidden_fields
from rules.testing.changes import changed
from rules.testing.plain import shape
from rules.testing.walks import dice, sampled, walk
from rules.texts.files import LANGUAGES
from rules.texts.telling import sentence
from rules.texts.texts import of_game


def states_and_events_are_the_same_after_a_round_trip_through_json(game: AnyGame, seats: int) -> None:
    whole = walk(game, seats)

    for state in (*(step.state for step in whole.steps), whole.end):
        assert msgspec.json.decode(msgspec.json.encode(state), type=game.state) == state
    for event in whole.events:
        assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event


def what_is_shown_are_fields_that_exist_and_views_that_are_json(game: AnyGame, seats: int) -> None:
    whole = walk(game, seats)

    for viewer in (None, *range(seats)):
        for event in whole.events:
            assert set(game.visible(event, viewer)) <= {field.name for field in fields(event)}
        for state in (*(step.state for step in sampled(game, seats)), whole.end):
            view = game.view(state, viewer)
            assert shape(msgspec.json.decode(msgspec.json.encode(view))) == shape(msgspec.to_builtins(view))


def what_an_event_hides_follows_from_its_type(game: AnyGame, seats: int) -> None:
    """So clients know before the game which fields are missing."""
    hidden = hidden_fields(game)

    for event in walk(game, seats).events:
        shown = game.visible(event, None)
        unseen = tuple(field.name for field in fields(event) if field.name not in shown and field.name != "seat")
        assert hidden.get(event.type, ()) == unseen, event.type


def the_game_says_whether_a_default_answer_is_hidden(game: AnyGame, seats: int) -> None:
    """The first event of the default answer is that of its seat: others see all of it, or the game `hides_default`."""
    hidden = hidden_fields(game)

    for step in sampled(game, seats):
        for seat in game.to_move(step.state):
            answered = game.decide(step.state, seat, game.default(step.state, seat), dice(step.drawn))
            assert (answered[0].type in hidden) == game.hides_default, answered[0].type


def every_seat_has_points_and_in_the_end_those_of_the_ranking(game: AnyGame, seats: int) -> None:
    _, steps, end = walk(game, seats)

    for state in (*(step.state for step in steps), end):
        assert len(game.scores(state)) == seats
    result = game.outcome(end)
    assert result is not None
    assert {standing.seat: standing.points for standing in result.ranking} == dict(enumerate(game.scores(end)))


def what_happened_is_told_in_one_sentence_or_not_at_all(game: AnyGame, seats: int) -> None:
    for language in LANGUAGES:
        texts = of_game(game, language, [f"Player {seat + 1}" for seat in range(seats)])
        state, told = None, []
        for event in walk(game, seats).events:
            state = game.evolve(state, event)
            told.append(sentence(game, texts, state, event))
        assert any(told)
        assert all(re.fullmatch(r"|[A-Z0-9][^\n]*[^.\n]\.", words) for words in told)


def every_event_and_the_reason_of_the_end_have_a_text_in_every_language(game: AnyGame, seats: int) -> None:
    result = game.outcome(walk(game, seats).end)

    assert result is not None
    for language in LANGUAGES:
        texts = of_game(game, language)
        for event in game.events:
            assert texts.has(f"event-{event.type.partition('.')[2]}"), f"{event.type} has no text in {language}"
        assert texts.has(f"reason-{result.reason}"), f"{result.reason} has no text in {language}"


def a_picture_shows_dice_and_every_seats_points_and_cards(game: AnyGame, seats: int) -> None:
    end, texts = walk(game, seats).end, of_game(game, "en")
    together = any(len(game.to_move(step.state)) > 1 for step in walk(game, seats).steps)

    for state in (*(step.state for step in sampled(game, seats)), end):
        picture = game.picture(state, None)
        assert picture == msgspec.json.decode(msgspec.json.encode(picture))
        assert picture.keys() == {"dice", "seats", "shared", "turn"}
        assert all(face is None or isinstance(face, int) for face in picture["dice"])
        assert [seat["points"] for seat in picture["seats"]] == list(game.scores(state))
        assert all(pile.keys() == {"pile", "cards"} and texts.has(f"pile-{pile['pile']}") for pile in picture["shared"])
        lying = [card for pile in picture["shared"] for card in pile["cards"] if card is not None]
        for card in (*lying, *(card for seat in picture["seats"] for card in seat["cards"])):
            tint = card.pop("tint")
            title = card.pop("title")
            assert isinstance(title, str) or (title is None and texts.has(f"card-{card['id']}"))
            assert {key: type(value) for key, value in card.items()} == {"id": str, "active": bool}
            assert tint is None or tint in range(6)
        assert picture["turn"] in _turns(game, seats, state, together=together)


def _turns(game: AnyGame, seats: int, state: Any, *, together: bool) -> Collection[Seat | None]:
    """Whose turn a picture may show: nobody's, once there is a result or while several seats decide at once. In a game in which they do so
    (`together`), the last one to decide need not have the turn.
    """
    if game.outcome(state) or len(game.to_move(state)) > 1:
        return (None,)
    return (*range(seats), None) if together else range(seats)


def a_picture_has_the_same_dice_and_piles_throughout(game: AnyGame, seats: int) -> None:
    pictures = [game.picture(step.state, None) for step in walk(game, seats).steps] + [game.picture(walk(game, seats).end, None)]

    assert len({(len(picture["dice"]), *(pile["pile"] for pile in picture["shared"])) for picture in pictures}) == 1


def a_picture_shows_no_more_than_the_view(game: AnyGame, seats: int) -> None:
    """Two states that a viewer cannot tell apart look the same. Whose turn it is everybody knows from the events."""
    for viewer in (None, 0):
        for step in sampled(game, seats)[::8]:
            view, picture = game.view(step.state, viewer), {**game.picture(step.state, viewer), "turn": None}
            for other in changed(step.state):
                with suppress(LookupError, ValueError, TypeError, ArithmeticError):  # not a state that the game can reach
                    if game.view(other, viewer) == view:
                        assert {**game.picture(other, viewer), "turn": None} == picture


def what_is_written_fits_the_sheets_of_the_catalogue_at_a_table_that_begins_now(game: AnyGame, seats: int) -> None:
    """Marks may have more than the sheet has cells, never fewer, and a card with marks has a sheet."""
    cells = {card.id: len(card.sheet.cells) for card in game.catalogue.cards if card.sheet is not None}

    for state in (*(step.state for step in sampled(game, seats)), walk(game, seats).end):
        assert game.sheets(state) == {}
        for seat, written in zip(game.picture(state, None)["seats"], game.written(state), strict=False):
            assert len(written) == len(seat["cards"])
            assert all(len(on_it.marks) >= cells[card["id"]] for card, on_it in zip(seat["cards"], written, strict=True))


def points_in_events_are_those_of_the_state(game: AnyGame, seats: int) -> None:
    """A game without a field `points` in any event tells no one what a turn brought."""
    if not any(field.name == "points" for event in game.events for field in fields(event)):
        return
    points, state = [0] * seats, None
    for event in walk(game, seats).events:
        state = game.evolve(state, event)
        match getattr(event, "points", None):
            case int() as won:
                points[event.seat] += won
            case tuple() as now:
                points = list(now)
            case _:
                pass
        assert list(game.scores(state)) == points


def an_event_that_nobody_has_decided_about_is_shown_to_nobody_and_changes_nothing(game: AnyGame, seats: int) -> None:
    """It is refused by an exception, so that a forgotten case is found, or it is hidden."""
    stranger = object()

    for viewer in (None, *range(seats)):
        assert not _answer(lambda viewer=viewer: game.visible(stranger, viewer))  # type: ignore[misc]
    assert _answer(lambda: game.evolve(walk(game, seats).end, stranger)) is None


def _answer(ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except (AssertionError, AttributeError, TypeError):
        return None
