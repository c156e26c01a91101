"""The review of a finished game: what each decision has cost, compared with the best move of the strongest built-in player."""

import json
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any, Final

import pytest

from events.proof.loading import load_file
from events.store.memory_store import MemoryStore
from events.tables import keyed_orders
from events.tables.codec import Codec
from events.tables.handler import Handler
from events.tables.opening import Tables
from rules.advice import advice
from rules.dicy_cards.commands import Reroll
from rules.ice_dice.commands import Calculation, Shift, Take
from rules.rejected import Rejected
from rules.table_events import OnExpiry
from rules.value_tables import with_library
from tests.contract.checker import faults, schema
from tests.size import at_size
from tests.workers.exports.tables import GAMES, create_table, holder, late, left, story_of, ticking
from workers.exports.decided import Decision, decisions
from workers.exports.format import formats
from workers.exports.judged import judged, strongest
from workers.exports.transcript import Transcript, transcribe
from workers.values.shipped import shipped

GOLDEN: Final = Path(__file__).parents[2] / "golden_tables"
EVERY_GOLDEN: Final = {f"{path.parent.name}/{path.stem}" for path in GOLDEN.glob("*/*.json")}
VALUES: Final = "cee38ab845888f39c206c07d62bc61d52d127ffaf4eab515ec44434f1a07da32"
"""The table of values for three with the cards of the rules."""

WITHIN: Final = {"dicy-cards": 0.0, "ice-dice": 0.0, "dice-cards": 0.15}
"""The most that moves of each game's strongest player may cost on the mean: where answers are hidden, it chooses among nearly equal ones,
and judges fewer marks than a review.
"""


def reviewed(story: Transcript) -> Any:
    return json.loads(formats()["review"].render(story._replace(library=shipped)))


@pytest.fixture(scope="module")
def any_review(any_story: Transcript) -> Any:
    """Of a game of each kind."""
    return reviewed(any_story)


def by_players(game: str, level: str, seats: int) -> Transcript:
    """A game of built-in players of this level, with the tables of values of the package."""
    handler = Handler(Tables(MemoryStore(), with_library(GAMES, shipped), ticking()), Random(4).randbytes)
    table = create_table(handler, *["x"] * seats, game=game, seed=4, options={}, turn_seconds=None)
    while (loaded := handler.tables.open(table)).table.status != "finished":
        seat = loaded.table.owing[0]
        handler.execute(keyed_orders.substitute(table, holder(loaded, seat), loaded.table.decisions[seat], level))
    return story_of(handler, table)


def decided_in(story: Transcript) -> list[Decision]:
    return list(decisions(story.loaded.game, [step.recorded_event for step in story.steps]))


def cost_of(decided: Decision, game: str) -> float | None:
    level = strongest(GAMES[game]) or ""
    one = judged(GAMES[game], decided, advice(GAMES[game], level, decided.state, decided.seat))
    return None if one is None else one.cost


def test_every_decision_is_judged_and_no_move_is_better_than_the_best(any_review: Any) -> None:
    review = any_review

    value = itemgetter(review["unit"])
    assert faults(schema("Review"), review) == []
    assert review["unit"] == ("points" if review["values"] is None else "chance")
    assert len(review["decisions"]) > 50
    for decision in review["decisions"]:
        assert decision["cost"] == pytest.approx(value(decision["best"]) - value(decision["made"]), abs=0.001)
        assert (decision["cost"] > 0) == (decision["best"]["move"] != decision["made"]["move"])
        assert decision["reason"].startswith(decision["best"]["words"])
    assert [decision["version"] for decision in review["decisions"]] == sorted({decision["version"] for decision in review["decisions"]})


def test_the_summary_of_a_seat_adds_up_and_names_its_most_costly_moves(any_review: Any) -> None:
    for seat in any_review["seats"]:
        own = [decision for decision in any_review["decisions"] if decision["seat"] == seat["seat"]]
        costs = sorted((decision["cost"] for decision in own), reverse=True)
        named = {decision["version"]: decision["cost"] for decision in own}
        assert (seat["decisions"], seat["as_best"]) == (len(own), costs.count(0))
        assert seat["cost"] == pytest.approx(sum(costs), abs=0.001)
        assert [named[version] for version in seat["costly"]] == [cost for cost in costs[:3] if cost]


@pytest.mark.parametrize("game", GAMES)
def test_the_moves_of_the_strongest_player_itself_cost_nothing_although_none_of_them_counts(game: str) -> None:
    story = by_players(game, strongest(GAMES[game]) or "", 2)

    review = reviewed(story)

    assert mean(decision["cost"] for decision in review["decisions"]) <= WITHIN[game]
    if not GAMES[game].hides_default:
        assert {decision["by"] for decision in review["decisions"]} == {"substitute"}
        assert all((seat["decisions"], seat["cost"], seat["costly"]) == (0, 0, []) for seat in review["seats"])


