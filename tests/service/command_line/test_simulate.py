"""`rollstream simulate`, as the author of a game runs it."""

import itertools
import json
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rules.game import Outcome
from rules.registry import games
from rules.testing import simulating
from rules.testing.simulating import simulate
from service.command_line import main
from service.command_line.simulate import seated
from service.simulation.tally import Tally


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["simulate", *arguments])


def report(*arguments: str) -> dict[str, Any]:
    told = run(*arguments, "--json")
    assert told.exit_code == 0, told.output
    found: dict[str, Any] = json.loads(told.stdout)
    return found


@pytest.mark.parametrize("name", games())
def test_the_players_of_any_game_are_simulated_and_counted(name: str) -> None:
    told = report(name, "--games", "10", "--players", "greedy,random", "--seed", "1")

    assert (told["game"], told["games"], told["seed"]) == (name, 10, 1)
    assert told["table"] == {"seats": 2, "players": ["greedy", "random"], "options": {}}
    assert sum(results["won"]["count"] for results in told["seats"].values()) == pytest.approx(10)
    assert told["players"]["greedy"]["won"]["share"]["low"] > 0.5
    assert told["moves"].keys() == games()[name].commands.keys()
    assert sum(move["count"] for move in told["moves"].values()) == told["length"]["moves"]["mean"]["value"] * 10
    assert all(0 <= each["count"] <= each["of"] for each in (*told["moves"].values(), *told["cards"].values()))
    assert {"rounds", "turns", "moves", "events"} == told["length"].keys()
    assert told["length"]["rounds"]["least"] > 1


def test_the_same_seed_plays_the_same_games_and_another_one_others() -> None:
    first, again, other = (run("dicy-cards", "--games", "3", "--seed", seed).stdout for seed in ("7", "7", "8"))

    assert first == again
    assert first.splitlines()[1:] != other.splitlines()[1:]


def test_without_a_seed_one_is_drawn_and_shown() -> None:
    told = report("dicy-cards", "--games", "1")

    assert report("dicy-cards", "--games", "1", "--seed", str(told["seed"])) == told


def test_every_player_sits_in_every_seat_equally_often() -> None:
    assert [seated(["greedy", "random"], 3, number) for number in range(3)] == [
        ["greedy", "random", "greedy"],
        ["random", "greedy", "greedy"],
        ["greedy", "greedy", "random"],
    ]
    told = report("ice-dice", "--games", "6", "--players", "greedy,random", "--seats", "3", "--option", "variant=young")
    assert {level: results["won"]["of"] for level, results in told["players"].items()} == {"greedy": 12, "random": 6}


def test_options_hold_and_a_star_draws_one_of_the_accepted_values_for_each_game() -> None:
    told = report(
        "ice-dice", "--games", "30", "--players", "random", "--option", "variant=young", "--option", "reroll_limit=*", "--seed", "2"
    )

    assert len(told["options"]) > 10
    assert sum(option["count"] for option in told["options"].values()) == 30
    assert {int(card) for card in told["cards"]} <= set(range(1, 19))
    modes = report("dicy-cards", "--games", "15", "--players", "random", "--option", "mode=*", "--seed", "2")["options"]
    assert modes.keys() == {f"mode={mode}" for mode in ("beginner", "glacial", "interactions", "interglacial", "intermediate")}


def test_the_text_has_a_part_for_everything_that_is_counted() -> None:
    told = run("dicy-cards", "--games", "1", "--seed", "1", "--option", "mode=beginner")

    lines = told.stdout.splitlines()
    assert lines[0] == "dicy-cards: 1 game of greedy in 2 seats, seed 1, mode=beginner"
    titles = [line.split()[0] for before, line in itertools.pairwise(lines) if not before]
    assert titles == ["winners", "points", "length", "ends", "moves", "cards"]
    assert told.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["chess"], "Invalid value for GAME: 'chess' is not one of dicy-cards, ice-dice, dice-cards"),
        (["dicy-cards", "--games", "0"], "0 is not in the range"),
        (
            ["dicy-cards", "--players", "genius"],
            "Invalid value for --players: The levels of dicy-cards are random, greedy, steady, expert.",
        ),
        (["dicy-cards", "--players", ""], "Invalid value for --players: The levels of dicy-cards are random, greedy, steady, expert."),
        (["dicy-cards", "--seats", "99999999"], "Invalid value for --seats: dicy-cards is played by 2 to 4 seats, not 99999999"),
        (
            ["dicy-cards", "--players", "greedy,random,random", "--seats", "2"],
            "Invalid value for --players: 3 players cannot sit on 2 seats",
        ),
        (["dicy-cards", "--option", "mode"], "'mode' is not NAME=VALUE"),
        (["dicy-cards", "--option", "speed=3"], "Invalid value for --option: The options are mode, cards, first_seat."),
        (["dicy-cards", "--option", "speed=*"], "Invalid value for --option: The options of dicy-cards are mode, cards, first_seat."),
        (["dicy-cards", "--option", "mode=\udcff"], "Invalid value for --option: mode is one of glacial, "),
        (["dicy-cards", "--option", "mode=polar"], "Invalid value for --option: mode is one of glacial, "),
        (["dicy-cards", "--option", "cards=*"], "Invalid value for --option: cards has no value that can be drawn: choose one."),
    ],
)
def test_what_cannot_be_simulated_is_refused_with_a_reason(arguments: list[str], complaint: str) -> None:
    refused = run(*arguments)

    assert refused.exit_code == 2
    assert complaint in refused.stderr
    assert refused.stdout == ""


def test_a_game_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulating, "MOST_MOVES", 5)

    given_up = run("dicy-cards", "--games", "1")

    assert (given_up.exit_code, given_up.stderr) == (1, "Error: A game has not ended after 5 moves.\n")


def test_a_simulated_game_is_the_one_that_the_rules_play() -> None:
    game = games()["ice-dice"]
    choices: list[simulating.Choice] = []

    played = simulate(game, "1", ["greedy", "random"], {"variant": "young"}, choices.append)

    assert played.moves == len(choices)
    assert all(choice.command in choice.legal for choice in choices)
    assert played.options["variant"] == "young"
    assert played.rounds == game.round(choices[-1].state)
    assert played.turns == choices[-1].state.turns


def test_a_game_that_nobody_wins_counts_as_won_by_nobody() -> None:
    dicy = games()["dicy-cards"]

    def outcome(state: Any) -> Outcome | None:
        result = dicy.outcome(state)
        return None if result is None else replace(result, winners=())

    game = replace(dicy, outcome=outcome)
    tally = Tally(game)

    tally.add_game(simulate(game, "1", ["random", "random"], {}), ())

    assert [(results.won, len(results.points)) for results in tally.seats.values()] == [(0, 1), (0, 1)]
