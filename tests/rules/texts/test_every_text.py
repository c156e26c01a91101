"""Every package with texts: both languages have the same messages with the same arguments, and every event, option, card and refusal of
every game has its own.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

from rules.dice import DiceSeed, SeededDice
from rules.game import AnyGame, Language
from rules.registry import games
from rules.table_events import TABLE_EVENTS
from rules.texts.bundles import resource
from rules.texts.catalogue import catalogue
from rules.texts.files import COMMON, LANGUAGES
from service.terminal.paper import TEXTS as TERMINAL
from workers.exports.transcript import TEXTS as EXPORTS

GAMES = games()
PACKAGES = (COMMON, EXPORTS, TERMINAL, *(game.texts for game in GAMES.values()))
FUNCTIONS = {"NAME", "TEXT", "EACH", "COUNT", "SORT"}

each_game = pytest.mark.parametrize("name", sorted(GAMES))
each_package = pytest.mark.parametrize("package", PACKAGES)


class Parts(Visitor):
    """What a message refers to: variables, functions and other messages; and the variants by the variable that chooses among them."""

    def __init__(self, message: ast.Message) -> None:
        self.variables: set[str] = set()
        self.functions: set[str] = set()
        self.messages: set[str] = set()
        self.variants: dict[str, set[str]] = {}
        self.visit(message)

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802 - named by the visitor
        self.variables.add(node.id.name)

    def visit_FunctionReference(self, node: ast.FunctionReference) -> None:  # noqa: N802 - named by the visitor
        self.functions.add(node.id.name)
        self.generic_visit(node)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802 - named by the visitor
        self.messages.add(node.id.name)

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:  # noqa: N802 - named by the visitor
        if isinstance(node.selector, ast.VariableReference):
            keys = {key.name if isinstance(key := variant.key, ast.Identifier) else key.value for variant in node.variants}
            self.variants.setdefault(node.selector.id.name, set()).update(keys)
        self.generic_visit(node)


@cache
def messages(package: str, language: Language) -> Mapping[str, ast.Message]:
    return {entry.id.name: entry for entry in resource(package, language).body if isinstance(entry, ast.Message)}


def shape(message: ast.Message) -> tuple[Any, ...]:
    """What must be equal in all languages. Which plural forms there are is for each language to say."""
    parts = Parts(message)
    chosen = {name: keys - {"one", "other"} for name, keys in parts.variants.items()}
    return (message.value is None, [one.id.name for one in message.attributes], parts.variables, {n: k for n, k in chosen.items() if k})


def variables(game: AnyGame, message: str) -> set[str]:
    """The arguments that a message needs, with those of the messages that it contains."""
    there = {**messages(COMMON, "en"), **messages(game.texts, "en")}
    parts = Parts(there[message])
    return parts.variables.union(*(variables(game, other) for other in parts.messages))


def arguments_of(game: AnyGame) -> Mapping[type[Any], set[str]]:
    """What the game gives to the sentences of each event besides its fields, as a whole game of random players has it."""
    seed = DiceSeed("arguments", "5e" * 32)
    given: dict[type[Any], set[str]] = {}
    state, drawn, waiting = None, 0, list(game.setup(game.options({}, game.seats[0], False), game.seats[0], SeededDice(seed, (), 0)))
    while waiting:
        for event in waiting:
            state = game.evolve(state, event)
            given.setdefault(type(event), set()).update(game.arguments(state, event))
            drawn = max(drawn, draw.n + 1) if (draw := getattr(event, "draw", None)) else drawn
        seat = next(iter(game.to_move(state)), None)
        dice = SeededDice(seed, (), drawn)
        waiting = [] if seat is None else list(game.decide(state, seat, game.players["random"].choose(state, seat, dice), dice))
    return given


@each_package
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_of_texts_is_read_whole_and_has_each_message_once(package: str, language: Language) -> None:
    entries = resource(package, language).body
    names = [entry.id.name for entry in entries if isinstance(entry, ast.Message)]

    assert [entry.content for entry in entries if isinstance(entry, ast.Junk)] == []
    assert [name for name, count in Counter(names).items() if count > 1] == []
    assert package == COMMON or not messages(package, language).keys() & messages(COMMON, language).keys()
    assert {name for entry in messages(package, language).values() for name in Parts(entry).functions} <= FUNCTIONS


@each_package
def test_all_languages_have_the_same_messages_with_the_same_arguments(package: str) -> None:
    first, *others = ({name: shape(entry) for name, entry in messages(package, language).items()} for language in LANGUAGES)

    assert others == [first] * len(others)
    assert list(messages(package, "en")) == list(messages(package, "fr"))


@each_package
def test_french_has_its_own_signs_and_spaces(package: str) -> None:
    text = files(package).joinpath("texts", "fr.ftl").read_text(encoding="utf-8")
    lines = [line.partition(" = ")[2] or line for line in text.splitlines() if not line.startswith("#")]

    assert [line for line in lines if "'" in line] == []
    assert [line for line in lines for sign in ";:!?»" if f" {sign}" in line.replace("  ", " ")] == []


@each_game
def test_every_event_has_a_sentence_whose_arguments_it_gives(name: str) -> None:
    game = GAMES[name]
    given = arguments_of(game)

    for event in game.events:
        message = f"event-{event.type.partition('.')[2]}"
        known = {field.name for field in fields(event)} | {"late"} | given.get(event, set())
        assert variables(game, message) <= known, message
    told = {entry for entry in messages(game.texts, "en") if entry.startswith("event-")}
    assert told == {f"event-{event.type.partition('.')[2]}" for event in game.events}


@each_game
def test_every_move_has_a_phrase(name: str) -> None:
    phrases = {entry for entry in messages(GAMES[name].texts, "en") if entry.startswith("command-")}

    assert phrases == {f"command-{command}" for command in GAMES[name].commands}


@each_game
def test_a_sentence_that_chooses_by_a_field_has_a_form_for_each_of_its_values(name: str) -> None:
    game = GAMES[name]

    for event in game.events:
        parts = Parts(messages(game.texts, "en")[f"event-{event.type.partition('.')[2]}"])
        for field, values in _closed(event):
            assert parts.variants.get(field, values) == values, (event.type, field)


def _closed(event: Any) -> Iterator[tuple[str, set[str]]]:
    """The fields of a closed set of values, as texts read them."""
    for field, hint in get_type_hints(event).items():
        if get_origin(hint) is Literal:
            yield field, set(get_args(hint))
        elif hint is bool:
            yield field, {"yes", "no"}


def test_every_event_of_a_table_has_a_sentence() -> None:
    told = {entry for entry in messages(COMMON, "en") if entry.startswith("table-")}

    assert told == {event.type.replace(".", "-") for event in TABLE_EVENTS}


@each_game
def test_a_game_has_a_text_for_each_refusal_and_each_reason_to_end_and_no_other(name: str) -> None:
    game = GAMES[name]
    there = messages(game.texts, "en")
    reasons = get_args(import_module(f"{game.texts}.events").Reason)

    assert [entry.removeprefix("refusal-") for entry in there if entry.startswith("refusal-")] == list(game.rejections)
    assert {*there, *messages(COMMON, "en")} >= {f"reason-{reason}" for reason in reasons}


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_and_the_rules_are_whole(name: str, language: Language) -> None:
    game = GAMES[name]
    rules = [entry for entry in messages(game.texts, language).values() if entry.id.name.startswith("rule-")]

    assert catalogue(game, language).keys() == {"title", "summary", "options", "cards", "piles", "moves", "rejections"}
    assert len(rules) > 3
    assert all([attribute.id.name for attribute in rule.attributes] == ["text"] for rule in rules)
