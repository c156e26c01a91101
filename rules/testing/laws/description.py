"""Laws about what a game says of itself: names, types, codes, options, texts."""

from collections.abc import Mapping
from itertools import product
from typing import Any, Final, get_type_hints

import msgspec

from rules.dice import Draw
from rules.game import MOST_SEATS, AnyGame, is_name
from rules.rejected import Rejected
from rules.testing.plain import is_frozen, is_made_of_fields, shape
from rules.testing.walks import dice, fold
from rules.texts.catalogue import catalogue
from rules.texts.files import LANGUAGES

_OF_ANY_TYPE: Final[tuple[Any, ...]] = ("", "no-such-value", True, False, -1, 1.5, 10**30, [], {}, [None])
"""Values of every JSON type that no option has."""


def a_game_declares_itself(game: AnyGame, seats: int) -> None:
    assert is_name(game.name)
    assert game.ruleset >= 1
    assert game.seats
    assert 1 <= game.seats[0] <= game.seats[-1] <= MOST_SEATS
    assert game.turn_seconds is None or game.turn_seconds > 0
    assert {"random", "greedy"} <= game.players.keys()


def commands_are_plain_orders(game: AnyGame, seats: int) -> None:
    for wire, command in game.commands.items():
        assert is_name(wire)
        assert is_made_of_fields(command)


def events_are_plain_facts_with_names_written_by_hand(game: AnyGame, seats: int) -> None:
    events = game.events

    assert len({event.type for event in events}) == len(events)
    for event in events:
        prefix, _, rest = event.type.partition(".")
        assert prefix == game.name
        assert is_name(rest)
        assert event.schema >= 1
        for schema in range(2, event.schema + 1):
            assert (event.type, schema) in game.added_members, f"Game.added_members: what {event.type} has since schema {schema}"
        assert is_frozen(event)
        hints = get_type_hints(event)
        assert hints.get("seat", int) in (int, int | None)
        assert hints.get("draw", Draw) in (Draw, Draw | None)


def every_refusal_has_a_code_and_a_sentence(game: AnyGame, seats: int) -> None:
    rejections = catalogue(game, "en")["rejections"]

    assert {"option-unknown", "option-invalid"} <= rejections.keys()
    for code, sentence in rejections.items():
        assert is_name(code)
        assert sentence.endswith(".")


def the_catalogue_says_the_same_in_both_languages(game: AnyGame, seats: int) -> None:
    english, french = (catalogue(game, language) for language in LANGUAGES)

    assert shape(english) == shape(french)
    assert english["title"]
    assert english["summary"] != french["summary"]
    for option in english["options"].values():
        assert option.keys() == {"about", "default", "values", "numbers", "picks", "with"}
        assert option["default"] is None or not option["values"] or str(option["default"]) in option["values"]
        assert option["numbers"] is None or (not option["values"] and option["numbers"]["minimum"] <= option["numbers"]["maximum"])
        assert all(value in english["options"][other]["values"] for other, value in (option["with"] or {}).items())
    assert list(english["moves"]) == list(game.commands)


def an_option_that_does_not_exist_is_refused(game: AnyGame, seats: int) -> None:
    for timed in (False, True):
        refused = refused_options(game, {"no-such-option": 1}, seats, timed=timed)
        assert refused is not None
        assert (refused.code, refused.field) == ("option-unknown", "options.no-such-option")


def complete_options_are_json_and_may_be_given_back(game: AnyGame, seats: int) -> None:
    for timed in (False, True):
        complete = game.options({}, seats, timed)
        assert complete.keys() == game.catalogue.options.keys()
        assert all(complete[name] == option.default for name, option in game.catalogue.options.items() if option.default is not None)
        assert game.options(msgspec.json.decode(msgspec.json.encode(complete)), seats, timed) == complete


def a_game_starts_with_every_value_of_every_option(game: AnyGame, seats: int) -> None:
    """A value that needs other options (such as the cards of a mode) may be refused as `option-invalid`."""
    for (option, described), timed in product(catalogue(game, "en")["options"].items(), (False, True)):
        for value in (*described["values"], *(described["numbers"] or {}).values()):
            refused = refused_options(game, {option: value}, seats, timed=timed)
            if refused is None:
                chosen = game.options({option: value}, seats, timed)
                assert chosen[option] == value
                assert game.to_move(fold(game, None, game.setup(chosen, seats, dice(0))))
            else:
                assert refused.code == "option-invalid"


def an_option_takes_nothing_beyond_what_it_names(game: AnyGame, seats: int) -> None:
    """Another value of any JSON type is refused, at its field, with the values or numbers that there are."""
    for option, described in catalogue(game, "en")["options"].items():
        words, numbers = list(described["values"]), list((described["numbers"] or {}).values())
        beyond = [numbers[0] - 1, numbers[-1] + 1, float(numbers[0]), str(numbers[0])] if numbers else []
        beyond += [None] if words and described["default"] is not None else []
        for value in (*beyond, *_OF_ANY_TYPE, *(word.title() for word in words), *([word] for word in words)):
            refused = refused_options(game, {option: value}, seats, timed=True)
            assert refused is not None, f"{option} may be {value!r}"
            assert (refused.code, refused.field) == ("option-invalid", f"options.{option}")
            assert described["with"] or all(str(known) in refused.detail for known in (*words, *numbers))


def refused_options(game: AnyGame, chosen: Mapping[str, Any], seats: int, *, timed: bool) -> Rejected | None:
    try:
        game.options(chosen, seats, timed)
    except Rejected as refused:
        return refused
    return None
