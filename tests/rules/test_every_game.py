"""Rules that every game follows. A new folder under `rules/` is tested here without any added line.

Random players play each game once for every number of seats; the tests check that walk in different ways.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import Field, fields, is_dataclass, replace
from functools import cache
from random import Random
from types import UnionType
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
import pytest

from rules.dice import DiceSeed, Draw, SeededDice
from rules.game import AnyGame, Seat
from rules.registry import games
from rules.rejected import Rejected

GAMES = games()
TABLES = [(name, seats) for name, game in GAMES.items() for seats in game.seats]
"""Every game with every number of seats."""

SAMPLES = 24
"""The number of states, spread over a walk, that the slower tests use."""

EACH = 25
"""The largest number of listed moves that a test tries in such a state, and the number of unlisted ones per kind."""

each_game = pytest.mark.parametrize("name", GAMES)
each_table = pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])
timed_or_not = pytest.mark.parametrize("timed", [False, True], ids=["untimed", "timed"])


class Step(NamedTuple):
    """A state with a pending decision, the draws before it, and the events of a random player's move of `seat`."""

    state: Any
    drawn: int
    seat: Seat
    command: Any
    events: tuple[Any, ...]


class Walk(NamedTuple):
    """A whole game from its set-up to its end."""

    setup: tuple[Any, ...]
    steps: tuple[Step, ...]
    end: Any

    @property
    def events(self) -> tuple[Any, ...]:
        return (*self.setup, *(event for step in self.steps for event in step.events))


@cache
def walk(name: str, seats: int) -> Walk:
    game = GAMES[name]
    mind = Random(f"{name} {seats}")
    setup = tuple(game.setup(game.options({}, seats, False), seats, dice(0)))
    state, drawn = fold(game, None, setup), draws(0, setup)
    steps: list[Step] = []
    while owing := game.to_move(state):
        seat = mind.choice(owing)
        command = game.players["random"].choose(state, seat, SeededDice(DiceSeed("mind", "00" * 32), (), len(steps)))
        events = tuple(game.decide(state, seat, command, dice(drawn)))
        steps.append(Step(state, drawn, seat, command, events))
        state, drawn = fold(game, state, events), draws(drawn, events)
    return Walk(setup, tuple(steps), state)


