"""What counts as a part of a game, and what does not."""

from bench.cost_of_a_game import Cost, cost, is_named, part_of, table


def lines(text: str, game: str = "ice-dice", path: str = "service/some.mjs") -> int:
    return sum(found.lines for found in cost(game, {path: text}).values())


def test_a_file_that_is_named_for_a_game_is_one_of_its_files() -> None:
    for path in (
        "rules/ice_dice/legal.py",
        "tests/events/proof/ice_forgeries.py",
        "tests/test_ice_stories.py",
        "examples/ice-dice-board.toml",
    ):
        assert is_named(path, "ice-dice")
        assert cost("ice-dice", {path: "one\n\ntwo\n"})[part_of(path)] == Cost(1, 3)


def test_a_file_that_begins_with_a_general_word_belongs_to_no_game() -> None:
    assert not is_named("rules/dice.py", "dice-cards")
    assert not is_named("service/notice_dice.py", "ice-dice")
    assert is_named("rules/dice_cards/dice.py", "dice-cards")


def test_elsewhere_a_line_counts_that_names_the_game_however_it_is_spelled() -> None:
    assert lines("of ice-dice\nIce Dice\nIceDice\nICE_DICE\nice_dice\nnice dice\nDicy Cards\n") == 5
    assert cost("ice-dice", {"docs/bots.md": "Ice Dice\n"})["docs"] == Cost(0, 1)


def test_a_definition_that_is_named_for_the_game_counts_whole() -> None:
    assert lines("    IceDiceState:\n      type: object\n\n      required: [dice]\n    Other:\n      type: object\n") == 4
    assert lines("class IceDice {\n  roll() {\n  }\n}\nclass Other {\n}\n") == 4
    assert lines("def other():\n    return 1\n") == 0


def test_a_section_that_is_named_for_the_game_counts_whole() -> None:
    assert lines("// --- 7. Dice ---\nroll();\n// --- 8. The rules of Ice Dice ---\nshift();\n// --- 9. The end ---\n") == 2


def test_what_commands_have_recorded_is_counted_apart() -> None:
    assert part_of("tests/golden/ice-dice/stalemate.json") == "golden games"
    assert part_of("tests/samples/ice-dice.dice-rolled@1.json") == "samples"
    assert part_of("tests/rules/ice_dice/reach.json") == "data"
    assert part_of("tests/golden/recipes/ice_dice.py") == "tests: recipes"


def test_the_contract_costs_a_game_its_part_and_no_line_of_what_is_built_of_it() -> None:
    now = {"contract/games/ice-dice.yaml": "one\ntwo\n", "openapi.yaml": "IceDiceState:\n  type: object\n"}

    assert cost("ice-dice", now)["contract"] == Cost(1, 2)
    assert cost("ice-dice", {"openapi.yaml": now["openapi.yaml"]})["contract"] == Cost(0, 2)


def test_another_state_is_set_beside_the_present_one() -> None:
    now = {"rules/ice_dice/legal.py": "one\ntwo\nthree\n", "rules/other.py": "# for Ice Dice\n"}
    then = {"rules/ice_dice/legal.py": "one\ntwo\n"}

    counted = list(table("ice-dice", {"now": now, "then": then}))

    assert "written" + " " * 13 + "       1       4       1       2   +100%" in counted
