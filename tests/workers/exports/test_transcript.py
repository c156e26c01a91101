"""A transcript contains every event once, with the state of the table after it."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import Any

import pytest

from events.errors import BrokenLog
from rules.rejected import Rejected
from rules.table_events import DecisionExpired, OnExpiry, SeatSubstituted
from rules.texts.catalogue import catalogue
from tests.workers.exports.tables import GAMES, create_table, fresh_handler, late, left, long_story, play_out, story_of, substituted
from workers.exports.transcript import PROGRESS_EVERY, PicturedCard, Scene, Transcript, TranscriptStep, transcribe


@pytest.mark.parametrize("game", GAMES)
def test_every_step_is_the_table_as_it_was_at_that_version(game: str) -> None:
    handler = fresh_handler(2)
    table = create_table(handler, "Ada", "Grace", seed=2, game=game)
    play_out(handler, table, 2)

    told = story_of(handler, table)

    assert [step.version for step in told.steps] == list(range(1, told.table.version + 1))
    for step in told.steps:
        then, rules = handler.tables.open_at(table, step.version).table.play, GAMES[game]
        if then is None:
            assert (step.scene, step.scores, step.round) == (Scene(), (), 0)
        else:
            assert pictured(step) == titled(rules.picture(then, None), catalogue(rules, "en")["cards"])
            assert (step.scores, step.round) == (rules.scores(then), rules.round(then))
            on_them = [[card.written for card in cards if card.written] for cards in step.scene.cards]
            assert on_them == [list(seat) for seat in rules.written(then)] or not (any(on_them) or rules.written(then))


def titled(picture: Mapping[str, Any], cards: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The game's picture with the titles of cards and piles."""
    titles = {card["id"]: card["title"] for card in cards}
    for pile in picture["shared"]:
        pile["title"] = {"big": "Big board", "medium": "Medium board"}[pile.pop("pile")]
    for card in (card for part in (*picture["shared"], *picture["seats"]) for card in part["cards"] if card is not None):
        card["title"] = card["title"] or titles[card["id"]]
    return picture


def drawn(card: PicturedCard) -> dict[str, Any]:
    return {name: value for name, value in card._asdict().items() if name != "written"}


def pictured(step: TranscriptStep) -> dict[str, Any]:
    """The step with the picture that the game gives."""
    return {
        "dice": list(step.scene.dice),
        "shared": [{"title": pile.title, "cards": [card and drawn(card) for card in pile.cards]} for pile in step.scene.shared],
        "seats": [
            {"points": points, "cards": [drawn(card) for card in cards]}
            for points, cards in zip(step.scores, step.scene.cards, strict=True)
        ],
        "turn": step.scene.turn,
    }


def test_the_story_ends_with_the_points_of_the_ranking_and_nobodys_turn(any_story: Transcript) -> None:
    ranking = sorted(any_story.outcome.ranking, key=lambda one: one.seat)
    assert list(any_story.steps[-1].scores) == [standing.points for standing in ranking]
    assert any_story.steps[-1].scene.turn is None


def test_a_table_that_is_still_played_has_no_story() -> None:
    handler = fresh_handler()
    loaded = handler.tables.open(create_table(handler, "Ada", "Grace"))

    with pytest.raises(Rejected) as refused:
        transcribe(loaded, handler.tables.recorded_events(loaded.codec, loaded.id, 0, loaded.table.version))

    assert refused.value.code == "table-not-finished"


def test_turns_count_on_one_by_one_and_rounds_never_go_back(any_story: Transcript) -> None:
    for before, after in pairwise(any_story.steps):
        assert after.turn - before.turn in {0, 1}
        assert after.round - before.round in {0, 1}

    assert [step.turn for step in any_story.by_turn()] == list(range(any_story.steps[-1].turn + 1))


def test_what_sets_a_game_up_is_no_turn(ice: Transcript) -> None:
    turns: dict[str, list[int]] = {}
    for step in ice.steps:
        turns.setdefault(step.recorded_event.recorded.type, []).append(step.turn)

    assert turns["ice-dice.token-set-up"] == [0, 0, 0]
    assert turns["ice-dice.turn-began"] == list(range(1, ice.steps[-1].turn + 1))


def test_what_stays_as_it_was_is_kept_once(any_story: Transcript) -> None:
    for kept in map(attrgetter, ("scene.dice", "scene.shared", "scene.cards", "scores")):
        assert len({id(kept(step)) for step in any_story.steps}) == len({kept(step) for step in any_story.steps})


def test_progress_is_told_while_a_long_table_is_read() -> None:
    long = long_story(3 * PROGRESS_EVERY)
    told: list[float] = []

    transcribe(long.loaded, [step.recorded_event for step in long.steps], told.append)

    assert told == [*(number * PROGRESS_EVERY / len(long.steps) for number in (1, 2, 3)), 1.0]


def test_a_log_that_ends_too_early_makes_no_story(transcript: Transcript) -> None:
    with pytest.raises(BrokenLog):
        transcribe(transcript.loaded, [step.recorded_event for step in transcript.steps[:-1]])


def test_a_clock_that_has_run_out_is_told_once_a_turn_and_so_is_who_answers() -> None:
    steps = substituted("Ada", "Grace").steps

    for kind in (DecisionExpired, SeatSubstituted):
        told: dict[int | None, list[bool]] = {}
        for step in steps:
            if isinstance(step.recorded_event.event, kind):
                told.setdefault(step.seat, []).append(bool(step.words))
        assert max(map(len, told.values())) > 1
        assert all(words == [True] + [False] * (len(words) - 1) for words in told.values())


def test_what_is_done_for_a_seat_whose_time_has_run_out_is_not_told_as_its_own_deed() -> None:
    skipped = [step.words for step in late(OnExpiry(policy="skip"), "Ada", "Grace").steps]
    played = [step.words for step in substituted("Ada", "Grace").steps]

    place = next(place for place, words in enumerate(skipped) if words.endswith("runs out of time."))
    assert skipped[place + 1] in {"Ada’s turn is skipped automatically.", "Grace’s turn is skipped automatically."}
    assert not [words for words in skipped[place + 2 :] + played if "automatically" in words]


def test_a_table_that_everybody_left_has_a_story_without_a_game() -> None:
    told = left("Ada", "Grace")

    assert [step.words for step in told.steps] == [
        "Table created for 3 players.",
        "Ada joins.",
        "Grace joins.",
        "Ada leaves: seat 1 is open again.",
        "Grace leaves: seat 2 is open again.",
        "No one wins: the table was abandoned before the start.",
        "The dice secret is revealed: anyone can now check the dice.",
    ]
    assert {step.scores for step in told.steps} == {()}
