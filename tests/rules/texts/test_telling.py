"""The sentences about the events of tables, in both languages."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules.dice_cards.events import STRUCK, AnswersRevealed, RollAnswered
from rules.dicy_cards.events import TurnSkipped
from rules.game import Language, Outcome, Standing
from rules.registry import games
from rules.table_events import (
    TABLE_EVENTS,
    AdviceRequested,
    BotFailed,
    ClockStarted,
    DecisionExpired,
    OnExpiry,
    Origin,
    SeatLeft,
    SeatResigned,
    SeatSubstituted,
    SeatTaken,
    SeedRevealed,
    TableCreated,
    TableFinished,
    TableStarted,
    ValuesUsed,
)
from rules.table_state import SeatClock, SeatState, Table
from rules.texts.telling import Teller, result
from rules.texts.texts import of_game

GAME = games()["dicy-cards"]
NAMES = ("Ada", "Grace", "Linus")
ORIGIN = Origin(table="p01-x", version=17, hash="h", events=12, sources=())


def created(origin: Origin | None = None) -> TableCreated:
    return TableCreated(
        game="any", ruleset=1, options={}, seats=3, auto_start=True, commitment="c", client_seed=None, forked_from=origin
    )  # fmt: skip


def table(*resigned: int, on_expiry: OnExpiry | None = None) -> Table[Any]:
    """A table of three players, some of whom have resigned."""
    places = tuple(SeatState(kind="human", name=name, resigned=seat in resigned) for seat, name in enumerate(NAMES))
    return Table(
        version=9,
        status="playing",
        options={},
        auto_start=True,
        commitment="c",
        client_seed=None,
        seats=places,
        decisions=(0,) * 3,
        clocks=(SeatClock(),) * 3,
        on_expiry=on_expiry,
    )


def told(language: Language, *events: Any, at: Table[Any] | None = None) -> Sequence[str]:
    teller, there = Teller(GAME, of_game(GAME, language, NAMES)), at or table()
    return [teller.tell(there, event, there) for event in events]


def won(*winners: int, points: int = 103) -> Outcome:
    ranking = tuple(Standing(seat, 1 if seat in winners else 2, points if seat in winners else 5) for seat in range(3))
    return Outcome("any", winners, ranking)


TOLD: list[tuple[Any, str, str]] = [
    (created(), "Table created for 3 players.", "Table créée pour 3 joueurs."),
    (
        created(ORIGIN),
        "Table created for 3 players. It continues another table from event 17.",
        "Table créée pour 3 joueurs\u202f; elle reprend une autre table à l’événement 17.",
    ),
    (SeatTaken(seat=0, kind="human", name="Ada", client_seed=None), "Ada joins.", "Ada rejoint la table."),
    (
        SeatTaken(seat=0, kind="ai", name="Player 1", client_seed=None, level="greedy"),
        "Player 1 joins (computer, easy).",
        "Player 1 rejoint la table (ordinateur, niveau facile).",
    ),
    (SeatTaken(seat=0, kind="bot", name="Deep", client_seed=None), "Deep joins (bot).", "Deep rejoint la table (bot)."),
    (SeatLeft(seat=1), "Grace leaves: seat 2 is open again.", "Grace quitte la table\u202f: la place 2 est de nouveau libre."),
    (TableStarted(client_seeds=()), "The game starts.", "La partie commence."),
    (ClockStarted(seats=(0,), spans=(1,), deadline="2026-11-27T18:00:00.000Z"), "", ""),
    (DecisionExpired(seat=2, policy="skip", expiries=1), "Linus runs out of time.", "Temps écoulé pour Linus."),
    (
        BotFailed(seat=0, reason="timed-out", attempts=4, policy="skip", failures=1),
        "The bot Ada did not answer in time. It was called 4 times.",
        "Le bot Ada n’a pas répondu à temps. Il a été appelé 4 fois.",
    ),
    (
        BotFailed(seat=0, reason="refused", attempts=1, policy="skip", failures=1),
        "The address of the bot Ada is not allowed.",
        "L’adresse du bot Ada n’est pas autorisée.",
    ),
    (
        BotFailed(seat=1, reason="gone", attempts=0, policy="skip", failures=2),
        "The bot Grace is no longer registered.",
        "Le bot Grace n’est plus enregistré.",
    ),
    (
        SeatSubstituted(seat=2, level="greedy", cause="expired"),
        "The computer (easy) plays for Linus.",
        "L’ordinateur (facile) joue pour Linus.",
    ),
    (
        ValuesUsed(seat=2, level="expert", values=None),
        "The table of values is not ready yet: for now the computer plays more simply for Linus.",
        "La table de valeurs n’est pas encore prête : pour l’instant l’ordinateur joue plus simplement pour Linus.",
    ),
    (ValuesUsed(seat=2, level="expert", values="ab" * 32), "", ""),
    (AdviceRequested(seat=2), "Linus asks for a hint.", "Linus demande un conseil."),
    (SeatResigned(seat=2), "Linus resigns.", "Linus abandonne."),
    (TableFinished(outcome=won(1)), "Grace wins with 103 points.", "Grace gagne avec 103 points."),
    (
        SeedRevealed(secret="5ec7e7"),
        "The dice secret is revealed: anyone can now check the dice.",
        "Le secret des dés est révélé\u202f: chacun peut maintenant vérifier les dés.",
    ),
]


@pytest.mark.parametrize(("event", "english", "french"), TOLD, ids=[words or "nothing" for _, words, _ in TOLD])
def test_an_event_of_a_table_is_told_in_both_languages(event: Any, english: str, french: str) -> None:
    assert told("en", event) == [english]
    assert told("fr", event) == [french]


def test_no_event_of_tables_is_forgotten() -> None:
    assert {type(event) for event, _, _ in TOLD} == set(TABLE_EVENTS)


def test_who_resigns_after_several_lost_turns_is_told_how_many_are_left_and_then_that_it_was_automatic() -> None:
    strict = table(on_expiry=OnExpiry(policy="resign", after=2))
    lost = DecisionExpired(seat=2, policy="resign", expiries=2)

    assert told("en", lost, SeatResigned(seat=2), at=strict) == [
        "Linus runs out of time (2 of 2 in a row).",
        "Linus resigns automatically: time ran out 2 times in a row.",
    ]


def test_what_is_done_for_a_seat_whose_time_has_run_out_is_told_as_automatic_and_the_time_once_in_a_turn() -> None:
    lost, skipped = DecisionExpired(seat=1, policy="skip", expiries=1), TurnSkipped(seat=1)
    lapsed = replace(table(), clocks=(SeatClock(), SeatClock(expired=True), SeatClock()))

    assert told("en", lost, skipped, skipped) == ["Grace runs out of time.", "Grace’s turn is skipped automatically.", "Grace skips."]
    assert told("fr", lost, skipped)[1] == "Le service passe pour Grace."
    assert told("en", lost, SeatSubstituted(seat=1, level="greedy", cause="expired"), at=lapsed) == ["", ""]


def test_an_event_that_cannot_be_read_ends_what_was_said_before_it() -> None:
    teller = Teller(GAME, of_game(GAME, "en", NAMES))
    teller.tell(table(), DecisionExpired(seat=2, policy="skip", expiries=1), table())

    teller.skip()

    assert teller.tell(table(), SeatResigned(seat=2), table()) == "Linus resigns."


def test_results_name_everybody_who_has_won_or_say_that_nobody_has() -> None:
    texts = of_game(GAME, "en", NAMES)

    assert result(texts, won(0, 2, points=1), ()) == "Ada and Linus win together with 1 point."
    assert result(texts, won(0, 1, 2), ()) == "Ada, Grace and Linus win together with 103 points."
    assert result(texts, won(1), (0, 2)) == "Grace wins: all other players resigned."
    assert result(texts, won(1), (0,)) == "Grace wins with 103 points."
    assert result(texts, Outcome("inactive", (), ()), ()) == "No one wins: the table was closed for inactivity."
    assert result(texts, Outcome("other", (), ()), ()) == "No one wins."
    assert result(of_game(GAME, "fr", NAMES), won(0, 2), ()) == "Ada et Linus gagnent ensemble avec 103 points."


def test_a_player_who_was_alone_has_nobody_to_win_against() -> None:
    outcome = Outcome("any", (0,), (Standing(0, 1, 74),))

    assert result(of_game(GAME, "en", NAMES[:1]), outcome, ()) == "Ada finishes with 74 points."
    assert result(of_game(GAME, "fr", NAMES[:1]), outcome, ()) == "Ada termine avec 74 points."


def test_afterwards_a_secret_is_told_when_it_was_told_at_the_table() -> None:
    game = games()["dice-cards"]
    answered = RollAnswered(seat=0, answer=STRUCK)
    revealed = AnswersRevealed(roll=1, answers=(STRUCK, None, None), tickets=(0,) * 3, points=(0,) * 3)

    live, afterwards = (Teller(game, of_game(game, "en", NAMES), afterwards=finished) for finished in (False, True))

    assert [live.tell(table(), event, table()) for event in (answered, revealed)] == ["Ada has answered.", "Ada strikes the roll."]
    assert [afterwards.tell(table(), event, table()) for event in (answered, revealed)] == ["", "Ada strikes the roll."]
