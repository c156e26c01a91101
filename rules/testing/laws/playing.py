"""Laws about playing: what is legal, what is refused, what follows, who owes a decision."""

from collections.abc import Sequence
from dataclasses import fields
from random import Random
from typing import Any

import msgspec

from rules.game import AnyGame, is_name
from rules.rejected import Rejected
from rules.testing.near_misses import EACH, near_misses
from rules.testing.walks import attempt, dice, draws, fold, sampled, seat_of, walk


def a_game_starts_and_random_players_come_to_its_end(game: AnyGame, seats: int) -> None:
    _, steps, end = walk(game, seats)

    assert steps
    result = game.outcome(end)
    assert result is not None
    assert is_name(result.reason)
    ranks = [standing.rank for standing in result.ranking]
    assert sorted(standing.seat for standing in result.ranking) == list(range(seats))
    assert ranks == sorted(ranks)
    assert set(result.winners) <= {standing.seat for standing in result.ranking if standing.rank == 1}
    rounds = [game.round(step.state) for step in steps]
    assert rounds[0] == 1
    assert rounds == sorted(rounds)


def somebody_is_to_move_until_there_is_a_result(game: AnyGame, seats: int) -> None:
    _, steps, end = walk(game, seats)

    for step in steps:
        owing = game.to_move(step.state)
        assert owing
        assert list(owing) == sorted(set(owing) & set(range(seats)))
        assert game.outcome(step.state) is None
    assert game.to_move(end) == ()


def who_owes_a_decision_has_moves_and_nobody_else_has(game: AnyGame, seats: int) -> None:
    end = walk(game, seats).end

    for step in sampled(game, seats):
        for seat in range(seats):
            assert bool(game.legal(step.state, seat)) == (seat in game.to_move(step.state))
    assert all(not game.legal(end, seat) for seat in range(seats))


def every_listed_move_is_accepted_and_listed_once(game: AnyGame, seats: int) -> None:
    mind = Random(game.name)

    for step in sampled(game, seats):
        listed = game.legal(step.state, step.seat)
        assert len(set(listed)) == len(listed)
        for command in mind.sample(listed, min(EACH, len(listed))):
            events = attempt(game, step, command)
            assert not isinstance(events, Rejected), f"{command} is listed but refused: {events}"
            assert step.seat in map(seat_of, events), f"{command} is answered by no event of its own seat"
            assert set(map(type, events)) <= set(game.events)


def a_move_that_is_not_listed_is_refused_with_a_known_code_or_does_what_a_listed_one_does(game: AnyGame, seats: int) -> None:
    mind = Random(game.name)

    for step in sampled(game, seats)[::2]:
        listed = game.legal(step.state, step.seat)
        known, after = set(listed), dict[type[Any], list[Any]]()
        for command in near_misses(game, listed, mind):
            if command not in known:
                answer = attempt(game, step, command)
                if isinstance(answer, Rejected):
                    assert answer.code in game.rejections
                    assert answer.detail.endswith(".")
                    assert answer.field is None or answer.field in {field.name for field in fields(command)}
                else:
                    if type(command) not in after:
                        alike = [attempt(game, step, move) for move in listed if type(move) is type(command)]
                        after[type(command)] = [fold(game, step.state, events) for events in alike if not isinstance(events, Rejected)]
                    reached = fold(game, step.state, answer)
                    assert reached in after[type(command)], f"{command} is not listed but accepted, and nothing listed is like it"


def a_seat_that_owes_nothing_is_refused(game: AnyGame, seats: int) -> None:
    _, steps, end = walk(game, seats)
    over = [steps[-1]._replace(state=end, seat=seat) for seat in range(seats)]
    waiting = [step._replace(seat=seat) for step in sampled(game, seats) for seat in range(seats) if seat not in game.to_move(step.state)]
    nobody = [step._replace(seat=seat) for step in sampled(game, seats) for seat in (-1, seats)]

    for step in (*over, *waiting, *nobody):
        refused = attempt(game, step, step.command)
        assert isinstance(refused, Rejected)
        assert refused.code in game.rejections


def the_same_move_in_the_same_state_has_the_same_dice(game: AnyGame, seats: int) -> None:
    for step in walk(game, seats).steps:
        assert attempt(game, step, step.command) == step.events


def draws_count_up_without_a_gap(game: AnyGame, seats: int) -> None:
    numbers = [event.draw.n for event in walk(game, seats).events if getattr(event, "draw", None) is not None]

    assert numbers == list(range(len(numbers)))


def folding_twice_gives_the_same_state(game: AnyGame, seats: int) -> None:
    once = walk(game, seats)

    again = fold(game, None, once.events)

    assert again == once.end
    assert isinstance(again, game.state)


