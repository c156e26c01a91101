from typing import get_args

import pytest

from events.proof.verdict import Figures
from events.proof.verify import verify
from rules.dice_cards.setup import DEALS
from rules.dicy_cards.setup import MODES
from rules.ice_dice.events import Reason
from rules.ice_dice.setup import TIES, VARIANTS
from rules.registry import games
from rules.table_commands import Create
from tests.events.proof.forging import chained_anew, find, parsed, with_names_in_events
from tests.events.proof.ice_stories import BOARD
from tests.events.proof.playthrough import HUMAN, Playthrough
from tests.events.proof.second import second_verdicts
from tests.events.proof.stories import ordinary
from tests.events.proof.tables import DICE, DICY, GAMES, ICE, MAKERS, made
from tests.size import at_size


def test_every_table_as_it_was_played_is_right_and_the_second_verifier_has_checked_just_as_much() -> None:
    verdicts = {name: verify(made(name), GAMES) for name in MAKERS}

    assert {name: verdict.detail for name, verdict in verdicts.items() if not verdict.ok} == {}
    assert second_verdicts(made(name) for name in MAKERS) == [*verdicts.values()]


def test_every_mode_and_every_number_of_seats_is_among_them() -> None:
    files = [parsed(made(name)) for name in DICY]

    assert {file["options"]["mode"] for file in files} == set(MODES)
    assert {len(file["seats"]) for file in files} == set(GAMES["dicy-cards"].seats)


def test_every_way_to_play_ice_dice_and_every_end_of_it_is_among_them() -> None:
    files = [parsed(made(name)) for name in ICE]
    ends = {event["data"]["reason"] for file in files for event in file["events"] if event["type"] == "ice-dice.game-ended"}

    assert {len(file["seats"]) for file in files} == set(GAMES["ice-dice"].seats)
    assert {file["options"]["variant"] for file in files} == set(VARIANTS)
    assert {file["options"]["ties"] for file in files} == set(TIES)
    assert ends == set(get_args(Reason))


def test_every_deal_of_dice_cards_every_number_of_seats_and_every_end_of_it_is_among_them() -> None:
    files = [parsed(made(name)) for name in DICE]
    ends = {event["data"]["reason"] for file in files for event in file["events"] if event["type"] == "dice-cards.game-ended"}

    assert {len(file["seats"]) for file in files} == set(GAMES["dice-cards"].seats)
    assert {file["options"]["deal"] for file in files} == set(DEALS)
    assert ends == {"all-rolls", "resignation", "given-up"}


@pytest.mark.parametrize(
    "order",
    [
        Create(options={"ties": "children"}, seats=(HUMAN,) * 3),
        Create(options={"variant": "experienced"}, seats=(HUMAN,) * 4, turn_seconds=60),
    ],
    ids=["without a clock", "with a clock"],
)
def test_a_table_of_ice_dice_is_right_from_wherever_it_was_gone_on_with(order: Create) -> None:
    playthrough = Playthrough(32)
    source = playthrough.create_table("ice-dice", order)
    playthrough.play(source, lambda parsed: parsed.table.version > 50)
    playthrough.leave(source, 1)
    playthrough.play(source)
    points = range(1, playthrough.loaded(source).table.version - 8, at_size(25, 8))
    forks = [playthrough.fork(source, at, turn_seconds=order.turn_seconds) for at in points]
    for fork in forks:
        playthrough.play(fork)
    files = [playthrough.file(fork) for fork in forks]

    verdicts = [verify(file, GAMES) for file in files]

    assert [verdict.detail for verdict in verdicts if not verdict.ok] == []
    assert second_verdicts(files) == verdicts


def test_any_calculation_that_makes_the_number_will_do() -> None:
    value = parsed(made("ice for two"))
    sums = [event["data"]["expression"] for event in value["events"] if event["data"].get("expression", {"op": "-"})["op"] in "+*"]
    for expression in sums:
        expression["left"], expression["right"] = expression["right"], expression["left"]
    other = chained_anew(value)

    assert len(sums) > 20
    assert verify(other, GAMES).ok
    assert second_verdicts([other])[0].ok


def test_the_figures_say_how_much_was_checked() -> None:
    file = parsed(made("glacial for two"))
    drawn = sum(event["data"].get("draw") is not None for event in file["events"])
    moves = {event["decision"] for event in file["events"]}

    assert verify(made("glacial for two"), GAMES).figures == Figures(len(file["events"]), len(moves), drawn)


def test_white_space_between_the_parts_changes_nothing() -> None:
    file = made("never begun")
    airy = file.replace(b":{", b" :\r\n\t{").replace(b',"', b' , "') + b"\n \n"

    assert airy != file
    assert verify(airy, GAMES) == verify(file, GAMES)
    assert second_verdicts([airy]) == [verify(file, GAMES)]


def test_an_event_of_an_older_build_may_lack_what_came_later() -> None:
    value = with_names_in_events(parsed(made("glacial for two")))
    created = find(value, "table.created")
    created["schema"] = 1
    for name in ("turn_seconds", "on_expiry", "abandon_after", "forked_from", "bot_seconds", "on_failure", "reserved", "advice"):
        del created["data"][name]
    taken, other = find(value, "table.seat-taken"), find(value, "table.seat-taken", 1)
    taken["schema"], other["schema"] = 1, 2
    del taken["data"]["bot"], taken["data"]["level"], other["data"]["bot"]
    value["format"] = "rollstream-table-1"
    del value["receipts"]
    older = chained_anew(value)

    assert verify(older, GAMES).ok
    assert second_verdicts([older])[0].ok


def test_a_built_in_player_need_not_be_known_any_more() -> None:
    value = parsed(made("a clock that substitutes"))
    find(value, "table.created")["data"]["on_expiry"]["level"] = "older-one"
    for event in value["events"]:
        if event["type"] in {"table.seat-substituted", "table.seat-taken"} and event["data"]["level"]:
            event["data"]["level"] = "older-one"
    older = chained_anew(value)

    assert verify(older, GAMES).ok
    assert second_verdicts([older])[0].ok


def test_a_deployments_own_cards_are_checked_with_its_settings() -> None:
    sets = {"beginner": ["odds", "sixes", "straight", "alike-x5", "different-sum"]}
    own = games({"dicy-cards": {"sets": sets}})
    file = ordinary("dicy-cards", 30, 2, own, mode="beginner")

    assert (verify(file, own).ok, second_verdicts([file], sets=sets)[0].ok) == (True, True)
    assert (verify(file, GAMES).code, second_verdicts([file])[0].code) == ("event-wrong", "event-wrong")


def test_a_deployments_own_board_is_checked_with_its_settings() -> None:
    own = games({"ice-dice": {"board": BOARD}})
    files = [ordinary("ice-dice", 33, 2, own, variant=variant) for variant in VARIANTS]

    verdicts = [verify(file, own) for file in files]

    assert [verdict.code for verdict in verdicts] == [None, None, None]
    assert second_verdicts(files, boards={"ice-dice": BOARD}) == verdicts
    assert [verify(file, GAMES).code for file in files] == ["event-wrong"] * 3
    assert [verdict.code for verdict in second_verdicts(files)] == ["event-wrong"] * 3