def test_a_move_that_nobody_chose_is_listed_and_does_not_count() -> None:
    review = reviewed(late(OnExpiry(policy="skip"), "Ada", "Grace"))

    assert [decision["by"] for decision in review["decisions"]] == ["default"]
    assert [seat["decisions"] for seat in review["seats"]] == [0, 0]


def test_a_game_that_never_began_has_no_decisions() -> None:
    review = reviewed(left("Ada"))

    assert faults(schema("Review"), review) == []
    assert (review["decisions"], review["unit"], review["values"]) == ([], "points", None)


def test_another_calculation_of_the_same_number_costs_the_same(ice: Transcript) -> None:
    swapped = 0
    for decided in decided_in(ice):
        match decided.command:
            case Shift(expression=calculation) | Take(expression=calculation) if calculation.op in {"+", "*"}:
                other = Calculation(op=calculation.op, left=calculation.right, right=calculation.left)
                assert cost_of(decided._replace(command=replace(decided.command, expression=other)), "ice-dice") == cost_of(
                    decided, "ice-dice"
                )
                swapped += 1
    assert swapped > 10


def test_other_dice_of_the_same_faces_cost_the_same(transcript: Transcript) -> None:
    found = 0
    for decided in decided_in(transcript):
        if isinstance(decided.command, Reroll):
            faces = [decided.state.dice[position] for position in decided.command.dice]
            others = frozenset(sorted(range(6), key=lambda position: (decided.state.dice[position] not in faces, -position))[: len(faces)])
            if sorted(faces) == sorted(decided.state.dice[position] for position in others) and others != decided.command.dice:
                other = decided._replace(command=replace(decided.command, dice=others))
                assert cost_of(other, "dicy-cards") == cost_of(decided, "dicy-cards")
                found += 1
    assert found


def test_a_move_that_the_rules_no_longer_list_is_left_out(transcript: Transcript) -> None:
    first, *_ = decided_in(transcript)
    impossible = first._replace(command=Reroll(freeze="odds", dice=frozenset({0})))

    with pytest.raises(Rejected):
        transcript.loaded.game.decide(first.state, first.seat, impossible.command, None)  # type: ignore[arg-type]
    assert cost_of(impossible, "dicy-cards") is None


def test_a_game_whose_players_rank_no_moves_has_a_review_without_decisions(transcript: Transcript) -> None:
    players = {"random": GAMES["dicy-cards"].players["random"]}
    codec = Codec(replace(GAMES["dicy-cards"], players=players))

    review = reviewed(transcript._replace(loaded=transcript.loaded._replace(codec=codec)))

    assert (review["level"], review["decisions"]) == (None, [])


def test_the_sentences_are_in_the_language_of_the_file_and_nothing_else_differs(transcript: Transcript) -> None:
    events = [step.recorded_event for step in transcript.steps]
    english, french = reviewed(transcript), reviewed(transcribe(transcript.loaded, events, language="fr"))

    [words, *_], [mots, *_] = ([decision["best"].pop("words") for decision in review["decisions"]] for review in (english, french))
    assert (words, mots) == ("Roll the dice", "Lancer les dés")
    assert (english["language"], french["language"]) == ("en", "fr")
    assert [decision["best"] for decision in english["decisions"]] == [decision["best"] for decision in french["decisions"]]


def test_the_review_of_a_stored_game_is_as_it_was() -> None:
    story = transcribe(*load_file((GOLDEN / "dicy-cards" / "issued.json").read_bytes(), GAMES))

    review = reviewed(story)

    assert (review["level"], review["unit"], review["values"]) == ("expert", "chance", VALUES)
    assert [(seat["decisions"], seat["as_best"], seat["cost"], seat["costly"]) for seat in review["seats"]] == [
        (25, 13, 42.75, [87, 13, 67]),
        (15, 8, 39.32, [19, 36, 70]),
        (32, 20, 64.92, [99, 97, 59]),
    ]


@pytest.mark.parametrize("golden", at_size(["dicy-cards/forked-twice", "ice-dice/name-erased"], sorted(EVERY_GOLDEN)))
def test_every_stored_table_has_a_review_that_the_contract_describes(golden: str) -> None:
    story = transcribe(*load_file((GOLDEN / f"{golden}.json").read_bytes(), GAMES))

    review = reviewed(story)

    assert faults(schema("Review"), review) == []
    assert all(decision["version"] > story.taken_over for decision in review["decisions"])