def nothing_that_a_game_is_asked_changes_the_state(game: AnyGame, seats: int) -> None:
    for step in sampled(game, seats):
        before = msgspec.json.encode(step.state)
        for question in (game.legal, game.default, game.clock, game.view, game.picture):
            question(step.state, step.seat)
        game.scores(step.state)
        attempt(game, step, step.command)
        game.resign(step.state, step.seat, dice(step.drawn))
        fold(game, step.state, step.events)
        assert msgspec.json.encode(step.state) == before


def the_default_is_a_legal_move(game: AnyGame, seats: int) -> None:
    for step in walk(game, seats).steps:
        for seat in game.to_move(step.state):
            assert game.default(step.state, seat) in game.legal(step.state, seat)


def every_built_in_player_makes_legal_moves_and_the_same_again(game: AnyGame, seats: int) -> None:
    for level, player in game.players.items():
        for step in sampled(game, seats):
            for seat in game.to_move(step.state):
                move = player.choose(step.state, seat, dice(step.drawn))
                assert move in game.legal(step.state, seat), level
                assert move == player.choose(step.state, seat, dice(step.drawn))


def a_player_who_ranks_moves_ranks_every_legal_one_the_best_first(game: AnyGame, seats: int) -> None:
    """And plays the best of them, or one that is worth `margin` less at most. Where nothing is owed, nothing is ranked."""
    for player, rank in ((player, player.rank) for player in game.players.values() if player.rank is not None):
        for step in sampled(game, seats):
            ranked = list(rank(step.state, step.seat))
            moves, values = [one.command for one in ranked], [one.value for one in ranked]
            assert len(moves) == len(set(moves))
            assert set(moves) == set(game.legal(step.state, step.seat))
            assert values[moves.index(player.choose(step.state, step.seat, dice(step.drawn)))] >= values[0] - player.margin
            assert values == sorted(values, reverse=True)
            assert all(one.chance is None or 0 <= one.chance <= 100 for one in ranked)
            assert ranked == list(rank(step.state, step.seat))
            assert not any(rank(step.state, seat) for seat in range(seats) if seat not in game.to_move(step.state))
        assert not any(rank(walk(game, seats).end, seat) for seat in range(seats))


def the_command_is_found_again_in_what_it_caused(game: AnyGame, seats: int) -> None:
    for step in walk(game, seats).steps:
        assert attempt(game, step, game.command_of(step.events)) == step.events


def of_the_first_events_of_a_command_one_is_found_that_begins_with_them(game: AnyGame, seats: int) -> None:
    """A fork may begin between two events of one command of its source."""
    for step in sampled(game, seats):
        for number in range(1, len(step.events)):
            begun = step.events[:number]
            answered = attempt(game, step, game.command_of(begun))
            assert not isinstance(answered, Rejected)
            assert answered[:number] == begun


def nothing_is_no_command_and_neither_is_the_beginning_of_a_game(game: AnyGame, seats: int) -> None:
    for events in ((), walk(game, seats).setup):
        _check_no_command(game, events)


def no_command_begins_with_what_only_follows(game: AnyGame, seats: int) -> None:
    """Neither with a type of event that is never the first of a move, nor with a resignation."""
    steps = walk(game, seats).steps
    begin = {type(step.events[0]) for step in steps}
    follow = {type(event): event for step in steps for event in step.events if type(event) not in begin}
    gone = game.resign(steps[0].state, steps[0].seat, dice(steps[0].drawn))

    for event in (*follow.values(), *(event for event in gone if type(event) not in begin)):
        _check_no_command(game, (event,))


def _check_no_command(game: AnyGame, events: Sequence[Any]) -> None:
    try:
        command = game.command_of(events)
    except ValueError:
        return
    raise AssertionError(f"{command} is found in {events}, which no command has caused")


def a_move_closes_no_open_decision_of_another_seat(game: AnyGame, seats: int) -> None:
    """An event of a seat closes that seat's decision; a seat that has not answered yet must keep its decision."""
    for step in walk(game, seats).steps:
        state, unanswered = step.state, set(game.to_move(step.state)) - {step.seat}
        for event in step.events:
            assert seat_of(event) not in unanswered
            state = game.evolve(state, event)
            unanswered &= set(game.to_move(state))


def a_seat_that_resigned_is_not_waited_for(game: AnyGame, seats: int) -> None:
    for step in sampled(game, seats):
        state, drawn = step.state, step.drawn
        staying = Random(game.name).sample(range(seats), seats)
        while game.outcome(state) is None:
            assert staying, "everybody has resigned, and there is no result"
            seat = staying.pop(0)
            events = game.resign(state, seat, dice(drawn))
            assert seat not in game.to_move(game.evolve(state, events[0]))
            state, drawn = fold(game, state, events), draws(drawn, events)
            assert seat not in game.to_move(state)
            assert bool(game.to_move(state)) == (game.outcome(state) is None)