def sampled(name: str, seats: int) -> Sequence[Step]:
    steps = walk(name, seats).steps
    return steps[:: max(1, len(steps) // SAMPLES)]


def dice(drawn: int) -> SeededDice:
    return SeededDice(DiceSeed("every-game", "5e" * 32), (), drawn)


def fold(game: AnyGame, state: Any, events: Iterable[Any]) -> Any:
    for event in events:
        state = game.evolve(state, event)
    return state


def draws(before: int, events: Iterable[Any]) -> int:
    """The number of draws after these events."""
    return max((draw.n + 1 for event in events if (draw := getattr(event, "draw", None)) is not None), default=before)


def seat_of(event: Any) -> Seat | None:
    return getattr(event, "seat", None)


def attempt(game: AnyGame, step: Step, command: Any) -> tuple[Any, ...] | Rejected:
    try:
        return tuple(game.decide(step.state, step.seat, command, dice(step.drawn)))
    except Rejected as refused:
        return refused


# --- a game's description ---


@each_game
def test_a_game_declares_itself(name: str) -> None:
    game = GAMES[name]

    assert game.name == name
    assert is_kebab(name)
    assert game.ruleset >= 1
    assert game.seats
    assert game.turn_seconds is None or game.turn_seconds > 0
    assert {"random", "greedy"} <= game.players.keys()


@each_game
def test_commands_are_plain_orders(name: str) -> None:
    for wire, command in GAMES[name].commands.items():
        assert is_kebab(wire)
        assert is_frozen(command)
        hints = get_type_hints(command)
        for field in fields(command):
            assert is_plain(hints[field.name])


@each_game
def test_events_are_plain_facts_with_names_written_by_hand(name: str) -> None:
    events = GAMES[name].events

    assert len({event.type for event in events}) == len(events)
    for event in events:
        prefix, _, rest = event.type.partition(".")
        assert prefix == name
        assert is_kebab(rest)
        assert event.schema >= 1
        assert is_frozen(event)
        hints = get_type_hints(event)
        assert hints.get("seat", int) in (int, int | None)
        assert hints.get("draw", Draw) in (Draw, Draw | None)


@each_game
def test_every_refusal_has_a_code_and_a_sentence(name: str) -> None:
    rejections = GAMES[name].rejections

    assert {"option-unknown", "option-invalid"} <= rejections.keys()
    for code, sentence in rejections.items():
        assert is_kebab(code)
        assert sentence.endswith(".")


@each_game
def test_the_catalogue_says_the_same_in_both_languages(name: str) -> None:
    english, french = (GAMES[name].catalogue(language) for language in ("en", "fr"))

    assert shape(english) == shape(french)
    assert english["title"]
    assert english["summary"] != french["summary"]
    for option in english["options"].values():
        assert option.keys() == {"about", "default", "values", "numbers"}
        assert option["default"] is None or not option["values"] or str(option["default"]) in option["values"]
        assert option["numbers"] is None or (not option["values"] and option["numbers"]["minimum"] <= option["numbers"]["maximum"])


@each_table
@timed_or_not
def test_an_option_that_does_not_exist_is_refused(name: str, seats: int, timed: bool) -> None:
    with pytest.raises(Rejected) as caught:
        GAMES[name].options({"no-such-option": 1}, seats, timed)

    assert caught.value.code == "option-unknown"
    assert caught.value.field == "options.no-such-option"


@each_table
@timed_or_not
def test_complete_options_are_json_and_may_be_given_back(name: str, seats: int, timed: bool) -> None:
    complete = GAMES[name].options({}, seats, timed)

    assert complete.keys() == GAMES[name].catalogue("en")["options"].keys()
    assert GAMES[name].options(msgspec.json.decode(msgspec.json.encode(complete)), seats, timed) == complete


@each_table
@timed_or_not
def test_a_game_starts_with_every_value_of_every_option(name: str, seats: int, timed: bool) -> None:
    game = GAMES[name]
    for option, described in game.catalogue("en")["options"].items():
        for value in (*described["values"], *(described["numbers"] or {}).values()):
            chosen = accepted_options(game, {option: value}, seats, timed)
            if chosen is not None:
                assert chosen[option] == value
                state = fold(game, None, game.setup(chosen, seats, dice(0)))
                assert game.to_move(state)


@each_game
def test_an_option_takes_no_number_beyond_those_it_names(name: str) -> None:
    game = GAMES[name]
    for option, described in game.catalogue("en")["options"].items():
        if described["numbers"] is not None:
            for number in (described["numbers"]["minimum"] - 1, described["numbers"]["maximum"] + 1):
                assert accepted_options(game, {option: number}, game.seats[0], False) is None


# --- playing ---


@each_table
def test_a_game_starts_and_random_players_come_to_its_end(name: str, seats: int) -> None:
    game, (_, steps, end) = GAMES[name], walk(name, seats)

    assert steps
    result = game.outcome(end)
    assert result is not None
    assert is_kebab(result.reason)
    ranks = [standing.rank for standing in result.ranking]
    assert sorted(standing.seat for standing in result.ranking) == list(range(seats))
    assert ranks == sorted(ranks)
    assert set(result.winners) <= {standing.seat for standing in result.ranking if standing.rank == 1}
    rounds = [game.round(step.state) for step in steps]
    assert rounds[0] == 1
    assert rounds == sorted(rounds)


@each_table
def test_somebody_is_to_move_until_there_is_a_result(name: str, seats: int) -> None:
    game, (_, steps, end) = GAMES[name], walk(name, seats)

    for step in steps:
        owing = game.to_move(step.state)
        assert owing
        assert list(owing) == sorted(set(owing) & set(range(seats)))
        assert game.outcome(step.state) is None
    assert game.to_move(end) == ()


@each_table
def test_who_owes_a_decision_has_moves_and_nobody_else_has(name: str, seats: int) -> None:
    game, (_, _, end) = GAMES[name], walk(name, seats)

    for step in sampled(name, seats):
        for seat in range(seats):
            assert bool(game.legal(step.state, seat)) == (seat in game.to_move(step.state))
    assert all(not game.legal(end, seat) for seat in range(seats))


@each_table
def test_every_listed_move_is_accepted_and_listed_once(name: str, seats: int) -> None:
    game, mind = GAMES[name], Random(name)

    for step in sampled(name, seats):
        listed = game.legal(step.state, step.seat)
        assert len(set(listed)) == len(listed)
        for command in mind.sample(listed, min(EACH, len(listed))):
            events = attempt(game, step, command)
            assert not isinstance(events, Rejected), f"{command} is listed but refused: {events}"
            assert step.seat in map(seat_of, events), f"{command} is answered by no event of its own seat"
            assert set(map(type, events)) <= set(game.events)


@each_table
def test_a_move_that_is_not_listed_is_refused_with_a_known_code_or_does_what_a_listed_one_does(name: str, seats: int) -> None:
    game, mind = GAMES[name], Random(name)

    for step in sampled(name, seats):
        listed = game.legal(step.state, step.seat)
        known = set(listed)
        for command in near_misses(game, listed, mind):
            if command not in known:
                answer = attempt(game, step, command)
                if isinstance(answer, Rejected):
                    assert answer.code in game.rejections
                    assert answer.detail.endswith(".")
                    assert answer.field is None or answer.field in get_type_hints(type(command))
                else:
                    alike = [attempt(game, step, move) for move in listed if type(move) is type(command)]
                    after = [fold(game, step.state, events) for events in alike if not isinstance(events, Rejected)]
                    assert fold(game, step.state, answer) in after, f"{command} is not listed but accepted, and nothing listed is like it"


@each_table
def test_a_seat_that_owes_nothing_is_refused(name: str, seats: int) -> None:
    game, (_, steps, end) = GAMES[name], walk(name, seats)
    over = [steps[-1]._replace(state=end, seat=seat) for seat in range(seats)]
    waiting = [step._replace(seat=seat) for step in sampled(name, seats) for seat in range(seats) if seat not in game.to_move(step.state)]

    for step in (*over, *waiting):
        refused = attempt(game, step, step.command)
        assert isinstance(refused, Rejected)
        assert refused.code in game.rejections


@each_table
def test_the_same_move_in_the_same_state_has_the_same_dice(name: str, seats: int) -> None:
    for step in walk(name, seats).steps:
        assert attempt(GAMES[name], step, step.command) == step.events


@each_table
def test_draws_count_up_without_a_gap(name: str, seats: int) -> None:
    numbers = [event.draw.n for event in walk(name, seats).events if getattr(event, "draw", None) is not None]

    assert numbers == list(range(len(numbers)))


@each_table
def test_folding_twice_gives_the_same_state(name: str, seats: int) -> None:
    once = walk(name, seats)

    again = fold(GAMES[name], None, once.events)

    assert again == once.end
    assert isinstance(again, GAMES[name].state)


@each_table
def test_nothing_that_a_game_is_asked_changes_the_state(name: str, seats: int) -> None:
    game = GAMES[name]

    for step in sampled(name, seats):
        before = msgspec.json.encode(step.state)
        for question in (game.legal, game.default, game.clock, game.view):
            question(step.state, step.seat)
        for look in (game.scores, game.picture):
            look(step.state)
        attempt(game, step, step.command)
        game.resign(step.state, step.seat, dice(step.drawn))
        fold(game, step.state, step.events)
        assert msgspec.json.encode(step.state) == before


@each_table
def test_the_default_is_a_legal_move(name: str, seats: int) -> None:
    game = GAMES[name]

    for step in walk(name, seats).steps:
        for seat in game.to_move(step.state):
            assert game.default(step.state, seat) in game.legal(step.state, seat)


@each_table
def test_every_built_in_player_makes_legal_moves_and_the_same_again(name: str, seats: int) -> None:
    game = GAMES[name]

    for level, player in game.players.items():
        for step in sampled(name, seats):
            for seat in game.to_move(step.state):
                move = player.choose(step.state, seat, dice(step.drawn))
                assert move in game.legal(step.state, seat), level
                assert move == player.choose(step.state, seat, dice(step.drawn))


@each_table
def test_a_player_who_ranks_moves_ranks_every_legal_one_the_best_first(name: str, seats: int) -> None:
    game = GAMES[name]

    for rank in (player.rank for player in game.players.values() if player.rank is not None):
        for step in sampled(name, seats):
            ranked = rank(step.state, step.seat)
            moves, points = [move for move, _ in ranked], [points for _, points in ranked]
            assert len(moves) == len(set(moves))
            assert set(moves) == set(game.legal(step.state, step.seat))
            assert points == sorted(points, reverse=True)
            assert ranked == rank(step.state, step.seat)


@each_table
def test_the_command_is_found_again_in_what_it_caused(name: str, seats: int) -> None:
    game = GAMES[name]

    for step in walk(name, seats).steps:
        assert attempt(game, step, game.command_of(step.events)) == step.events


@each_table
def test_of_the_first_events_of_a_command_one_is_found_that_begins_with_them(name: str, seats: int) -> None:
    """A fork may begin between two events of one command of its source."""
    game = GAMES[name]

    for step in sampled(name, seats):
        for number in range(1, len(step.events)):
            begun = step.events[:number]
            answered = attempt(game, step, game.command_of(begun))
            assert not isinstance(answered, Rejected)
            assert answered[:number] == begun


@each_table
def test_a_move_closes_no_open_decision_of_another_seat(name: str, seats: int) -> None:
    """An event of a seat closes that seat's decision; a seat that has not answered yet must keep its decision."""
    game = GAMES[name]

    for step in walk(name, seats).steps:
        state, unanswered = step.state, set(game.to_move(step.state)) - {step.seat}
        for event in step.events:
            assert seat_of(event) not in unanswered
            state = game.evolve(state, event)
            unanswered &= set(game.to_move(state))


@each_table
def test_a_seat_that_resigned_is_not_waited_for(name: str, seats: int) -> None:
    game = GAMES[name]

    for step in sampled(name, seats):
        state, drawn = step.state, step.drawn
        for seat in Random(name).sample(range(seats), seats):
            if game.outcome(state) is not None:
                break
            events = game.resign(state, seat, dice(drawn))
            assert seat not in game.to_move(game.evolve(state, events[0]))
            state, drawn = fold(game, state, events), draws(drawn, events)
            assert seat not in game.to_move(state)
            assert bool(game.to_move(state)) == (game.outcome(state) is None)
        assert game.outcome(state) is not None


# --- stored and shown data ---


@each_table
def test_states_and_events_are_the_same_after_a_round_trip_through_json(name: str, seats: int) -> None:
    game, whole = GAMES[name], walk(name, seats)

    for state in (*(step.state for step in whole.steps), whole.end):
        assert msgspec.json.decode(msgspec.json.encode(state), type=game.state) == state
    for event in whole.events:
        assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event


@each_table
def test_what_is_shown_are_fields_that_exist_and_views_that_are_json(name: str, seats: int) -> None:
    game, whole = GAMES[name], walk(name, seats)

    for viewer in (None, *range(seats)):
        for event in whole.events:
            assert set(game.visible(event, viewer)) <= {field.name for field in fields(event)}
        for state in (*(step.state for step in sampled(name, seats)), whole.end):
            view = game.view(state, viewer)
            assert shape(msgspec.json.decode(msgspec.json.encode(view))) == shape(msgspec.to_builtins(view))


@each_table
def test_every_seat_has_points_and_in_the_end_those_of_the_ranking(name: str, seats: int) -> None:
    game, (_, steps, end) = GAMES[name], walk(name, seats)

    for state in (*(step.state for step in steps), end):
        assert len(game.scores(state)) == seats
    result = game.outcome(end)
    assert result is not None
    assert {standing.seat: standing.points for standing in result.ranking} == dict(enumerate(game.scores(end)))


@each_table
def test_what_happened_is_told_in_one_sentence_or_not_at_all(name: str, seats: int) -> None:
    told = [GAMES[name].words(event, ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"][:seats]) for event in walk(name, seats).events]

    assert any(told)
    assert all(re.fullmatch(r"|[A-Z][^\n]*\.", sentence) for sentence in told)


@each_table
def test_a_picture_shows_dice_and_every_seats_points_and_cards(name: str, seats: int) -> None:
    game, (_, _, end) = GAMES[name], walk(name, seats)

    for state in (*(step.state for step in sampled(name, seats)), end):
        picture = game.picture(state)
        assert picture == msgspec.json.decode(msgspec.json.encode(picture))
        assert picture.keys() == {"dice", "seats", "shared", "turn"}
        assert all(face is None or isinstance(face, int) for face in picture["dice"])
        assert [seat["points"] for seat in picture["seats"]] == list(game.scores(state))
        assert all(pile.keys() == {"title", "cards"} and pile["title"] for pile in picture["shared"])
        lying = [card for pile in picture["shared"] for card in pile["cards"] if card is not None]
        for card in (*lying, *(card for seat in picture["seats"] for card in seat["cards"])):
            tint = card.pop("tint")
            assert {key: type(value) for key, value in card.items()} == {"id": str, "title": str, "active": bool}
            assert tint is None or tint in range(6)
        assert picture["turn"] in ((None,) if game.outcome(state) else range(seats))


# --- helpers ---


def is_kebab(text: str) -> bool:
    return re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", text) is not None


def is_frozen(kind: Any) -> bool:
    params = getattr(kind, "__dataclass_params__", None)
    return params is not None and params.frozen and hasattr(kind, "__slots__")


def is_plain(kind: Any) -> bool:
    """Whether a command's field may have this type: a number, a word, a set or tuple of numbers, or an object of such fields."""
    if get_origin(kind) is UnionType:
        number, made = get_args(kind)
        return number is int and is_made_of_fields(made)
    return kind in (int, str, frozenset[int], tuple[int, ...]) or get_origin(kind) is Literal or is_made_of_fields(kind)


def is_made_of_fields(kind: Any) -> bool:
    return is_frozen(kind) and all(is_plain(inner) for inner in get_type_hints(kind).values())


def shape(value: Any) -> Any:
    """The keys of nested mappings and the lengths of lists, without the texts; an option's default and numbers stay."""
    if isinstance(value, Mapping):
        return {str(key): inner if key in {"default", "numbers", "id", "stand_in"} else shape(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [shape(inner) for inner in value]
    return type(value)


def accepted_options(game: AnyGame, chosen: Mapping[str, Any], seats: int, timed: bool) -> Mapping[str, Any] | None:
    """The complete options. None if this value is invalid or needs other options (such as the cards of a mode)."""
    try:
        return game.options(chosen, seats, timed)
    except Rejected as refused:
        assert refused.code == "option-invalid"  # noqa: PT017 - only this refusal is ignored here
        return None


def near_misses(game: AnyGame, listed: Iterable[Any], mind: Random) -> Iterator[Any]:
    """Well-typed moves of every kind: some invented, some listed ones with one changed field, at any depth."""
    for command in game.commands.values():
        alike = [move for move in listed if type(move) is command]
        for _ in range(EACH):
            yield made_up(command, mind)
            if alike and fields(command):
                yield with_a_change(mind.choice(alike), mind)


def with_a_change(value: Any, mind: Random) -> Any:
    """The value with one changed field, or with a change inside that field."""
    field = mind.choice(fields(value))
    inner = getattr(value, field.name)
    if is_dataclass(inner) and mind.random() < 0.8:
        return replace(value, **{field.name: with_a_change(inner, mind)})
    return replace(value, **{field.name: made_up_field(type(value), field, mind)})


def made_up(kind: Any, mind: Random, numbers: Sequence[int] = range(-1, 8)) -> Any:
    if kind is int:
        return mind.choice((*numbers, 10**20))
    if kind is str:
        return mind.choice(("", "no-such-thing", "\u2744"))
    if get_origin(kind) is UnionType:
        return made_up(mind.choice(get_args(kind)), mind, numbers)
    if is_frozen(kind):
        return kind(**{field.name: made_up_field(kind, field, mind) for field in fields(kind)})
    if get_origin(kind) is Literal:
        return mind.choice(get_args(kind))
    return get_origin(kind)([mind.choice(numbers) for _ in range(mind.randint(0, 7))])


def made_up_field(kind: Any, field: Field[Any], mind: Random) -> Any:
    """A value for a field; its numbers are within the field's bounds, or just outside them."""
    hint, bounds = get_type_hints(kind)[field.name], field.metadata
    return made_up(hint, mind, range(bounds["minimum"] - 1, bounds["maximum"] + 2)) if bounds else made_up(hint, mind)
